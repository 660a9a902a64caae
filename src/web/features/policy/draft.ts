/** The form of a rule: what it holds, what it sends, and what it says is missing. */
import type { FieldError } from '#contract/errors.ts';
import {
  contactSubjects,
  editPolicyRule,
  type ListedPolicyRule,
  type PolicyDay,
  type PolicyRuleInput,
  type PolicyTerms,
  policyDays,
} from '#contract/policy.ts';
import { inFormOrder, schemaErrors } from '#web/lib/schema-form.ts';

/** A closure is hours without any on every day, between two dates. */
export const ruleKinds = [
  'hours',
  'closure',
  'limit',
  'gap',
  'rest',
  'consent',
  'list_age',
  'scrub',
] as const;
export type RuleKind = (typeof ruleKinds)[number];

type Terms<Kind extends PolicyTerms['kind']> = Extract<PolicyTerms, { kind: Kind }>;

/** Undefined and NaN as number fields have them; '' for what is not chosen. */
export interface RuleDraft {
  ruleId: number;
  kind: RuleKind;
  channel: ListedPolicyRule['channel'];
  purpose: NonNullable<ListedPolicyRule['purpose']> | '';
  campaignId: number | null;
  /** `US`, `CA` or a state's two letters; '' for anywhere. */
  country: string;
  state: string;
  days: readonly PolicyDay[];
  /** '' for both: no contact on those days. */
  open: string;
  close: string;
  from: string;
  until: string;
  most: number | undefined;
  counts: Terms<'limit'>['counts'];
  of: Terms<'limit'>['of'];
  length: number | undefined;
  unit: Terms<'limit'>['unit'];
  hours: number | undefined;
  consent: Terms<'consent'>['consent'];
  /** Of a do-not-call file, in days. */
  age: number | undefined;
  refused: Terms<'scrub'>['refused'];
  untilChecked: boolean;
  source: string;
  sourceDate: string;
  version?: number | undefined;
}

export const newRule: RuleDraft = {
  ruleId: 0,
  kind: 'hours',
  ...{ channel: 'any', purpose: '', campaignId: null, country: '', state: '' },
  ...{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], open: '09:00', close: '20:00' },
  ...{ from: '', until: '', most: undefined, counts: 'attempts', of: 'person' },
  ...{ length: 7, unit: 'days', hours: undefined, consent: 'express', age: 31 },
  ...{ refused: 'reassigned', untilChecked: false },
  ...{ source: '', sourceDate: '' },
};

const everyDay: readonly PolicyDay[] = policyDays.filter((day) => day !== 'holiday');

export function draftOf(rule: ListedPolicyRule): RuleDraft {
  const { terms } = rule;
  const common = {
    ...newRule,
    ruleId: rule.ruleId,
    channel: rule.channel,
    purpose: rule.purpose ?? '',
    campaignId: rule.campaignId,
    country: rule.country ?? '',
    state: rule.state ?? '',
    source: rule.source ?? '',
    sourceDate: rule.sourceDate ?? '',
    version: rule.version,
  } as const;
  if (terms.kind === 'list_age') return { ...common, kind: terms.kind, age: terms.days };
  if (terms.kind !== 'hours') return { ...common, ...terms };
  const { days, open, close, from, until } = terms;
  const isClosure = open === null && everyDay.every((day) => days.includes(day)) && from !== null;
  return {
    ...common,
    kind: isClosure ? 'closure' : 'hours',
    ...{ days, open: open ?? '', close: close ?? '', from: from ?? '', until: until ?? '' },
  };
}

const orNull = (text: string) => (text === '' ? null : text);

/** What is sent; of what is missing, the schema says why it is refused. */
export function bodyOf(draft: RuleDraft): PolicyRuleInput {
  const { channel, purpose, campaignId, country, state, source, sourceDate, version } = draft;
  return {
    ...{ channel, campaignId, version },
    purpose: purpose === '' ? null : purpose,
    country: orNull(country),
    state: orNull(state),
    source: orNull(source.trim()),
    sourceDate: orNull(sourceDate),
    terms: termsOf(draft) as PolicyTerms,
  };
}

/** Numbers may still be missing. */
export function termsOf(draft: RuleDraft) {
  const { kind, days, open, close, from, until, most, counts, of, length, unit, hours } = draft;
  const { consent, age, refused, untilChecked } = draft;
  const dates = { from: orNull(from), until: orNull(until) };
  switch (kind) {
    case 'hours':
      return { kind, days: [...days], open: orNull(open), close: orNull(close), ...dates };
    case 'closure':
      return { kind: 'hours', days: [...everyDay], open: null, close: null, ...dates };
    case 'limit':
      return { kind, most, counts, of, length, unit };
    case 'gap':
      return { kind, of, hours };
    case 'rest':
      return { kind, of, length, unit };
    case 'consent':
      return { kind, consent };
    case 'list_age':
      return { kind, days: age };
    case 'scrub':
      return { kind, refused, untilChecked };
  }
}

export const missing = {
  from: 'Enter the first day of the closure.',
  until: 'Enter the last day of the closure.',
  source: 'Enter the order or reason for the closure.',
};

/** By the names of the draft's fields, in the order of the form. */
export function draftErrors(draft: RuleDraft): FieldError[] {
  const own: FieldError[] = [];
  if (draft.kind === 'closure') {
    for (const key of ['from', 'until', 'source'] as const) {
      if (draft[key].trim() === '') own.push({ path: key, message: missing[key] });
    }
  }
  const schema = editPolicyRule.body;
  const errors = [...inFormOrder(schema, schemaErrors(schema, bodyOf(draft)))];
  return [
    ...errors.map(({ path, message }) => ({ path: fieldOf(path, draft.kind), message })),
    ...own,
  ];
}

/** The days of a file's age are a number, those of hours a list. */
function fieldOf(path: string, kind: RuleKind): string {
  const field = path.replace(/^terms\./, '');
  return kind === 'list_age' && field === 'days' ? 'age' : field;
}

export const subjectNames: Record<(typeof contactSubjects)[number], string> = {
  number: 'Number',
  account: 'Account (a row of a file)',
  external_id: 'External Id',
  person: 'Person (all of these)',
};
export const subjectChoices = contactSubjects.map((value) => ({
  value,
  label: subjectNames[value],
}));
