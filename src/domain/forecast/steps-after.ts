/** What follows an outcome in a run: the campaign's own rules, asked as the engine asks them. */
import type { FollowUpRule } from '#contract/follow-up.ts';
import { choosePart, type DayPart, partAt } from '../follow-up/day-part.ts';
import { type AttemptEnd, followedOutcome, nextStep } from '../follow-up/next-step.ts';
import { simMs } from '../milliseconds.ts';
import type { Random } from '../random.ts';
import { dayMs, type ForecastInput, type Outcome } from './input.ts';
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
  { zone, ended, attempts, outcome }: Due,
  { cap, leastGapHours, rules }: ForecastInput,
  random: Random,
): number {
  const waits = [rule.waitMinutes * minuteMs, leastGapHours * hourMs];
  if (cap && attempts >= cap.most) waits.push(cap.days * dayMs);
  for (const { terms } of rules) {
    if (terms.kind === 'gap') waits.push(terms.hours * hourMs);
    else {
      const unit = terms.unit === 'hours' ? hourMs : dayMs;
      const talked = outcome === 'person';
      const counts = terms.kind === 'rest' || terms.counts === 'conversations' ? talked : true;
      const reached = terms.kind === 'rest' || attempts >= terms.most;
      if (counts && reached) waits.push(terms.length * unit);
    }
  }
  const from = ended + Math.max(...waits);
  if (!rule.otherPart) return from;
  const part = partAt(zone, ended);
  const tried: DayPart[] = part === null ? [] : [part];
  const question = { zone, callee: anybody, hours: anyHour, from: simMs(from), tried };
  return choosePart({ ...question, shareOf: () => undefined }, random).due;
}
