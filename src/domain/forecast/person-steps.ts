/** What becomes of persons after a contact in a run: the next number, a follow-up, or nothing more. */

import type { Taken } from '../follow-up/next-step.ts';
import { inCallWait } from '../gate.ts';
import type { Random } from '../random.ts';
import { drawBinomial } from './draws.ts';
import type { Ground } from './ground.ts';
import { type Outcome, outcomes } from './input.ts';
import type { Pending, Person, Persons } from './persons.ts';
import { nextOfPerson } from './shared-contacts.ts';
import { type createNextSteps, nextDue } from './steps-after.ts';
import { type Cohort, noWay, type Some, type WaitingNumbers } from './waiting.ts';

const minuteMs = 60_000;
/** Waits of follow-ups behind other contacts are taken together by so many milliseconds. */
const waitGrid = 1_800_000;

interface Parts {
  ground: Ground;
  random: Random;
  waiting: WaitingNumbers;
  next: ReturnType<typeof createNextSteps>;
  persons: Persons;
}

/** Contacts of one cohort with one outcome. */
interface Ended {
  cohort: Cohort;
  outcome: Outcome;
  count: number;
  /** Of these, those that a rule may follow. */
  followed: number;
  /** When the attempts began. */
  last: number;
}

export class PersonSteps {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * @param counts contacts by outcome
   * @param followed of these, those that a rule may follow
   */
  settle(
    group: readonly Some[],
    counts: readonly number[],
    followed: readonly number[],
    last: number,
  ): void {
    const left = group.map(({ count }) => count);
    for (const [index, outcome] of outcomes.entries()) {
      const own = divide(counts[index] ?? 0, left);
      const rest = [...own];
      const follow = divide(followed[index] ?? 0, rest);
      for (const [at, { cohort }] of group.entries()) {
        const count = own[at] ?? 0;
        left[at] = (left[at] ?? 0) - count;
        if (count > 0) this.#after({ cohort, outcome, count, followed: follow[at] ?? 0, last });
      }
    }
    // Whose outcome is not counted has had its contact, too.
    for (const [at, { cohort }] of group.entries()) {
      const count = left[at] ?? 0;
      if (count > 0) this.#after({ cohort, outcome: 'failed', count, followed: 0, last });
    }
  }

  #after(ended: Ended): void {
    const { random, persons } = this.#parts;
    const { cohort, outcome, count, followed } = ended;
    const { person } = cohort;
    if (!person) return;
    const pending = followed > 0 ? this.#followUp(ended, person) : undefined;
    for (const [some, more] of [
      [pending ? followed : 0, pending],
      [pending ? count - followed : count, undefined],
    ] as const) {
      const leaves = outcome === 'person' && person.numbers > 0;
      const out = leaves ? drawBinomial(random, some, persons.leftOut) : 0;
      const after = personAfter(person, more, persons);
      this.#goOn(ended, after, some - out);
      this.#goOn(ended, { ...after, numbers: 0 }, out);
    }
  }

  /** The follow-up that the outcome leads to in this campaign. */
  #followUp({ cohort, outcome, last }: Ended, person: Person): Pending | undefined {
    const { ground, random, next, persons } = this.#parts;
    const { input } = ground;
    const fired = persons.sharesBudget ? person.fired : undefined;
    const step = next({ result: outcome }, cohort, fired);
    if (step?.rule.action !== 'again') return undefined;
    const { zone = '', rules = input.rules } = input.classes[cohort.of] ?? {};
    const own = rules.filter((rule) => !persons.rules.includes(rule));
    const ended = last + this.#lengthOf(outcome);
    const attempts = cohort.way.length + 1;
    const due = nextDue(step, { zone, rules: own, ended, attempts, outcome }, input, random);
    const wait = due - ended;
    const rule = step.way.at(-1);
    if (!fired || !rule) return { ...step, rule, wait };
    // What fired for all numbers decides: of its own way the length alone.
    const way = withRule(fired, rule).slice(0, step.way.length);
    return { way, wayKey: way.map(({ ruleId }) => ruleId).join(' '), rule, wait };
  }

  /** The person's next contact: a number that was not contacted yet, else the first follow-up. */
  #goOn({ cohort, outcome, last }: Ended, person: Person, count: number): void {
    const { ground, waiting, persons } = this.#parts;
    const [first] = person.pending;
    const isNew = person.numbers > 0;
    if (count === 0 || (!isNew && !first)) return;
    const ended = last + this.#lengthOf(outcome);
    const zone = ground.input.classes[cohort.of]?.zone ?? '';
    const talked = outcome === 'person';
    const { contacts } = person;
    const held = nextOfPerson(persons, { zone, ended: last, contacts, talked });
    // A claim looks for another number again once the call may be over.
    const ready = isNew ? last + inCallWait : ended + (first?.wait ?? 0);
    const { step } = ground;
    const due = Math.ceil(Math.max(held, ready) / step) * step;
    const others = isNew ? person.pending : person.pending.slice(1);
    const waits = others.map((one) => ({ ...one, wait: onGrid(one.wait - (due - ended)) }));
    const left = { ...person, numbers: person.numbers - Number(isNew), pending: waits };
    waiting.add(due, waiting.cohortOf(cohort.of, isNew || !first ? noWay : first, left), count);
  }

  #lengthOf(outcome: Outcome): number {
    const sorted = this.#parts.ground.lengths.sorted[outcome];
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  }
}

/** With one contact more, and what that led to. */
function personAfter(person: Person, more: Pending | undefined, persons: Persons): Person {
  const { pending, fired } = person;
  return {
    contacts: contactsThatMatter(person.contacts + 1, persons),
    numbers: person.numbers,
    pending: more ? [...pending, more].toSorted((a, b) => a.wait - b.wait) : pending,
    fired: more?.rule && persons.sharesBudget ? withRule(fired, more.rule) : fired,
  };
}

const withRule = (fired: readonly Taken[], rule: Taken) =>
  [...fired, rule].toSorted((a, b) => a.ruleId - b.ruleId);

/** Persons with the same rest of contacts by each limit are alike. */
function contactsThatMatter(contacts: number, { rules }: Persons): number {
  const limits = rules.flatMap(({ terms }) => (terms.kind === 'limit' ? [terms] : []));
  if (limits.some(({ counts }) => counts === 'conversations')) return contacts;
  const [most = 1, ...others] = limits.map((terms) => terms.most);
  return others.every((one) => one === most) ? ((contacts - 1) % most) + 1 : contacts;
}

/** Short waits stay as they are. */
const onGrid = (wait: number) =>
  wait < waitGrid
    ? Math.max(0, Math.ceil(wait / minuteMs) * minuteMs)
    : Math.ceil(wait / waitGrid) * waitGrid;

/** In proportion, and none more than there are; all of `count` where there are enough. */
function divide(count: number, most: readonly number[]): number[] {
  let room = most.reduce((sum, one) => sum + one, 0);
  let left = Math.min(count, room);
  return most.map((one) => {
    const wanted = room === 0 ? 0 : Math.round((left * one) / room);
    room -= one;
    const share = Math.max(left - room, Math.min(one, wanted));
    left -= share;
    return share;
  });
}
