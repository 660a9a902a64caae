/**
 * Waiting numbers whose contacts the contact policy counts together, by account or External Id: they come one after
 * the other, in waves. Which of a person's numbers is the first shows only while a campaign runs; how many there are is known.
 */
import type { WaitingGroup } from '../campaign-funnel.ts';
import type { WindowRule } from '../policy/contact-hold.ts';
import { mayBeIn } from '../policy/rule-scope.ts';
import { localTime } from './ground.ts';
import { dayMs } from './input.ts';

/** So many waiting numbers of one account, or one External Id. */
export interface SubjectSize {
  numbers: number;
  subjects: number;
}

/** By what rules count: sizes of the subjects of all numbers that wait. */
export interface SharedSubjects {
  account: readonly SubjectSize[];
  /** Without an External Id an account is one; a person is, too. */
  externalId: readonly SubjectSize[];
}

/** Further numbers of a person come together with the last of these. */
const mostWaves = 8;

export interface Waves {
  /** Shares of the numbers, 0 to 1, that have 0, 1, 2 … others before them. */
  shares: readonly number[];
  /** Limits, gaps and rests that count more than the number. */
  rules: readonly WindowRule[];
  /** Of those with others before them, the share that is left out once a person has answered. */
  leftOut: number;
}

/** Undefined where no rule makes a number wait for another one. */
export function wavesOf(
  { account, externalId }: SharedSubjects,
  windowRules: readonly WindowRule[],
  groups: readonly WaitingGroup[],
  otherNumbers: number,
): Waves | undefined {
  const rules = windowRules.filter(
    ({ terms }) =>
      terms.of !== 'number' && binds(terms, terms.of === 'account' ? account : externalId),
  );
  if (rules.length === 0) return undefined;
  const sizes = rules.some(({ terms }) => terms.of !== 'account') ? externalId : account;
  const counts = Array.from({ length: mostWaves }, (_, before) =>
    sizes.reduce((sum, one) => sum + one.subjects * numbersWith(before, one.numbers), 0),
  );
  const all = counts.reduce((sum, count) => sum + count, 0);
  const place = Math.max(...rules.map((rule) => shareIn(rule, groups)));
  const [, ...later] = counts.map((count) => (count / Math.max(1, all)) * place);
  const held = later.reduce((sum, share) => sum + share, 0);
  if (held === 0) return undefined;
  const leftOut = Math.min(1, otherNumbers / (held * Math.max(1, all)));
  return { shares: [1 - held, ...later], rules, leftOut };
}

/** Whether there are persons with more numbers than it lets through at once. */
function binds(terms: WindowRule['terms'], sizes: readonly SubjectSize[]): boolean {
  const most = terms.kind === 'limit' ? terms.most : 1;
  return sizes.some(({ numbers }) => numbers > most);
}

/** Of a person's numbers, those with so many before them. */
function numbersWith(before: number, numbers: number): number {
  if (before < mostWaves - 1) return numbers > before ? 1 : 0;
  return Math.max(0, numbers - before);
}

/** The share of the numbers that may be where the rule is about. */
function shareIn(rule: WindowRule, groups: readonly WaitingGroup[]): number {
  let [inside, all] = [0, 0];
  for (const { areaCode, state, zipCode, count } of groups) {
    all += count;
    if (mayBeIn({ phone: `1${areaCode}0000000`, state, zipCode }, rule)) inside += count;
  }
  return all === 0 ? 0 : inside / all;
}

/**
 * When the next number of a person may be contacted, after one that had `before` others before it.
 *
 * @param talked a person answered it
 */
export function nextOfPerson(
  { rules }: Waves,
  { zone, ended, before, talked }: { zone: string; ended: number; before: number; talked: boolean },
): number {
  const waits = rules.map(({ terms }) => {
    if (terms.kind === 'gap') return ended + terms.hours * 3_600_000;
    const byTalks = terms.kind === 'rest' || terms.counts === 'conversations';
    const most = terms.kind === 'rest' ? 1 : terms.most;
    const reached = byTalks ? talked && before + 1 >= most : (before + 1) % most === 0;
    if (!reached) return ended;
    if (terms.unit === 'hours') return ended + terms.length * 3_600_000;
    if (terms.unit === 'days') return ended + terms.length * dayMs;
    const intoDay = ((localTime(zone, ended) % dayMs) + dayMs) % dayMs;
    return ended + terms.length * dayMs - intoDay;
  });
  return Math.max(ended, ...waits);
}

/** Who comes after whom, in one run: by class, how many of each wave are still to be contacted, and to be let in. */
export class LaterWaves {
  readonly #shares: readonly number[];
  readonly #left: number[][] = [];
  readonly #outside: number[][] = [];

  constructor(shares: readonly number[]) {
    this.#shares = shares;
  }

  /** @returns how many of the class's numbers have nobody before them */
  divide(of: number, count: number): number {
    let [sum, given] = [0, 0];
    const counts = this.#shares.map((share) => {
      sum += share;
      const upTo = Math.min(count, Math.round(sum * count));
      const own = upTo - given;
      given = upTo;
      return own;
    });
    counts[0] = (counts[0] ?? 0) + count - given;
    // Where rounding leaves nobody to follow, a number is somebody's first.
    for (let wave = 1; wave < counts.length; wave += 1) {
      if (counts[wave - 1] !== 0) continue;
      counts[0] += counts[wave] ?? 0;
      counts[wave] = 0;
    }
    this.#left[of] = [...counts];
    this.#outside[of] = [0, ...counts.slice(1)];
    return counts[0];
  }

  /** So many of a wave have been contacted, or are out: @returns how many of the next one follow them. */
  follow(of: number, wave: number, count: number): number {
    const left = this.#left[of];
    const outside = this.#outside[of];
    const waiting = outside?.[wave + 1] ?? 0;
    if (!left || !outside || waiting === 0) return 0;
    const before = left[wave] ?? 0;
    const next = Math.min(waiting, Math.round((waiting * count) / Math.max(count, before)));
    left[wave] = Math.max(0, before - count);
    outside[wave + 1] = waiting - next;
    return next;
  }
}
