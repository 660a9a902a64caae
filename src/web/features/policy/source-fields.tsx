import { longestSource } from '#contract/policy.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { TextAreaField } from '#web/ui/text-field.tsx';
import type { FormFields } from '#web/ui/use-draft-form.ts';
import type { RuleDraft } from './draft.ts';

/** Where it is written. */
export function SourceFields({ form }: { form: FormFields<RuleDraft> }) {
  const isClosure = form.draft.kind === 'closure';
  return (
    <>
      <TextAreaField
        label={isClosure ? 'Order or Reason' : 'Source'}
        required={isClosure}
        hint={isClosure ? undefined : 'A citation, a contract, or who asked for it.'}
        maxLength={longestSource}
        rows={2}
        {...form.field('source')}
      />
      <DateField label="Source Looked Up On" {...form.field('sourceDate')} />
    </>
  );
}
