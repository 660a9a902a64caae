import { PhoneField } from '../phone-field.tsx';
import { SelectField } from '../select-field.tsx';
import styles from './preview-account.module.css';
import type { PreviewChoice } from './use-preview-account.ts';

const names = 'names';
const account = 'account';

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
      value={choice.withAccount ? account : names}
      choices={[
        { value: names, label: 'With field names' },
        { value: account, label: 'For one account' },
      ]}
      onChange={(value) => choice.setWithAccount(value === account)}
    />
  );
}

/** The number that finds the account; nothing while field names are heard. */
export function PreviewAccountField({ choice }: PreviewChoiceProps) {
  if (!choice.withAccount) return null;
  return (
    <div className={styles.account}>
      <PhoneField
        label="Phone number of the account"
        size="sm"
        value={choice.phone}
        error={choice.problem}
        errorNow={choice.refusal}
        hint={hintOf(choice)}
        onChange={choice.setPhone}
      />
    </div>
  );
}

function hintOf({ account: found, searching }: PreviewChoice): string {
  if (searching) return 'Searching your contact lists';
  if (!found) return 'A number in your contact lists.';
  const value = (id: number) => found.values.find((one) => one.id === id)?.value;
  const person = [value(1), value(3)].filter(Boolean).join(' ') || 'An account without a name';
  return `${person}, in the list ${found.callListName}`;
}
