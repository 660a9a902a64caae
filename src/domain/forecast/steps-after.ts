/** What follows an outcome in a run: the campaign's own rules, asked as the engine asks them. */
import type { FollowUpRule } from '#contract/follow-up.ts';
import { choosePart, type DayPart, partAt } from '../follow-up/day-part.ts';
import { type AttemptEnd, followedOutcome, nextStep } from '../follow-up/next-step.ts';
import { simMs } from '../milliseconds.ts';
import type { WindowRule } from '../policy/contact-hold.ts';
import type { Random } from '../random.ts';
import { dayMs, type ForecastInput, type Outcome } from './input.ts';
import { windowEnd } from './shared-contacts.ts';
import type { KeptContacts, Past, Way } from './waiting.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;

export interface Next extends Way {
  rule: FollowUpRule;
}

/** Where the same outcome on the same way always leads. */
export function createNextSteps({ followUps, campaignId }: ForecastInput) {
  const known = new Map<string, Next | null>();
  // The same by their objects: a run asks for each of its cohorts at each step.
  const quick = new Map<Way, Partial<Record<Outcome, Next | null>>>();
  const find = (outcome: Outcome, { way, wayKey }: Way): Next | null => {
    const followed = followedOutcome({ result: outcome } satisfies AttemptEnd);
    const key = `${followed} ${wayKey}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const rule = nextStep(followUps, campaignId, followed, way);
    const next = rule && {
      ...{ rule, way: [...way, { campaignId, ruleId: rule.ruleId }] },
      wayKey: `${wayKey} ${rule.ruleId}`,
    };
    known.set(key, next ?? null);
    return next ?? null;
  };
  return (outcome: Outcome, from: Way): Next | null => {
    if (followUps.length === 0) return null;
    let byOutcome = quick.get(from);
    if (!byOutcome) {
      byOutcome = {};
      quick.set(from, byOutcome);
    }
    const found = byOutcome[outcome];
    if (found !== undefined) return found;
    const next = find(outcome, from);
    byOutcome[outcome] = next;
    return next;
  };
}

export interface Due {
  zone: string;
  /** Limits, gaps and rests about where the number may be. */
  rules: readonly WindowRule[];
  /** When the attempt ended. */
  ended: number;
  outcome: Outcome;
  /** Contacts before it that limits still count, the oldest first. */
  past: readonly Past[];
}

/**
 * How many of a number's earlier contacts its cohort keeps: those that a limit or the cap of two or more
 * may count once it is reached, which takes as many contacts as the campaign's own rules can lead to.
 */
export function contactsToKeep({
  rules,
  cap,
  followUps,
}: Pick<ForecastInput, 'rules' | 'cap' | 'followUps'>): KeptContacts {
  const again = followUps.filter(({ action }) => action === 'again');
  const possible = again.reduce((sum, { most }) => sum + most, 1);
  const limits = rules.flatMap(({ terms }) => (terms.kind === 'limit' ? [terms] : []));
  const reachable = [...limits, ...(cap ? [{ most: cap.most, unit: 'days' as const }] : [])].filter(
    ({ most }) => most <= possible,
  );
  const most = again.length === 0 ? 0 : Math.max(0, ...reachable.map((one) => one.most - 1));
  // With the last of them the waiting ends. No six hours have the calling hours of two days in them; a window
  // of hours may be as short as one.
  const inHours = reachable.some((one) => one.most > 1 && one.unit === 'hours');
  return { most, slot: (inHours ? 1 / 4 : 6) * hourMs };
}

/** The contact that must leave the window before another one is allowed; undefined: there were too few. */
function leaving(
  { ended, outcome, past }: Due,
  { most, counts }: { most: number; counts: 'attempts' | 'conversations' },
): number | undefined {
  const byTalks = counts === 'conversations';
  let left = most;
  if (!byTalks || outcome === 'person') left -= 1;
  if (left === 0) return ended;
  for (let index = past.length - 1; index >= 0; index -= 1) {
    const contact = past[index] as Past;
    if (!byTalks || contact.talked) left -= 1;
    if (left === 0) return contact.at;
  }
  return undefined;
}

/** The numbers' class has its own hours. */
const anybody = { phone: '', state: null, zipCode: null };
const anyHour = {
  verdict: () => ({ allowed: true, until: Number.POSITIVE_INFINITY, zone: null, ruleId: null }),
};

/** When the follow-up may be made: by its rule, the cap, the gap and the contact policy. */
export function nextDue(
  { rule }: Next,
  after: Due,
  { cap, leastGapHours }: ForecastInput,
  random: Random,
): number {
  const { zone, rules, ended, outcome } = after;
  let from = ended + Math.max(rule.waitMinutes * minuteMs, leastGapHours * hourMs);
  const capped = cap && leaving(after, { most: cap.most, counts: 'attempts' });
  if (cap && capped) from = Math.max(from, capped + cap.days * dayMs);
  for (const { terms } of rules) {
    if (terms.kind === 'gap') from = Math.max(from, ended + terms.hours * hourMs);
    else if (terms.kind === 'rest') {
      if (outcome === 'person') from = Math.max(from, windowEnd(terms, zone, ended));
    } else {
      const nth = leaving(after, terms);
      if (nth !== undefined) from = Math.max(from, windowEnd(terms, zone, nth));
    }
  }
  if (!rule.otherPart) return from;
  const part = partAt(zone, ended);
  const tried: DayPart[] = part === null ? [] : [part];
  const question = { zone, callee: anybody, hours: anyHour, from: simMs(from), tried };
  return choosePart({ ...question, shareOf: () => undefined }, random).due;
}
