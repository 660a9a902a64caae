import { NumberField } from '#web/ui/number-field.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import styles from './campaign.module.css';
import type { FieldsProps } from './editor-parts.ts';

/** How a Linkback paces its calls, and whom it connects customers to (spec 3 section 7). */
export function LinkbackFields({ field }: FieldsProps) {
  return (
    <>
      <div className={styles.pair}>
        <NumberField
          label="Call ratio"
          required
          decimals={2}
          hint="Calls in progress for each available agent."
          {...field('callRatio')}
        />
        <NumberField
          label="Agent count"
          required
          hint="Agents who can take calls at the same time."
          {...field('agentCount')}
        />
      </div>
      <PhoneField
        label="Linkback phone number"
        required
        className={styles.short ?? ''}
        hint="Dialed when a customer presses 1."
        {...field('linkbackNumber')}
      />
    </>
  );
}
