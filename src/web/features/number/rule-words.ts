/** What each rule of the gate is called, and what it read. */

import type { ConsentKind, OwnConsent } from '#contract/consent.ts';
import type { RuleReading } from '#contract/rule-reading.ts';
import { consentNames } from '#domain/consent.ts';
import { lawWords } from '#domain/policy/policy-words.ts';
import { zoneWords } from '#domain/zone-words.ts';
import { wallClock } from '#web/lib/allowed-words.ts';
import { spanOfDays } from '#web/lib/cap-words.ts';
import { counted } from '#web/lib/plural.ts';
import { atTime } from './when.ts';

export interface RuleWords {
  rule: RuleReading['rule'];
  /** Null: not asked. */
  passed: boolean | null;
  label: string;
  read: string;
  /** Of the contact policy, where one decided: the screen Policy shows it. */
  policyRuleId: number | null;
}

type Read<Rule extends RuleReading['rule']> = NonNullable<
  Extract<RuleReading, { rule: Rule }>['read']
>;
type Words = {
  [Rule in RuleReading['rule']]: {
    label: string | ((read: Read<Rule>) => string);
    said: (read: Read<Rule>, now: number) => string;
    /** "the calling hours had already decided". */
    decided: string;
  };
};

const sources = {
  manager: 'A manager blocked it.',
  operator: 'The operator blocked it.',
  key: 'The person pressed 9.',
  text: 'The person opted out by text.',
};

const faults: Record<string, string> = {
  elsewhere: 'Its state is not among the destinations of the client.',
  premium: 'Premium-rate numbers are not called.',
  'toll-free': 'Toll-free numbers are not called.',
  personal: 'Personal numbers are not called.',
  service: 'Its area code belongs to a service.',
  unassigned: 'Its area code is not assigned.',
};

function foundConsent(own: OwnConsent | null, list: ConsentKind | null): string {
  if (own !== null) return `Its file has ${consentNames[own]}.`;
  if (list !== null) return `Its list has ${consentNames[list]}.`;
  return 'Neither its file nor its list has consent.';
}

