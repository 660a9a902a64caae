/**
 * What the gate is asked about an entry: the facts that the database has of it, judged by the
 * client's hours and countries at an instant. The engine's claims and every screen that explains a
 * number ask with this one function.
 */
import type { DoNotCallSource } from '#contract/do-not-call.ts';
import type { SettledBy } from '#contract/rule-reading.ts';
import type { CallingHours } from './calling-hours.ts';
import { numberFault } from './dialing.ts';
import { homeZone, type PartQuestion } from './follow-up/day-part.ts';
import { type PartPlan, type PartStanding, partStanding } from './follow-up/part-standing.ts';
import { type AccountStanding, type GateQuestion, inCallWait, longWait } from './gate.ts';
import { later, type SimMs } from './milliseconds.ts';
import type { CampaignPolicy } from './policy/campaign-policy.ts';
import { type Consenting, consentMissing } from './policy/consent-hold.ts';
import { type Contact, policyHold } from './policy/contact-hold.ts';
import { registryHold } from './policy/registry-hold.ts';
import { type KnownAnswers, scrubHold } from './policy/scrub-hold.ts';

export interface EntryFacts extends Consenting {
  /** Who blocked the number; null when it is not blocked. */
  doNotCall: DoNotCallSource | null;
  /** Contact with the number rests until a manager decides on a text. */
  undecided: boolean;
  inCall: boolean;
  /** Attempts that count for the client's cap at this instant; 0 without one. */
  counted: number;
  /** By the client's cap: from when it may be tried again; null when at any time. */
  cappedUntil: SimMs | null;
  /** The same by the client's least gap. */
  gapUntil: SimMs | null;
  account: AccountStanding;
  /** What the limits, gaps and rests of the client's policy count; empty without any. */
  contacts: readonly Contact[];
  hasExternalId: boolean;
  /** The number is on the national do-not-call list; false where no rule asks. */
  onRegistry: boolean;
  /** What services have answered about the number; empty where no rule asks. */
  scrub: KnownAnswers;
  /** Null: an entry of the file. */
  followUp: FollowUpFacts | null;
}

/** Of an entry that follows an attempt. */
export interface FollowUpFacts {
  /** Somebody of the account wrote since that attempt: nobody is contacted again. */
  replied: boolean;
  /** Somebody of the account talked with an agent, or nobody knows whether; null: neither. */
  settled: SettledBy | null;
  /** The part of the day that was chosen for it; null where its rule asks for none. */
  part: (PartPlan & Pick<PartQuestion, 'shareOf'>) | null;
}

export interface GateMoment {
  now: SimMs;
  hours: CallingHours;
  /** Countries that the client may call. */
  countries: readonly string[];
  /** Null: no rule of the contact policy is about the campaign. */
  policy: CampaignPolicy | null;
  /** On the engine's clock (gate.ts). */
  submissionTakes: SimMs;
}

export function gateQuestion(facts: EntryFacts, moment: GateMoment): GateQuestion {
  const { now, hours, countries, policy, submissionTakes } = moment;
  return {
    now,
    doNotCall: facts.doNotCall,
    undecided: facts.undecided,
    // Uploads apply the same rule; this is for older lists and for countries removed since.
    notDialed: numberFault(facts.phone, countries) !== undefined,
    inCall: facts.inCall,
    cappedUntil: facts.cappedUntil,
    gapUntil: facts.gapUntil,
    policy: policy && (heldByWords(facts, policy, now) ?? heldByContacts(facts, policy, now)),
    consent: policy && consentMissing(policy.consents, facts),
    account: facts.account,
    replied: facts.followUp?.replied ?? false,
    settled: facts.followUp?.settled ?? null,
    partOfDay: partOf(facts, moment),
    hours: hours.verdict(facts, now),
    submissionTakes,
  };
}

function partOf(facts: EntryFacts, { now, hours }: GateMoment): PartStanding | null {
  const plan = facts.followUp?.part;
  if (!plan) return null;
  const { shareOf } = plan;
  return partStanding(plan, { zone: homeZone(facts), callee: facts, hours, from: now, shareOf });
}

/** By the national do-not-call list, or what a service said of the number. */
function heldByWords(facts: EntryFacts, policy: CampaignPolicy, now: SimMs) {
  const { registries, registryAsOf, scrubs } = policy;
  const rule = registryHold(registries, registryAsOf, facts, now) ?? scrubHold(scrubs, facts);
  return rule && { until: longWait(now), rule };
}

const heldByContacts = (facts: EntryFacts, { windows }: CampaignPolicy, now: SimMs) =>
  policyHold(windows, facts, now, later(now, inCallWait));
