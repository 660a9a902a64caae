/** Which waiting numbers are one person's in a forecast, and when the contact policy lets the next one of them be contacted. */
import type { LimitTerms } from '#contract/policy.ts';
import type { WaitingGroup } from '../campaign-funnel.ts';
import type { WindowRule } from '../policy/contact-hold.ts';
import { mayBeIn } from '../policy/rule-scope.ts';
import type { ForecastFacts } from './facts.ts';
import { localTime } from './ground.ts';
import { dayMs } from './input.ts';
import type { Persons, SubjectSize } from './persons.ts';

/** Of somebody with more numbers, the rest counts as another person's. */
const mostNumbers = 8;

/** Undefined where each number may be taken for a person of its own. */
export function personsOf({
  sharedSubjects,
  windowRules,
  groups,
  followUps,
  otherNumbers,
}: Pick<ForecastFacts, 'sharedSubjects' | 'windowRules' | 'groups' | 'followUps' | 'otherNumbers'>):
  | Persons
  | undefined {
  if (!sharedSubjects) return undefined;
  const { account, externalId } = sharedSubjects;
  const again = followUps.some(({ action }) => action === 'again');
  const rules = windowRules.filter(({ terms }) => {
    const sizes = terms.of === 'account' ? account : externalId;
    return terms.of !== 'number' && (again ? hasSeveral(sizes) : binds(terms, sizes));
  });
  if (rules.length === 0 && !(again && hasSeveral(account))) return undefined;
  const byPerson = rules.some(({ terms }) => terms.of !== 'account');
  // A rule is used up by the numbers of a row of the file, not by rows of one External Id.
  const sharesBudget = hasSeveral(account) && (!byPerson || total(account) === total(externalId));
  const subjects = inParts(byPerson ? externalId : account);
  const place = rules.length === 0 ? 1 : Math.max(...rules.map((rule) => shareIn(rule, groups)));
  if (place === 0) return undefined;
  const sizes = sharesOf(subjects, place);
  const others = subjects.reduce((sum, one) => sum + (one.numbers - 1) * one.subjects, 0) * place;
  const leftOut = Math.min(1, otherNumbers / Math.max(1, others));
  return { sizes, rules, leftOut, sharesBudget };
}

const total = (sizes: readonly SubjectSize[]) =>
  sizes.reduce((sum, { subjects }) => sum + subjects, 0);
const hasSeveral = (sizes: readonly SubjectSize[]) => sizes.some(({ numbers }) => numbers > 1);

/** Whether there are persons with more numbers than it lets through at once. */
function binds(terms: WindowRule['terms'], sizes: readonly SubjectSize[]): boolean {
  const most = terms.kind === 'limit' ? terms.most : 1;
  return sizes.some(({ numbers }) => numbers > most);
}

function inParts(sizes: readonly SubjectSize[]): SubjectSize[] {
  return sizes.flatMap(({ numbers, subjects }) => {
    const whole = Math.floor(numbers / mostNumbers);
    const rest = numbers % mostNumbers;
    return [
      ...(whole > 0 ? [{ numbers: mostNumbers, subjects: whole * subjects }] : []),
      ...(rest > 0 ? [{ numbers: rest, subjects }] : []),
    ];
  });
}

/** @param place the share of the persons that the rules are about; the others' numbers are single ones */
function sharesOf(subjects: readonly SubjectSize[], place: number): Persons['sizes'] {
  const persons = new Map<number, number>();
  const add = (numbers: number, count: number) =>
    persons.set(numbers, (persons.get(numbers) ?? 0) + count);
  for (const { numbers, subjects: count } of subjects) {
    add(numbers, count * place);
    add(1, numbers * count * (1 - place));
  }
  const all = [...persons.values()].reduce((sum, count) => sum + count, 0);
  return [...persons].map(([numbers, count]) => ({ numbers, share: count / Math.max(1, all) }));
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

interface Contacted {
  zone: string;
  ended: number;
  /** Contacts of the person, this one included. */
  contacts: number;
  /** A person answered. */
  talked: boolean;
}

/** When the next number of a person may be contacted, after a contact. */
export function nextOfPerson(
  { rules }: Persons,
  { zone, ended, contacts, talked }: Contacted,
): number {
  const waits = rules.map(({ terms }) => {
    if (terms.kind === 'gap') return ended + terms.hours * 3_600_000;
    const byTalks = terms.kind === 'rest' || terms.counts === 'conversations';
    const most = terms.kind === 'rest' ? 1 : terms.most;
    const reached = byTalks ? talked && contacts >= most : contacts % most === 0;
    return reached ? windowEnd(terms, zone, ended) : ended;
  });
  return Math.max(ended, ...waits);
}

type WindowLength = Pick<LimitTerms, 'unit' | 'length'>;

/** When a contact has left the window; of calendar days, at the beginning of a day in the zone. */
export function windowEnd({ unit, length }: WindowLength, zone: string, at: number): number {
  if (unit === 'hours') return at + length * 3_600_000;
  if (unit === 'days') return at + length * dayMs;
  const intoDay = ((localTime(zone, at) % dayMs) + dayMs) % dayMs;
  return at + length * dayMs - intoDay;
}
