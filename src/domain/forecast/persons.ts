/**
 * Persons with several numbers, as a run contacts them: where the contact policy counts their contacts together, or
 * follow-up rules are used up together, one number comes after the other. What waits for a person is kept with it.
 */
import type { Taken } from '../follow-up/next-step.ts';
import type { WindowRule } from '../policy/contact-hold.ts';

/** So many waiting numbers of one account, or one External Id. */
export interface SubjectSize {
  numbers: number;
  subjects: number;
}

/** Sizes of the subjects of all numbers that wait. */
export interface SharedSubjects {
  account: readonly SubjectSize[];
  /** Where a rule counts by External Id or person; without an External Id an account is one. */
  externalId: readonly SubjectSize[];
}

export interface Persons {
  /** Persons with so many numbers, as shares of all persons, 0 to 1. Some have more than one number. */
  sizes: readonly { numbers: number; share: number }[];
  /** Limits, gaps and rests that hold a person's next number; none: only follow-up rules are shared. */
  rules: readonly WindowRule[];
  /** The share of persons whose other numbers are left out once somebody has answered. */
  leftOut: number;
  /** What follow-up rules have fired for one number counts for the others, too. */
  sharesBudget: boolean;
}

/** Rules that fired on the way to an attempt, and the same for comparing. */
export interface Way {
  way: readonly Taken[];
  wayKey: string;
}

/** A follow-up that waits. */
export interface Pending extends Way {
  /** Milliseconds from the end of the person's last contact on. */
  wait: number;
  /** The rule that made it. */
  rule: Taken | undefined;
}

/** What a person's next contact leaves. */
export interface Person {
  /** Contacts before it. */
  contacts: number;
  /** Numbers that were not contacted yet. */
  numbers: number;
  pending: readonly Pending[];
  /** Rules that fired for any of the numbers. */
  fired: readonly Taken[];
}

export const personKey = ({ contacts, numbers, pending, fired }: Person) =>
  [
    ...[contacts, numbers, fired.map(({ campaignId, ruleId }) => `${campaignId}.${ruleId}`)],
    pending.map(({ wayKey, wait }) => `${wayKey}@${wait}`),
  ].join(' ');

/** Entries that wait, of a person whose next contact is one of them. */
export const entriesOf = (person: Person | null) =>
  1 + (person ? person.numbers + person.pending.length : 0);

/** Divides the numbers of one class after the other into persons; what is rounded off goes to the next class. */
export function createDivision(sizes: Persons['sizes']) {
  const each = sizes.reduce((sum, { numbers, share }) => sum + numbers * share, 0);
  const carried = new Map<number, number>();
  return (count: number): { numbers: number; persons: number }[] => {
    let left = count;
    const found = sizes
      .filter(({ numbers }) => numbers > 1)
      .toSorted((a, b) => b.numbers - a.numbers)
      .map(({ numbers, share }) => {
        const wanted = (carried.get(numbers) ?? 0) + (count * share) / each;
        const persons = Math.min(Math.round(wanted), Math.floor(left / numbers));
        carried.set(numbers, wanted - persons);
        left -= persons * numbers;
        return { numbers, persons };
      });
    return [...found, { numbers: 1, persons: left }].filter(({ persons }) => persons > 0);
  };
}
