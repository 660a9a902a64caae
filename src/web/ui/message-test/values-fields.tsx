import { useQuery } from '@tanstack/react-query';
import { listCallLists } from '#contract/call-list.ts';
import { accountsCompared } from '#contract/message-test.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/plural.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { PhoneField } from '../phone-field.tsx';
import { SelectField } from '../select-field.tsx';
import type { TestDraft } from './use-message-test.ts';

interface ValuesFieldsProps {
  channel: 'voice' | 'text';
  /** Its lists come first. */
  campaignId: number | undefined;
  draft: TestDraft;
  onChange: (part: Partial<TestDraft>) => void;
}

/** Whose values the message has. */
export function ValuesFields({ channel, campaignId, draft, onChange }: ValuesFieldsProps) {
  const { values, callListId, phone } = draft;
  const ofList = values === 'first' || values === 'blank' || values === 'longest';
  return (
    <>
      <SelectField
        label="Values"
        value={values}
        choices={[
          {
            value: 'placeholders',
            label: channel === 'voice' ? 'Names of the fields' : 'None: the fields as they are',
          },
          { value: 'first', label: 'First account of a list' },
          { value: 'blank', label: 'Account with the most blank values' },
          { value: 'longest', label: 'Account with the longest values' },
          { value: 'number', label: 'Account of a phone number' },
        ]}
        hint={
          values === 'blank' || values === 'longest'
            ? `Among the first ${counted(accountsCompared, 'number')} of the list.`
            : undefined
        }
        onChange={(value) => onChange({ values: value as TestDraft['values'] })}
      />
      {ofList && (
        <ListField
          campaignId={campaignId}
          value={callListId}
          onChange={(list) => onChange({ callListId: list })}
        />
      )}
      {values === 'number' && (
        <PhoneField
          label="Phone number of the account"
          hint="A number in your contact lists. Only you are contacted."
          value={phone}
          onChange={(typed) => onChange({ phone: typed })}
        />
      )}
    </>
  );
}

interface ListFieldProps {
  campaignId: number | undefined;
  value: string;
  onChange: (callListId: string) => void;
}

function ListField({ campaignId, value, onChange }: ListFieldProps) {
  const query = { clientId: useManager().clientId };
  const lists = useQuery({
    queryKey: queryKey(listCallLists, query),
    queryFn: ({ signal }) => api(listCallLists, { query, signal }),
  });
  const own = (list: { campaignId: number }) => (list.campaignId === campaignId ? 0 : 1);
  const sorted = lists.data?.toSorted((a, b) => own(a) - own(b)) ?? [];
  const some = campaignId !== undefined && sorted.some((list) => own(list) === 0);
  return (
    <SelectField
      label="Contact list"
      required
      value={value}
      placeholder={lists.data?.length === 0 ? 'You have no contact list' : 'Please choose...'}
      choices={sorted.map((list) => ({
        value: String(list.callListId),
        label: list.originalFileName,
        ...(some && { kind: own(list) === 0 ? 'Of this campaign' : 'Others' }),
      }))}
      onChange={onChange}
    />
  );
}