const words: Words = {
  do_not_call: {
    label: 'Do Not Call',
    said: ({ source }) => (source === null ? 'Not on it.' : sources[source]),
    decided: 'the do-not-call list',
  },
  number_not_dialed: {
    label: 'May be called',
    said: ({ fault, country }) => {
      if (fault === null)
        return country === '' ? 'It may be called.' : `${country}, may be called.`;
      return faults[fault] ?? `${country} is not a country that the client calls.`;
    },
    decided: 'its area code',
  },
  account_stop: {
    label: 'No opt-out by the account',
    said: ({ applies, stopped }) => {
      if (!applies) return 'An opt-out covers one number only.';
      return stopped
        ? 'Another number of the account asked to stop.'
        : 'No other number asked to stop.';
    },
    decided: 'an opt-out by the account',
  },
  already_reached: {
    label: 'One call per account',
    said: ({ applies, reached }) => {
      if (!applies) return 'The campaign calls every number.';
      return reached ? 'A person answered at another number.' : 'Nobody has been reached yet.';
    },
    decided: 'an answered call to the account',
  },
  replied: {
    label: 'No reply',
    said: ({ applies, replied }) => {
      if (!applies) return 'It is no follow-up.';
      return replied ? 'The person wrote back.' : 'Nobody of the account wrote back.';
    },
    decided: 'the reply',
  },
  settled: {
    label: 'No talk with an agent',
    said: ({ applies, by }) => {
      if (!applies) return 'It is no follow-up.';
      if (by === 'talk') return 'The person talked with an agent.';
      return by === 'unknown'
        ? 'How an attempt to the person ended is unknown, so they may have talked.'
        : 'Nobody of the account has talked with an agent.';
    },
    decided: 'the talk, or what may have been one',
  },
  undecided_text: {
    label: 'No text to decide on',
    said: ({ undecided }) =>
      undecided ? 'A manager has to decide on its text.' : 'No text waits for a decision.',
    decided: 'an undecided text',
  },
  consent: {
    label: 'Consent',
    said: ({ rules, own, list, rule }) => {
      if (rules === 0) return 'No rule about this number asks for consent.';
      const said = foundConsent(own, list);
      return rule === null ? said : `${said} ${lawWords(rule)}`;
    },
    decided: 'the missing consent',
  },
  attempt_cap: {
    label: ({ kind, most, days }) => {
      if (most === null) return `Cap on ${kind}s`;
      return `${counted(most, kind)} in ${spanOfDays(days)}`;
    },
    said: ({ most, counted: tries, until }, now) => {
      if (most === null) return 'The client has no cap.';
      const said = `Tried ${counted(tries, 'time')}.`;
      const held = until !== null && Date.parse(until) > now;
      return held ? `${said} Again from ${atTime(until, now)}.` : said;
    },
    decided: 'the cap',
  },
  least_gap: {
    label: ({ hours }) => (hours === 0 ? 'Minimum gap' : `At least ${hours} h between tries`),
    said: ({ hours, until }, now) => {
      if (hours === 0) return 'The client has no minimum gap.';
      if (until === null) return 'This campaign has not tried it yet.';
      return Date.parse(until) > now
        ? `Tried recently. Again from ${atTime(until, now)}.`
        : `The gap ended ${atTime(until, now)}.`;
    },
    decided: 'the minimum gap',
  },
  contact_policy: {
    label: 'Contact policy',
    said: ({ rules, rule, until }, now) => {
      if (rules === 0) return 'No limit, gap, rest, registry or scrub is about this number.';
      if (rule === null || until === null) {
        return `${counted(rules, 'rule')} ${rules === 1 ? 'allows' : 'allow'} it.`;
      }
      // Nobody knows when the registry, or a service, says something else.
      if (rule.terms.kind === 'list_age' || rule.terms.kind === 'scrub') return lawWords(rule);
      return `${lawWords(rule)} Again from ${atTime(until, now)}.`;
    },
    decided: 'the contact policy',
  },
  part_of_day: {
    label: 'Part of the day',
    said: ({ applies, tried, open, until }, now) => {
      if (!applies) return 'It may be tried in any.';
      const before = tried.map((part) => dayParts[part] ?? '').join(', ');
      const said = before === '' ? 'Not tried in any yet.' : `Tried before: ${before}.`;
      if (until === null) return said;
      return open
        ? `${said} This one lasts until ${atTime(until, now)}.`
        : `${said} The next one begins ${atTime(until, now)}.`;
    },
    decided: 'the part of the day',
  },
  calling_hours: {
    label: ({ opens, closes }) =>
      opens === closes
        ? 'Calling hours, none today'
        : `Calling hours, ${wallClock(opens)} to ${wallClock(closes)}`,
    said: ({ open, zone, until, rule }, now) => {
      if (open) return `Open until ${atTime(until, now)}.`;
      const where = zone === null ? 'Not open' : `Not open in ${zoneWords(zone)}`;
      return `${where} before ${atTime(until, now)}.${rule ? ` ${lawWords(rule)}` : ''}`;
    },
    decided: 'the calling hours',
  },
  in_call: {
    label: 'Not in a call',
    said: ({ inCall }) => (inCall ? 'It is in a call now.' : 'It is not in a call.'),
    decided: 'the call in progress',
  },
  account_in_call: {
    label: 'Account not in a call',
    said: ({ applies, inCall }) => {
      if (!applies) return 'The campaign calls every number.';
      return inCall ? 'Another number is in a call now.' : 'No other number is in a call.';
    },
    decided: 'a call to the account',
  },
};

/** By their numbers (domain/follow-up/day-part.ts). */
const dayParts = ['morning', 'afternoon', 'evening'];

export function ruleWords(rules: readonly RuleReading[], now: number): RuleWords[] {
  const decided = rules.find(({ passed }) => passed === false);
  return rules.map(({ rule, passed, read }) => {
    // The rule picks the words of its own reading, which the compiler cannot follow.
    const { label, said } = words[rule] as unknown as {
      label: string | ((read: unknown) => string);
      said: (read: unknown, now: number) => string;
    };
    if (read === null) {
      const why = decided ? words[decided.rule].decided : 'an earlier rule';
      const name = typeof label === 'string' ? label : plainLabels[rule];
      const said = `Not asked: ${why} had already decided.`;
      return { rule, passed, label: name ?? rule, read: said, policyRuleId: null };
    }
    return {
      ...{ rule, passed, read: said(read, now) },
      policyRuleId: passed === false && 'rule' in read ? (read.rule?.ruleId ?? null) : null,
      label: typeof label === 'string' ? label : label(read),
    };
  });
}

/** Of rules that were not asked, so that their figures are not known. */
const plainLabels: Partial<Record<RuleReading['rule'], string>> = {
  attempt_cap: 'Cap on attempts',
  least_gap: 'Minimum gap',
  contact_policy: 'Contact policy',
  calling_hours: 'Calling hours',
};
