import type { Database } from '../../src/db/database.ts';
import type { Random } from '../../src/domain/random.ts';
import type { Ledger } from './ledger.ts';
import type { Stage } from './stage.ts';
import type { Household } from './town.ts';

/** What the people who do things to campaigns work with. */
export interface Office {
  stage: Stage;
  db: Database;
  random: Random;
  ledger: Ledger;
  town: Household[];
  /** Simulated. */
  now(): number;
  /** Simulated milliseconds of a real second. */
  second: number;
  /** A wrong build: only the row is written. */
  bareOptOut: boolean;
  /** Somebody locks rows for a while, as a psql session or a maintenance job does. */
  locks: boolean;
  ask<Row>(clientId: number, sql: string, values: unknown[]): Promise<Row[]>;
  rates: Map<string, { most: number; starts: number }>;
}
