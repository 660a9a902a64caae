/** A rule of the contact policy as options of a command. */
import {
  contactSubjects,
  editPolicyRule,
  type PolicyDay,
  type PolicyTerms,
  policyChannels,
  policyDays,
} from '#contract/policy.ts';
import { refusedNumbers } from '#contract/scrub.ts';
import type { OwnRule } from '#db/queries/policy-change.ts';
import { purposeOf } from './client-terms.ts';
import { type Given, type Option, UsageError } from './command.ts';

const kinds = ['hours', 'closure', 'limit', 'gap', 'rest', 'consent', 'registry', 'scrub'] as const;
type Kind = (typeof kinds)[number];

const consentKinds = ['any', 'express', 'written'] as const;

/** What each kind takes; each option of a kind is in at least one of these. */
const ofKind: Record<Kind, readonly string[]> = {
  hours: ['days', 'hours', 'from', 'until'],
  closure: ['from', 'until'],
  limit: ['most', 'counts', 'of', 'within'],
  gap: ['least', 'of'],
  rest: ['for', 'of'],
  consent: ['consent'],
  registry: ['age'],
  scrub: ['refuse', 'until-checked'],
};

export const ruleOptions: Record<string, Option> = {
  kind: { value: kinds.join('|'), meaning: 'What the rule is.' },
  days: {
    value: 'mon-fri,holiday',
    meaning:
      'hours: days of the week and federal holidays of the United States. Default: every day.',
  },
  hours: { value: '9:00-20:00', meaning: 'hours: when contact is allowed; "none" for never.' },
  from: { value: '2026-12-01', meaning: 'hours, closure: the first day.' },
  until: { value: '2026-12-05', meaning: 'hours, closure: the last day.' },
  most: { value: '7', meaning: 'limit: at most so many.' },
  counts: { value: 'attempts|conversations', meaning: 'limit: of what. Default: attempts.' },
  of: {
    value: contactSubjects.join('|'),
    meaning: 'limit, gap, rest: for whom it is counted. Default: person.',
  },
  within: {
    value: '7 days',
    meaning: 'limit: the time that ends at the attempt, in hours, days or calendar days.',
  },
  least: { value: '4 hours', meaning: 'gap: between two contacts of any kind.' },
  for: { value: '7 days', meaning: 'rest: no contact for so long after a conversation.' },
  consent: {
    value: consentKinds.join('|'),
    meaning: 'consent: what must be noted; written is stronger than express. Default: express.',
  },
  age: { value: '31', meaning: 'registry: the most days that the national list may be old.' },
  refuse: {
    value: refusedNumbers.join('|'),
    meaning: 'scrub: numbers that a service says are this; "carillon scrub add" connects one.',
  },
  'until-checked': {
    meaning: 'scrub: hold a number until it is checked, too. Without it, only an answer holds.',
  },
  channel: { value: policyChannels.join('|'), meaning: 'Default: any, counted together.' },
  state: { value: 'TX', meaning: 'Only numbers that may be in this state or province.' },
  country: { value: 'US|CA', meaning: 'Only numbers that may be in this country.' },
  purpose: { value: 'collections', meaning: 'Only campaigns for this purpose.' },
  campaign: { value: 'ID', meaning: 'Only this campaign; "carillon campaign list" shows ids.' },
  source: { value: 'TEXT', meaning: 'Where it is written; of a closure, the order or reason.' },
  'looked-up': { value: '2026-11-28', meaning: 'When the source was looked up.' },
};

/** @throws UsageError with one sentence */
export function ruleFrom(given: Given): OwnRule {
  const kind = oneOf('kind', given.text('kind'), kinds);
  if (kind === undefined)
    throw new UsageError(`Give the kind of the rule: --kind=${kinds.join('|')}.`);
  const foreign = Object.values(ofKind)
    .flat()
    .find((name) => given.has(name) && !ofKind[kind].includes(name));
  if (foreign !== undefined) {
    throw new UsageError(
      `--${foreign} is not for a rule of the kind ${kind}, which takes ${ofKind[kind].map((name) => `--${name}`).join(', ')}.`,
    );
  }
  const rule = {
    terms: termsOf(kind, given),
    purpose: purposeOf(given) ?? null,
    campaignId: campaignOf(given),
    country: given.text('country') ?? null,
    state: given.text('state') ?? null,
    channel: oneOf('channel', given.text('channel'), policyChannels) ?? ('any' as const),
    source: given.text('source') ?? null,
    sourceDate: given.text('looked-up') ?? null,
  };
  const read = editPolicyRule.body.safeParse(rule);
  if (!read.success) throw new UsageError(read.error.issues[0]?.message ?? 'The rule is invalid.');
  const { clientId: _, version: __, ...checked } = read.data;
  return checked;
}

