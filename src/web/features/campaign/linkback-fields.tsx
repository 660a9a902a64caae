import { NumberField } from '#web/ui/number-field.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { labels } from './draft.ts';
import type { FieldsProps } from './editor-parts.ts';

/** How a Linkback paces its calls (spec 3 section 7); the words beside the form explain both. */
export function LinkbackPaceFields({ field }: FieldsProps) {
  return (
    <>
      <NumberField label={labels.callRatio} required decimal {...field('callRatio')} />
      <NumberField label={labels.agentCount} required {...field('agentCount')} />
    </>
  );
}

/** Whom a Linkback connects customers to. */
export function LinkbackNumberField({ field }: FieldsProps) {
  return (
    <PhoneField
      label={labels.linkbackNumber}
      required
      hint="Dialed when a customer presses 1."
      {...field('linkbackNumber')}
    />
  );
}
