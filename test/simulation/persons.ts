/** Who lives behind the numbers of a client: accounts of one to three numbers, as its files give them. */
import { asClient, type Database } from '../../src/db/database.ts';
import type { Random } from '../../src/domain/random.ts';
import type { StopScope } from '../../src/domain/stop-scope.ts';

export interface Person {
  phones: string[];
  /** Some files have none. */
  externalId: string | null;
}

export interface Persons {
  /** By number. */
  of: ReadonlyMap<string, Person>;
  /** 0: none. */
  leastGapHours: number;
  stopScope: StopScope;
}

export function drawPersons(random: Random, phones: readonly string[]): Persons {
  const of = new Map<string, Person>();
  for (let at = 0; at < phones.length; ) {
    const own = phones.slice(at, at + random.between(1, 3));
    const person = { phones: own, externalId: random.chance(0.6) ? `A-${at}` : null };
    for (const phone of own) of.set(phone, person);
    at += own.length;
  }
  return {
    of,
    leastGapHours: random.chance(0.5) ? random.between(1, 4) : 0,
    stopScope: random.chance(0.8) ? 'account' : 'number',
  };
}

/** As the operator sets it before anything runs. */
export async function settle(
  db: Database,
  clientId: number,
  { leastGapHours, stopScope }: Persons,
): Promise<void> {
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE client SET least_gap_hours = $2, stop_scope = $3 WHERE client_id = $1', [
      clientId,
      leastGapHours,
      stopScope,
    ]),
  );
}

export interface ListRow {
  line: number;
  column: number;
  phone: string;
  externalId: string | null;
}

/** A file's rows: each person once, where the first of its numbers stands, with those that are given. */
export function rowsOf(phones: readonly string[], persons?: Persons): ListRow[] {
  const lines = new Map<Person | string, string[]>();
  for (const phone of phones) {
    const whose = persons?.of.get(phone) ?? phone;
    lines.set(whose, [...(lines.get(whose) ?? []), phone]);
  }
  return [...lines].flatMap(([whose, own], line) =>
    own.map((phone, column) => ({
      ...{ line: line + 2, column: column + 1, phone },
      externalId: typeof whose === 'string' ? null : whose.externalId,
    })),
  );
}
