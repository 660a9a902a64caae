/**
 * Waiting numbers whose contacts the contact policy counts together, by account or External Id: they come one after
 * the other, in waves. Which of a person's numbers is the first shows only while a campaign runs; how many there are is known.
 */
import type { LimitTerms } from '#contract/policy.ts';
import type { WaitingGroup } from '../campaign-funnel.ts';
import { gateReasons } from '../gate.ts';
import type { WindowRule } from '../policy/contact-hold.ts';
import { mayBeIn } from '../policy/rule-scope.ts';
import { localTime } from './ground.ts';
import { dayMs, type NumberClass } from './input.ts';
import type { SharedSubjects, SubjectSize, Waves } from './waves.ts';

/** Further numbers of a person come together with the last of these. */
const mostWaves = 8;

type WindowLength = Pick<LimitTerms, 'unit' | 'length'>;

export interface FoundWaves extends Waves {
  /** Of all persons' numbers that wait. */
  sizes: readonly SubjectSize[];
  /** The share of the numbers that may be where a rule is about. */
  place: number;
  /** So many of them the contact policy holds now. */
  held: number;
}

/** Undefined where no rule makes a number wait for another one. */
export function wavesOf(
  { account, externalId }: SharedSubjects,
  windowRules: readonly WindowRule[],
  groups: readonly WaitingGroup[],
  otherNumbers: number,
): FoundWaves | undefined {
  const rules = windowRules.filter(
    ({ terms }) =>
      terms.of !== 'number' && binds(terms, terms.of === 'account' ? account : externalId),
  );
  if (rules.length === 0) return undefined;
  const sizes = rules.some(({ terms }) => terms.of !== 'account') ? externalId : account;
  const isHeld = ({ policy }: WaitingGroup) => policy?.reason === gateReasons.contactPolicy;
  const held = groups.reduce((sum, one) => sum + (isHeld(one) ? one.count : 0), 0);
  const place = Math.max(...rules.map((rule) => shareIn(rule, groups)));
  const [, free] = split(sizes, held);
  const later = numbersLater(sizes) * place;
  if (later === 0) return undefined;
  const leftOut = Math.min(1, otherNumbers / later);
  return { shares: sharesOf(free, place), rules, leftOut, sizes, place, held };
}

/**
 * Classes that the policy holds now, with how many numbers follow there: those of persons of whom some were contacted.
 * Which persons these are is not known, but the more of their numbers were contacted, the fewer are left, and
 * the later they were, the later the policy lets go.
 */
export function withHeldWaves(
  classes: readonly NumberClass[],
  { sizes, place, held: all }: FoundWaves,
): NumberClass[] {
  // Those held beyond the schedule are in no class: they are held longest of all.
  const inClasses = classes.reduce((sum, { held, count }) => sum + (held ? count : 0), 0);
  let [, rest] = split(sizes, Math.max(0, all - inClasses));
  const waves = new Map<NumberClass, readonly number[]>();
  for (const one of classes.filter(({ held }) => held).toSorted((a, b) => b.due - a.due)) {
    const [own, others] = split(rest, one.count);
    waves.set(one, sharesOf(own, place));
    rest = others;
  }
  return classes.map((one) => ({ ...one, ...(one.held && { waves: waves.get(one) ?? [1] }) }));
}

/** So many numbers of the persons with the fewest, and those of the others. */
function split(sizes: readonly SubjectSize[], numbers: number): [SubjectSize[], SubjectSize[]] {
  let left = numbers;
  const parts: [SubjectSize[], SubjectSize[]] = [[], []];
  for (const one of sizes.toSorted((a, b) => a.numbers - b.numbers)) {
    const subjects = Math.min(one.subjects, left / one.numbers);
    left -= subjects * one.numbers;
    if (subjects > 0) parts[0].push({ ...one, subjects });
    if (subjects < one.subjects) parts[1].push({ ...one, subjects: one.subjects - subjects });
  }
  return parts;
}

function sharesOf(sizes: readonly SubjectSize[], place: number): number[] {
  const counts = Array.from({ length: mostWaves }, (_, before) =>
    sizes.reduce((sum, one) => sum + one.subjects * numbersWith(before, one.numbers), 0),
  );
  const all = counts.reduce((sum, count) => sum + count, 0);
  // Rounded, as equal ones are one pool.
  const [, ...later] = counts.map((count) => Math.round((1e6 * count * place) / (all || 1)) / 1e6);
  return [1 - later.reduce((sum, share) => sum + share, 0), ...later];
}

const numbersLater = (sizes: readonly SubjectSize[]) =>
  sizes.reduce((sum, { numbers, subjects }) => sum + (numbers - 1) * subjects, 0);

/** Whether there are persons with more numbers than it lets through at once. */
function binds(terms: WindowRule['terms'], sizes: readonly SubjectSize[]): boolean {
  const most = terms.kind === 'limit' ? terms.most : 1;
  return sizes.some(({ numbers }) => numbers > most);
}

/** How many of a person's numbers have exactly `before` others before them; in the last wave, that many or more. */
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
    return windowEnd(terms, zone, ended);
  });
  return Math.max(ended, ...waits);
}

/** When a contact has left the window; of calendar days, at the beginning of a day in the zone. */
export function windowEnd({ unit, length }: WindowLength, zone: string, at: number): number {
  if (unit === 'hours') return at + length * 3_600_000;
  if (unit === 'days') return at + length * dayMs;
  const intoDay = ((localTime(zone, at) % dayMs) + dayMs) % dayMs;
  return at + length * dayMs - intoDay;
}
