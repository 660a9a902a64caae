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
import { dayMs } from './input.ts';
import type { SharedSubjects, SubjectSize, Waves } from './waves.ts';

/** Further numbers of a person come together with the last of these. */
const mostWaves = 8;

type WindowLength = Pick<LimitTerms, 'unit' | 'length'>;

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
  const isHeld = ({ policy }: WaitingGroup) => policy?.reason === gateReasons.contactPolicy;
  const held = groups.reduce((sum, one) => sum + (isHeld(one) ? one.count : 0), 0);
  const place = Math.max(...rules.map((rule) => shareIn(rule, groups)));
  const parts = split(sizes, held);
  const [free, others] = [parts.free, parts.held].map((part) => sharesOf(part, place));
  const later = numbersLater(sizes) * place;
  if (!free || !others || later === 0) return undefined;
  return { shares: free, heldShares: others, rules, leftOut: Math.min(1, otherNumbers / later) };
}

/**
 * Whose numbers the policy holds now: those of a person of whom one was contacted. Which persons these are is not
 * known, but they have a number less that waits than they had: so many numbers, of those with the fewest.
 */
function split(sizes: readonly SubjectSize[], held: number) {
  let left = held;
  const parts: Record<'free' | 'held', SubjectSize[]> = { free: [], held: [] };
  for (const { numbers, subjects } of sizes.toSorted((a, b) => a.numbers - b.numbers)) {
    const of = Math.min(subjects, left / numbers);
    left -= of * numbers;
    if (of > 0) parts.held.push({ numbers, subjects: of });
    if (of < subjects) parts.free.push({ numbers, subjects: subjects - of });
  }
  return parts;
}

function sharesOf(sizes: readonly SubjectSize[], place: number): number[] {
  const counts = Array.from({ length: mostWaves }, (_, before) =>
    sizes.reduce((sum, one) => sum + one.subjects * numbersWith(before, one.numbers), 0),
  );
  const all = counts.reduce((sum, count) => sum + count, 0);
  const [, ...later] = counts.map((count) => (count / Math.max(1, all)) * place);
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
