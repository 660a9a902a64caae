import { type Purpose, purposes } from '#contract/policy.ts';
import { purposeNames } from '#domain/policy/policy-words.ts';
import { useRefusal } from '#web/lib/rights.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import styles from './page.module.css';
import { useSetPurpose } from './use-policy.ts';

const choices = purposes.map((value) => ({ value, label: purposeNames[value] }));

/** What new campaigns are for: a choice for administrators, a fact for others. */
export function PurposeLine({ purpose }: { purpose: Purpose }) {
  const refusal = useRefusal('administrator');
  const change = useSetPurpose();
  const shown = change.isPending ? change.variables : purpose;
  if (refusal) {
    return (
      <p className={styles.purpose}>
        New campaigns are usually for: <strong>{purposeNames[purpose]}</strong>
      </p>
    );
  }
  return (
    <div className={styles.purpose}>
      <span aria-hidden="true">New campaigns are usually for:</span>
      <SelectField
        label="New campaigns are usually for"
        hideLabel
        size="sm"
        choices={choices}
        value={shown}
        disabled={change.isPending}
        onChange={(value) => {
          const chosen = purposes.find((one) => one === value);
          if (chosen) change.mutate(chosen);
        }}
      />
    </div>
  );
}
