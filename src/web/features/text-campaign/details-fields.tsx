import type { TextingNumber } from '#contract/text-campaign.ts';
import { numberHint } from '#domain/texting-number-kind.ts';
import { formatPhone } from '#web/lib/format.ts';
import { NumberField } from '#web/ui/number-field.tsx';
import { PurposeField } from '#web/ui/purpose-field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { labels } from './draft.ts';
import type { FieldsProps } from './editor-parts.ts';
import styles from './text-campaign.module.css';

interface DetailsFieldsProps extends FieldsProps {
  numbers: readonly TextingNumber[];
}

export function DetailsFields(props: DetailsFieldsProps) {
  const { draft, change, errorAt, refusalAt, field, numbers } = props;
  const choices = numbers.map(({ textingPhoneNumberId, phoneNumber }) => ({
    value: String(textingPhoneNumberId),
    label: formatPhone(phoneNumber),
  }));
  const chosen = numbers.find((one) => one.textingPhoneNumberId === draft.sendersNumberId);
  const noNumber =
    numbers.length === 0 && 'Your operator has not assigned you a texting number yet.';
  return (
    <section className={styles.area}>
      <h2>Campaign Details</h2>
      <div className={styles.nameAndRate}>
        <TextField
          label={labels.name}
          required
          maxLength={255}
          autoFocus
          autoComplete="off"
          {...field('name')}
        />
        <NumberField
          label={labels.textPerMinute}
          required
          hint="With 0, nothing is sent."
          {...field('textPerMinute')}
        />
      </div>
      <div className={styles.pair}>
        <SelectField
          label={labels.sendersNumberId}
          required
          hint={noNumber || numberHint(draft.textPerMinute, chosen)}
          choices={choices}
          value={draft.sendersNumberId === 0 ? '' : String(draft.sendersNumberId)}
          error={errorAt('sendersNumberId')}
          errorNow={refusalAt('sendersNumberId')}
          onChange={(id) => change({ sendersNumberId: Number(id) })}
        />
        <PurposeField
          label={labels.purpose}
          value={draft.purpose}
          onChange={(purpose) => change({ purpose })}
        />
      </div>
    </section>
  );
}
