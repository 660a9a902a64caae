/**
 * What limits, gaps and rests of the contact policy say about a number at an instant, by the
 * contacts that there were. Pure: the claim reads the contacts under the client's turn, so that
 * no other claim is between its count and its attempt (decision 084).
 */

import type {
  ContactSubject,
  GapTerms,
  LimitTerms,
  PolicyRule,
  PolicyTerms,
  Purpose,
  RestTerms,
} from '#contract/policy.ts';
import type { Callee } from '../calling-hours.ts';
import type { AttemptKind } from '../contact-cap.ts';
import { type SimMs, simMs } from '../milliseconds.ts';
import { candidateZones } from '../number-zones.ts';
import { clocksOf, instantOn, localDay } from '../zone-rules/zone-clock.ts';
import { mayBeIn } from './rule-scope.ts';

/** How a contact was found: by the number, the row of its file, or the External Id. */
export type FoundBy = Exclude<ContactSubject, 'person'>;

/** One attempt, or one text from the person. */
export interface Contact {
  /** Of its attempt, or of the text that it replies to: found in several ways, it counts once. */
  key: string;
  by: FoundBy;
  /** When it was attempted; of a text from the person, when that came. */
  at: SimMs;
  kind: AttemptKind;
  campaignId: number;
  purpose: Purpose;
  /** When they last talked: the end of a call that a person answered, or the reply to a text. */
  talkedAt: SimMs | null;
  /** In flight: it may be given back, and may become a conversation. */
  open: boolean;
  /** A text from the person, which is a conversation and no attempt of ours. */
  inbound?: boolean;
}

export type WindowTerms = LimitTerms | GapTerms | RestTerms;
export type WindowRule = PolicyRule & { terms: WindowTerms };

export function isWindow(terms: PolicyTerms): terms is WindowTerms {
  return terms.kind === 'limit' || terms.kind === 'gap' || terms.kind === 'rest';
}

export const isWindowRule = (rule: PolicyRule): rule is WindowRule => isWindow(rule.terms);

export interface Contacted extends Callee {
  /** Without an External Id, what counts by it counts for the row of the file. */
  hasExternalId: boolean;
  /** None of them older than `longestWindow`. */
  contacts: readonly Contact[];
}

export interface PolicyHold {
  until: SimMs;
  rule: WindowRule;
  /** Only a contact in flight stands against it, which is over soon. */
  brief: boolean;
}

const hour = 3_600_000;
const day = 24 * hour;

/**
 * The strictest of the rules at an instant: the one that holds the number the longest.
 *
 * @param brief from when a number that only a contact in flight holds is checked again
 */
export function policyHold(
  rules: readonly WindowRule[],
  contacted: Contacted,
  now: SimMs,
  brief: SimMs,
): PolicyHold | null {
  if (contacted.contacts.length === 0) return null;
  let strictest: PolicyHold | null = null;
  for (const rule of rules) {
    if (!mayBeIn(contacted, rule)) continue;
    const hold = holdBy(rule, contacted, now, brief);
    if (hold && (!strictest || isStricter(hold, strictest))) strictest = hold;
  }
  return strictest;
}

const isStricter = (one: PolicyHold, other: PolicyHold) =>
  one.brief === other.brief ? one.until > other.until : other.brief;

function holdBy(
  rule: WindowRule,
  contacted: Contacted,
  now: SimMs,
  brief: SimMs,
): PolicyHold | null {
  const counted = contactsFor(rule, contacted);
  const settled = counted.filter(({ open }) => !open);
  const until = heldUntil(rule.terms, settled, contacted);
  if (until > now) return { until: simMs(until), rule, brief: false };
  if (settled.length === counted.length) return null;
  // A call in flight may be a conversation already.
  const possible = counted.map((one) =>
    one.open && one.kind === 'call' ? { ...one, talkedAt: now } : one,
  );
  const until2 = heldUntil(rule.terms, possible, contacted);
  return until2 > now ? { until: simMs(Math.min(until2, brief)), rule, brief: true } : null;
}

/** The contacts that the rule counts, each once. */
function contactsFor(rule: WindowRule, { contacts, hasExternalId }: Contacted): Contact[] {
  const subject = rule.terms.of;
  const of = subject === 'external_id' && !hasExternalId ? 'account' : subject;
  const seen = new Set<string>();
  // Of several replies to one text the last one counts.
  const newestFirst = contacts.toSorted((a, b) => (b.talkedAt ?? b.at) - (a.talkedAt ?? a.at));
  return newestFirst.filter((one) => {
    if (of !== 'person' && one.by !== of) return false;
    if (rule.channel !== 'any' && rule.channel !== one.kind) return false;
    if (!one.inbound && rule.purpose !== null && rule.purpose !== one.purpose) return false;
    if (!one.inbound && rule.campaignId !== null && rule.campaignId !== one.campaignId)
      return false;
    if (seen.has(one.key)) return false;
    seen.add(one.key);
    return true;
  });
}

/** From when the rule allows another one; -Infinity: it never held it. */
function heldUntil(terms: WindowTerms, contacts: readonly Contact[], callee: Callee): number {
  const attempts = contacts.filter(({ inbound }) => !inbound).map(({ at }) => at);
  const talks = contacts.flatMap(({ talkedAt }) => (talkedAt === null ? [] : [talkedAt]));
  if (terms.kind === 'gap') return latest(attempts) + terms.hours * hour;
  if (terms.kind === 'rest') return leaves(latest(talks), terms, callee);
  const instants = terms.counts === 'attempts' ? attempts : talks;
  const nth = instants.toSorted((a, b) => b - a)[terms.most - 1];
  return nth === undefined ? Number.NEGATIVE_INFINITY : leaves(nth, terms, callee);
}

const latest = (instants: readonly number[]) => Math.max(Number.NEGATIVE_INFINITY, ...instants);

/** When a contact is no longer in the window. Calendar days end last where the day ends last. */
function leaves(
  at: number,
  { unit, length }: Pick<LimitTerms, 'unit' | 'length'>,
  { phone, state, zipCode }: Callee,
): number {
  if (!Number.isFinite(at)) return at;
  if (unit === 'hours') return at + length * hour;
  if (unit === 'days') return at + length * day;
  const clocks = candidateZones(phone, state, zipCode).flatMap((zone) => clocksOf(zone, at));
  return Math.max(...clocks.map((clock) => instantOn(clock, localDay(clock, at) + length, 0)));
}
