import type { PolicyTerms } from '#contract/policy.ts';
import { ruleWords } from '#domain/policy/policy-words.ts';
import { NumberField } from '#web/ui/number-field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Checkbox } from '#web/ui/switch.tsx';
import type { FormFields } from '#web/ui/use-draft-form.ts';
import {
  draftErrors,
  type RuleDraft,
  type RuleKind,
  ruleKinds,
  subjectChoices,
  termsOf,
} from './draft.ts';
import { ClosureFields, HoursFields } from './hours-fields.tsx';
import styles from './page.module.css';

const kindNames: Record<RuleKind, string> = {
  hours: 'Hours and days',
  closure: 'Closure by an order',
  limit: 'Limit: at most so many',
  gap: 'Gap between two contacts',
  rest: 'Rest after a conversation',
  consent: 'Consent that must be noted',
  list_age: 'Age of the national do-not-call list',
  scrub: 'Scrub: what a service says of a number',
};
const kindChoices = ruleKinds.map((value) => ({ value, label: kindNames[value] }));

interface FieldsProps {
  form: FormFields<RuleDraft>;
}

/** The rule itself, with the sentence that it becomes. */
export function TermsFields({ form }: FieldsProps) {
  const { kind } = form.draft;
  return (
    <>
      <SelectField
        label="Kind of Rule"
        choices={kindChoices}
        value={kind}
        onChange={(value) => changeKind(form, value)}
      />
      {kind === 'hours' && <HoursFields form={form} />}
      {kind === 'closure' && <ClosureFields form={form} />}
      {kind === 'limit' && <LimitFields form={form} />}
      {kind === 'gap' && <GapFields form={form} />}
      {kind === 'rest' && <RestFields form={form} />}
      {kind === 'consent' && <ConsentField form={form} />}
      {kind === 'list_age' && (
        <NumberField label="At Most" unit="days old" required {...form.field('age')} />
      )}
      {kind === 'scrub' && <ScrubFields form={form} />}
      <p className={styles.said} role="status">
        {said(form.draft)}
      </p>
    </>
  );
}

/** What a closure has not, hours start with again. */
function changeKind({ draft, change }: FieldsProps['form'], value: string): void {
  const kind = ruleKinds.find((one) => one === value);
  if (kind === undefined || kind === draft.kind) return;
  change({ kind, ...(kind === 'hours' ? { from: '', until: '' } : {}) });
}

function said(draft: RuleDraft): string {
  const wrong = draftErrors(draft).some(({ path }) => path !== 'source' && path !== 'sourceDate');
  if (wrong) return 'The rule is not complete yet.';
  const { country, state, channel } = draft;
  return `${ruleWords({
    ...{ channel, country: country || null, state: state || null },
    terms: termsOf(draft) as PolicyTerms,
  })}.`;
}

const countChoices = [
  { value: 'attempts', label: 'Attempts, whatever comes of them' },
  { value: 'conversations', label: 'Conversations' },
] as const;
const unitChoices = [
  { value: 'hours', label: 'Hours' },
  { value: 'days', label: 'Days of 24 hours' },
  { value: 'calendar_days', label: 'Calendar days of the person' },
] as const;

function LimitFields({ form }: FieldsProps) {
  const { draft, change } = form;
  return (
    <>
      <div className={styles.pair}>
        <NumberField label="At Most" required {...form.field('most')} />
        <SelectField
          label="Of What"
          choices={countChoices}
          value={draft.counts}
          onChange={(value) => change({ counts: chosen(countChoices, value, 'attempts') })}
        />
      </div>
      <SubjectField form={form} />
      <SpanFields form={form} label="Within" />
    </>
  );
}

function RestFields({ form }: FieldsProps) {
  return (
    <>
      <SpanFields form={form} label="No Contact For" />
      <SubjectField form={form} />
    </>
  );
}

function GapFields({ form }: FieldsProps) {
  return (
    <>
      <NumberField label="At Least" unit="hours" required {...form.field('hours')} />
      <SubjectField form={form} />
    </>
  );
}

const consentChoices = [
  { value: 'any', label: 'Any consent' },
  { value: 'express', label: 'Express consent, or written' },
  { value: 'written', label: 'Written consent' },
] as const;

function ConsentField({ form: { draft, change } }: FieldsProps) {
  return (
    <SelectField
      label="Consent"
      hint="Noted with an account or with its whole list."
      choices={consentChoices}
      value={draft.consent}
      onChange={(value) => change({ consent: chosen(consentChoices, value, 'express') })}
    />
  );
}

const refusedChoices = [
  { value: 'reassigned', label: 'Reassigned to another person since consent' },
  { value: 'litigator', label: 'Known litigators' },
  { value: 'mobile', label: 'Mobile lines' },
  { value: 'landline', label: 'Landlines' },
  { value: 'voip', label: 'VoIP lines' },
] as const;

function ScrubFields({ form: { draft, change } }: FieldsProps) {
  return (
    <>
      <SelectField
        label="Refused Numbers"
        hint="As the operator's scrub service answers. It is sent the numbers of your lists."
        choices={refusedChoices}
        value={draft.refused}
        onChange={(value) => change({ refused: chosen(refusedChoices, value, 'reassigned') })}
      />
      <Checkbox
        label="Hold until checked"
        hint="Off: a number without an answer is called and texted as ever, also while no service answers."
        checked={draft.untilChecked}
        onChange={(untilChecked) => change({ untilChecked })}
      />
    </>
  );
}

function SpanFields({ form, label }: FieldsProps & { label: string }) {
  return (
    <div className={styles.pair}>
      <NumberField label={label} required {...form.field('length')} />
      <SelectField
        label="Unit"
        choices={unitChoices}
        value={form.draft.unit}
        onChange={(value) => form.change({ unit: chosen(unitChoices, value, 'days') })}
      />
    </div>
  );
}

function SubjectField({ form }: FieldsProps) {
  return (
    <SelectField
      label="Counted For"
      hint="A person is known by the number, the row of the file and the External Id."
      choices={subjectChoices}
      value={form.draft.of}
      onChange={(value) => form.change({ of: chosen(subjectChoices, value, 'person') })}
    />
  );
}

function chosen<V extends string>(
  choices: readonly { value: V }[],
  value: string,
  otherwise: V,
): V {
  return choices.find((one) => one.value === value)?.value ?? otherwise;
}