function termsOf(kind: Kind, given: Given): PolicyTerms {
  const of = oneOf('of', given.text('of'), contactSubjects) ?? 'person';
  switch (kind) {
    case 'hours':
      return hoursOf(given);
    case 'closure':
      return closureOf(given);
    case 'limit': {
      const counts = oneOf('counts', given.text('counts'), ['attempts', 'conversations'] as const);
      const most = numberOf('most', needed(given, 'most', '7'));
      return { kind, most, counts: counts ?? 'attempts', of, ...spanOf(given, 'within') };
    }
    case 'gap': {
      const { unit, length } = spanOf(given, 'least');
      if (unit !== 'hours') throw new UsageError('--least is in hours, such as "4 hours".');
      return { kind, of, hours: length };
    }
    case 'rest':
      return { kind, of, ...spanOf(given, 'for') };
    case 'consent':
      return { kind, consent: oneOf('consent', given.text('consent'), consentKinds) ?? 'express' };
    case 'registry':
      return { kind: 'list_age', days: numberOf('age', needed(given, 'age', '31')) };
    case 'scrub': {
      const refused = oneOf('refuse', needed(given, 'refuse', 'reassigned'), refusedNumbers);
      return { kind, refused: refused ?? 'reassigned', untilChecked: given.has('until-checked') };
    }
  }
}

const everyDay = policyDays.filter((day) => day !== 'holiday');
const datesOf = (given: Given) => ({
  from: given.text('from') ?? null,
  until: given.text('until') ?? null,
});

function hoursOf(given: Given): PolicyTerms {
  const text = needed(given, 'hours', '9:00-20:00');
  const days = daysFrom(given.text('days'));
  const none = { open: null, close: null };
  return { kind: 'hours', days, ...(text === 'none' ? none : timesFrom(text)), ...datesOf(given) };
}

function closureOf(given: Given): PolicyTerms {
  for (const name of ['from', 'until', 'source'])
    needed(given, name, ruleOptions[name]?.value ?? '');
  return { kind: 'hours', days: everyDay, open: null, close: null, ...datesOf(given) };
}

function timesFrom(text: string): { open: string; close: string } {
  const match = /^(\d{1,2}):(\d{2})-(\d{1,2}):(\d{2})$/.exec(text);
  if (!match) throw new UsageError(`"${text}" is not a time range such as 9:00-20:00, or none.`);
  const [, open = '', openMinute, close = '', closeMinute] = match;
  return {
    open: `${open.padStart(2, '0')}:${openMinute}`,
    close: `${close.padStart(2, '0')}:${closeMinute}`,
  };
}

/** `mon-fri,holiday`; a range goes forward. */
function daysFrom(text: string | undefined): PolicyDay[] {
  if (text === undefined) return [...everyDay];
  const chosen = new Set<PolicyDay>();
  for (const part of text.toLowerCase().split(',')) {
    const [first = '', last = first] = part.trim().split('-');
    const [from, to] = [dayAt(first), dayAt(last)];
    if (from === undefined || to === undefined || from > to) {
      throw new UsageError(
        `"${part.trim()}" is not a day or a range of days such as mon-fri. The days are ${policyDays.join(', ')}.`,
      );
    }
    for (const day of policyDays.slice(from, to + 1)) chosen.add(day);
  }
  return policyDays.filter((day) => chosen.has(day));
}

function dayAt(text: string): number | undefined {
  const at = (policyDays as readonly string[]).indexOf(text.trim());
  return at < 0 ? undefined : at;
}

const units = { hour: 'hours', day: 'days', 'calendar day': 'calendar_days' } as const;

function spanOf(given: Given, name: string) {
  const text = needed(given, name, ruleOptions[name]?.value ?? '');
  const match = /^(\d+) *(hour|day|calendar day)s?$/.exec(text.trim().toLowerCase());
  if (!match) {
    throw new UsageError(
      `"${text}" is not a length of time such as "7 days", "24 hours" or "1 calendar day".`,
    );
  }
  return { length: Number(match[1]), unit: units[match[2] as keyof typeof units] };
}

function campaignOf(given: Given): number | null {
  const text = given.text('campaign');
  return text === undefined ? null : numberOf('campaign', text);
}

function numberOf(name: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError(`--${name} must be a whole number in digits.`);
}

function needed(given: Given, name: string, example: string): string {
  const text = given.text(name)?.trim();
  if (text) return text;
  throw new UsageError(`Give --${name}, such as --${name}="${example}".`);
}

function oneOf<const Value extends string>(
  name: string,
  text: string | undefined,
  values: readonly Value[],
): Value | undefined {
  const found = values.find((value) => value === text);
  if (text === undefined || found !== undefined) return found;
  throw new UsageError(`--${name} must be one of ${values.join(', ')}.`);
}
