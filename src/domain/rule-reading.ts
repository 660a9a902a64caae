/** What each rule of the gate read about an entry, in the order in which it was asked. */
import type { RuleReading } from '#contract/rule-reading.ts';
import type { Callee, HoursRange } from './calling-hours.ts';
import type { AttemptKind, KindCap } from './contact-cap.ts';
import { countryOf, numberFault } from './dialing.ts';
import type { AskedRule, GateQuestion } from './gate.ts';
import type { EntryFacts } from './gate-question.ts';
import type { CampaignPolicy } from './policy/campaign-policy.ts';
import { mayBeIn } from './policy/rule-scope.ts';

export interface ReadingGiven {
  facts: EntryFacts;
  question: GateQuestion;
  countries: readonly string[];
  /** The hours that apply to it. */
  range: HoursRange;
  attemptKind: AttemptKind;
  cap: KindCap | null;
  leastGapHours: number;
  wholeAccounts: boolean;
  oneCallPerAccount: boolean;
  policy: CampaignPolicy | null;
}

type Readings = {
  [Rule in RuleReading['rule']]: (
    given: ReadingGiven,
  ) => NonNullable<Extract<RuleReading, { rule: Rule }>['read']>;
};

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

const readings: Readings = {
  do_not_call: ({ facts }) => ({ source: facts.doNotCall }),
  number_not_dialed: ({ facts, countries }) => ({
    fault: numberFault(facts.phone, countries) ?? null,
    country: countryOf(facts.phone),
  }),
  account_stop: ({ facts, wholeAccounts }) => ({
    applies: wholeAccounts,
    stopped: facts.account.stopped,
  }),
  already_reached: ({ facts, oneCallPerAccount }) => ({
    applies: oneCallPerAccount,
    reached: facts.account.reached,
  }),
  replied: ({ facts }) => ({
    applies: facts.followUp !== null,
    replied: facts.followUp?.replied ?? false,
  }),
  settled: ({ facts }) => ({
    applies: facts.followUp !== null,
    by: facts.followUp?.settled ?? null,
  }),
  undecided_text: ({ facts }) => ({ undecided: facts.undecided }),
  consent: ({ facts, question, policy }) => ({
    rules: policy?.consents.filter((rule) => mayBeIn(facts, rule)).length ?? 0,
    own: facts.ownConsent,
    list: facts.listConsent,
    rule: question.consent,
  }),
  attempt_cap: ({ facts, attemptKind, cap }) => ({
    kind: attemptKind,
    most: cap?.most ?? null,
    days: cap?.days ?? 0,
    counted: facts.counted,
    until: iso(facts.cappedUntil),
  }),
  least_gap: ({ facts, leastGapHours }) => ({
    hours: leastGapHours,
    until: iso(facts.gapUntil),
  }),
  contact_policy: ({ facts, question, policy }) => ({
    rules: policy ? rulesAbout(facts, policy) : 0,
    rule: question.policy?.rule ?? null,
    until: iso(question.policy?.until ?? null),
  }),
  part_of_day: ({ facts, question }) => {
    const { partOfDay } = question;
    const plan = facts.followUp?.part ?? null;
    const open = partOfDay?.open ?? true;
    // The calling hours alone decide: it has no end.
    const until = partOfDay && Number.isFinite(partOfDay.until) ? iso(partOfDay.until) : null;
    return { applies: plan !== null, tried: plan ? [...plan.tried] : [], open, until };
  },
  calling_hours: ({ question, range, policy }) => ({
    rule: policy?.hours.find(({ ruleId }) => ruleId === question.hours.ruleId) ?? null,
    opens: range.open,
    closes: range.close,
    open: question.hours.allowed,
    zone: question.hours.zone,
    until: new Date(question.hours.until).toISOString(),
  }),
  in_call: ({ facts }) => ({ inCall: facts.inCall }),
  account_in_call: ({ facts, oneCallPerAccount }) => ({
    applies: oneCallPerAccount,
    inCall: facts.account.inCall,
  }),
};

/** A list that is too old holds its whole campaign, unless the rule is about a state. */
function rulesAbout(callee: Callee, { windows, registries, scrubs }: CampaignPolicy): number {
  const own = [...windows, ...scrubs].filter((rule) => mayBeIn(callee, rule));
  const lists = registries.filter((rule) => rule.state === null || mayBeIn(callee, rule));
  return own.length + lists.length;
}

export function readRules(asked: readonly AskedRule[], given: ReadingGiven): RuleReading[] {
  return asked.map(({ rule, passed }) => {
    const read = passed === null ? null : readings[rule](given);
    // The rule picks the reading of its own, which the compiler cannot follow.
    return { rule, passed, read } as RuleReading;
  });
}
