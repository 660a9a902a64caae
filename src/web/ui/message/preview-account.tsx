import { messagePreviewTexts, type WorstReason } from '#contract/message-preview.ts';
import { formatPhone } from '#web/lib/format.ts';
import { PhoneField } from '../phone-field.tsx';
import { SelectField } from '../select-field.tsx';
import styles from './preview-account.module.css';
import type { PreviewChoice, PreviewValues } from './use-preview-account.ts';

const valueChoices: readonly { value: PreviewValues; label: string }[] = [
  { value: 'names', label: 'With field names' },
  { value: 'account', label: 'For one account' },
  { value: 'worst', label: 'Worst rows of a list' },
];

const reasonChoices: readonly { value: WorstReason; label: string }[] = [
  { value: 'blank', label: 'Most blank values' },
  { value: 'longest', label: 'Longest values' },
  { value: 'digits', label: 'Most digits' },
];

interface PreviewChoiceProps {
  choice: PreviewChoice;
}

/** Beside the heading of the preview. */
export function PreviewSelect({ choice }: PreviewChoiceProps) {
  return (
    <SelectField
      label="Values in the preview"
      hideLabel
      size="sm"
      className={styles.choice}
      value={choice.values}
      choices={valueChoices}
      onChange={(value) => {
        const chosen = valueChoices.find((one) => one.value === value);
        if (chosen) choice.setValues(chosen.value);
      }}
    />
  );
}

/** What finds the account: its number, or a list; nothing while field names are heard. */
export function PreviewAccountField({ choice }: PreviewChoiceProps) {
  if (choice.values === 'names') return null;
  return (
    <div className={styles.account}>
      {choice.values === 'account' ? <ByPhone choice={choice} /> : <ByList choice={choice} />}
    </div>
  );
}

function ByPhone({ choice }: PreviewChoiceProps) {
  const { phone, problem, refusal, searching, setPhone } = choice.byPhone;
  return (
    <PhoneField
      label="Phone number of the account"
      size="sm"
      value={phone}
      error={problem}
      errorNow={refusal}
      hint={foundIn(choice, searching) ?? 'A number in your contact lists.'}
      onChange={setPhone}
    />
  );
}

function ByList({ choice }: PreviewChoiceProps) {
  const { lists, callListId, setCallListId, reason, setReason, searching, refusal } = choice.byList;
  const nothing =
    callListId === 0
      ? 'Heard before a start, they show what goes wrong first.'
      : messagePreviewTexts.noAccounts;
  return (
    <div className={styles.worst}>
      <SelectField
        label="Contact list"
        size="sm"
        value={callListId === 0 ? '' : String(callListId)}
        choices={lists.map(({ id, name }) => ({ value: String(id), label: name }))}
        errorNow={refusal}
        hint={foundIn(choice, searching) ?? nothing}
        onChange={(value) => setCallListId(Number(value))}
      />
      <SelectField
        label="Row"
        size="sm"
        value={reason}
        choices={reasonChoices}
        onChange={(value) => {
          const chosen = reasonChoices.find((one) => one.value === value);
          if (chosen) setReason(chosen.value);
        }}
      />
    </div>
  );
}

/** Whose values are heard; undefined while there is no account. */
function foundIn({ account, values }: PreviewChoice, searching: boolean): string | undefined {
  if (searching) return 'Searching your contact lists';
  if (!account) return undefined;
  const value = (id: number) => account.values.find((one) => one.id === id)?.value;
  const person = [value(1), value(3)].filter(Boolean).join(' ') || 'An account without a name';
  if (values === 'worst') return `${person}, ${formatPhone(account.phoneNumber)}`;
  return `${person}, in the list ${account.callListName}`;
}
