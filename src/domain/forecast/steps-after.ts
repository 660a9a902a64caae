/** What follows an outcome in a run: the campaign's own rules, asked as the engine asks them. */
import type { FollowUpRule } from '#contract/follow-up.ts';
import { choosePart, type DayPart, partAt } from '../follow-up/day-part.ts';
import { type AttemptEnd, followedOutcome, nextStep } from '../follow-up/next-step.ts';
import { simMs } from '../milliseconds.ts';
import type { WindowRule } from '../policy/contact-hold.ts';
import type { Random } from '../random.ts';
import { dayMs, type ForecastInput, type Outcome } from './input.ts';
import { windowEnd } from './shared-contacts.ts';
import type { Way } from './waiting.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;

export interface Next extends Way {
  rule: FollowUpRule;
}

/** Where the same outcome on the same way always leads. */
export function createNextSteps({ followUps, campaignId }: ForecastInput) {
  const known = new Map<string, Next | null>();
  return (end: AttemptEnd, { way, wayKey }: Way): Next | null => {
    if (followUps.length === 0) return null;
    const outcome = followedOutcome(end);
    const key = `${outcome} ${wayKey}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const rule = nextStep(followUps, campaignId, outcome, way);
    const next = rule && {
      ...{ rule, way: [...way, { campaignId, ruleId: rule.ruleId }] },
      wayKey: `${wayKey} ${rule.ruleId}`,
    };
    known.set(key, next ?? null);
    return next ?? null;
  };
}

export interface Due {
  zone: string;
  /** Limits, gaps and rests about where the number may be. */
  rules: readonly WindowRule[];
  /** When the attempt ended. */
  ended: number;
  /** Attempts so far. */
  attempts: number;
  outcome: Outcome;
}

/** The numbers' class has its own hours. */
const anybody = { phone: '', state: null, zipCode: null };
const anyHour = {
  verdict: () => ({ allowed: true, until: Number.POSITIVE_INFINITY, zone: null, ruleId: null }),
};

/** When the follow-up may be made: by its rule, the cap, the gap and the contact policy. */
export function nextDue(
  { rule }: Next,
  { zone, rules, ended, attempts, outcome }: Due,
  { cap, leastGapHours }: ForecastInput,
  random: Random,
): number {
  const dues = [ended + rule.waitMinutes * minuteMs, ended + leastGapHours * hourMs];
  // Once an old attempt has left the window, those soon after it leave it, too.
  if (cap && attempts % cap.most === 0) dues.push(ended + cap.days * dayMs);
  for (const { terms } of rules) {
    if (terms.kind === 'gap') dues.push(ended + terms.hours * hourMs);
    else {
      const talked = outcome === 'person';
      const counts = terms.kind === 'rest' || terms.counts === 'conversations' ? talked : true;
      const reached = terms.kind === 'rest' || attempts % terms.most === 0;
      if (counts && reached) dues.push(windowEnd(terms, zone, ended));
    }
  }
  const from = Math.max(...dues);
  if (!rule.otherPart) return from;
  const part = partAt(zone, ended);
  const tried: DayPart[] = part === null ? [] : [part];
  const question = { zone, callee: anybody, hours: anyHour, from: simMs(from), tried };
  return choosePart({ ...question, shareOf: () => undefined }, random).due;
}
