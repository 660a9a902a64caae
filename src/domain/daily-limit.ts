/**
 * The daily limits of a client: the most calls, texts and money in one Eastern day of the engines'
 * clock, over all its campaigns. They count attempts, whatever became of them; auto-replies, calls
 * to record a message and the agents' side of a Linkback are none. What a call costs is known when
 * it has ended: until then it counts with its longest message and a minute more. Only talk with an
 * agent can be longer: of a Linkback, calls in progress may still exceed the limit.
 */
import { dollars } from './money.ts';
import { counted } from './plural.ts';
import { billedDuration, callCost } from './rating.ts';

/** Null: no limit. */
export interface DailyLimits {
  calls: number | null;
  texts: number | null;
  /** Micro-dollars. */
  cost: number | null;
}
export type DailyKind = keyof DailyLimits;
export const dailyKinds = ['calls', 'texts', 'cost'] as const satisfies readonly DailyKind[];

export type DailyUse = { [Kind in DailyKind]: number };

export const noDailyLimits: DailyLimits = { calls: null, texts: null, cost: null };
const mostADay = 100_000_000;
/** Dollars. */
const mostCostADay = 10_000_000;
/** From this share on, a limit is announced. */
const nearShare = 0.8;

/** A machine's greeting comes before the message, and a person may press keys after it. */
const aroundMessage = 60_000;

/** Micro-dollars that a call counts with until its end. */
export function reservedCost(longestMessageMs: number, minuteCost: number): number {
  return callCost(billedDuration(longestMessageMs + aroundMessage), minuteCost);
}

/**
 * How many more attempts the limits allow.
 *
 * @param each micro-dollars that one of them reserves
 * @returns `by`: the limit that allows the fewest
 */
export function roomOf(
  limits: DailyLimits,
  used: DailyUse,
  kind: 'calls' | 'texts',
  each: number,
): { room: number; by: DailyKind | null } {
  const own = limits[kind] === null ? Number.POSITIVE_INFINITY : limits[kind] - used[kind];
  const paid = kind === 'calls' && limits.cost !== null ? limits.cost - used.cost : null;
  const byCost = paid === null ? Number.POSITIVE_INFINITY : affordable(paid, each);
  if (byCost < own) return { room: Math.max(0, byCost), by: 'cost' };
  return { room: Math.max(0, own), by: Number.isFinite(own) ? kind : null };
}

/** Free calls are placed while anything is left. */
function affordable(left: number, each: number): number {
  if (each > 0) return Math.floor(left / each);
  return left > 0 ? Number.POSITIVE_INFINITY : 0;
}

export interface LimitStanding {
  kind: DailyKind;
  used: number;
  most: number;
  state: 'below' | 'near' | 'reached';
}

/** Where each limit stands; limits that are not set are left out. */
export function standingOf(limits: DailyLimits, used: DailyUse): LimitStanding[] {
  return dailyKinds.flatMap((kind) => {
    const most = limits[kind];
    if (most === null) return [];
    const near = used[kind] >= most * nearShare ? 'near' : 'below';
    return [{ kind, used: used[kind], most, state: used[kind] >= most ? 'reached' : near }];
  });
}

/** "1,000 calls", "1 text", "$50.00". */
export function amountWords(kind: DailyKind, amount: number): string {
  if (kind === 'cost') return `$${dollars(amount)}`;
  return counted(amount, kind === 'calls' ? 'call' : 'text');
}

/** "1,000 calls and $50.00 a day"; undefined without a limit. */
export function describeDailyLimits(limits: DailyLimits): string | undefined {
  const parts = dailyKinds.flatMap((kind) => {
    const most = limits[kind];
    return most === null ? [] : [amountWords(kind, most)];
  });
  if (parts.length === 0) return undefined;
  const last = parts.pop();
  return `${parts.length === 0 ? last : `${parts.join(', ')} and ${last}`} a day`;
}

/** Reads "5000", or "none" as null; returns a sentence on what is wrong with any other text. */
export function parseDailyCount(text: string): number | null | string {
  if (text === 'none') return null;
  const most = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (most >= 1 && most <= mostADay) return most;
  return `"${text}" is not a valid daily limit. Use a whole number from 1 to ${mostADay}, or "none" for no limit.`;
}

/** Reads dollars, "250" or "250.50", as micro-dollars. */
export function parseDailyCost(text: string): number | null | string {
  if (text === 'none') return null;
  const match = /^(\d{1,8})(?:\.(\d{1,2}))?$/.exec(text);
  const cents = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : 0;
  if (cents >= 1 && cents <= mostCostADay * 100) return cents * 10_000;
  return `"${text}" is not a valid daily cost. Give dollars with at most two decimals, from 0.01 to ${mostCostADay}, or "none" for no limit.`;
}
