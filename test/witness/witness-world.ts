/** A database that can return to an earlier state, like a restored backup, and its engine. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import pino from 'pino';
import { afterAll, inject } from 'vitest';
import { asPlatform, closeDatabase, type Database, openDatabase } from '../../src/db/database.ts';
import { numberKeyOf } from '../../src/db/number-key.ts';
import { holdAsRestored, holdByHand } from '../../src/db/queries/hold.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { startWitness, type Witness } from '../../src/witness/witness.ts';
import { makeEngine, type TestEngine } from '../engine/test-engine.ts';
import { afternoon, vault } from '../engine/world.ts';
import { dropDatabase } from '../harness/drop-database.ts';

/** Numbers are known by their hashes, as in every process. */
const numberKey = numberKeyOf(vault.lookupKey('numbers'));

export interface Phase extends TestEngine {
  /** Journaled: what managers and engines do. */
  db: Database;
  witness: Witness;
  notes: string[];
  /** Stops the engine like a kill: nothing is ended in order. */
  end(): Promise<void>;
}

export interface WitnessWorld {
  url: string;
  /** Data folders by name; `carrier` has the carrier's log. */
  folder(name: string): string;
  /** Another process of Carillon on this database; the clock goes on. */
  begin(wish?: { folder?: string; witnessed?: boolean; placesCalls?: boolean }): Promise<Phase>;
  /** Nothing may be connected. */
  backup(): Promise<void>;
  restore(): Promise<void>;
  /** The last step of `carillon restore`. */
  restored(): Promise<void>;
  /** Like `start --hold`. */
  holdByHand(): Promise<void>;
}

export async function witnessWorld(): Promise<WitnessWorld> {
  const server = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const owner = { ...server, database: name };
  const root = mkdtempSync(join(tmpdir(), 'carillon-witness-'));
  const clock = virtualClock(afternoon);
  await run(`CREATE DATABASE ${name} TEMPLATE carillon_template`);
  afterAll(async () => {
    await dropDatabase(name, run);
    await dropDatabase(`${name}_backup`, run);
    rmSync(root, { recursive: true, force: true });
  });
  const folder = (part: string) => join(root, part);
  for (const part of ['one', 'two', 'three', 'carrier']) mkdirSync(folder(part));
  // The key that test/engine/world.ts seals with, for commands.
  for (const part of ['one', 'two', 'three']) {
    writeFileSync(join(folder(part), 'carillon.key'), '01'.repeat(32), { mode: 0o600 });
  }

  return {
    url: `postgresql://${server.user}@${encodeURIComponent(server.host)}:${server.port}/${name}`,
    folder,
    async begin({ folder: own = 'one', witnessed = true, placesCalls = true } = {}) {
      const plain = openDatabase({ ...owner, max: 10, numberKey });
      const notes: string[] = [];
      const witness = await startWitness({
        ...{ db: plain, vault, dataFolder: folder(own) },
        log: pino({ level: 'silent' }),
        placesCalls,
        note: (sentence) => notes.push(sentence),
      });
      const db = witnessed ? { ...plain, journal: witness } : plain;
      const made = makeEngine(db, {
        clock,
        folder: folder('carrier'),
        deps: witnessed ? { witness } : {},
      });
      return {
        ...made,
        ...{ db, witness, notes },
        async end() {
          await witness.stop();
          await closeDatabase(plain);
        },
      };
    },
    async backup() {
      await dropDatabase(`${name}_backup`, run);
      await run(`CREATE DATABASE ${name}_backup TEMPLATE ${name}`);
    },
    async restore() {
      await dropDatabase(name, run);
      await run(`CREATE DATABASE ${name} TEMPLATE ${name}_backup`);
    },
    async restored() {
      const db = openDatabase({ ...owner, max: 1 });
      await asPlatform(db, (tx) => holdAsRestored(tx, '2026-11-20T20:00:00Z'));
      await closeDatabase(db);
    },
    async holdByHand() {
      const db = openDatabase({ ...owner, max: 1 });
      await asPlatform(db, (tx) => holdByHand(tx, {}));
      await closeDatabase(db);
    },
  };

  async function run(sql: string): Promise<void> {
    const client = new Client({ ...server, database: 'carillon' });
    await client.connect();
    try {
      await client.query(`SELECT pg_advisory_lock(hashtext('carillon test databases'))`);
      await client.query(sql);
    } finally {
      await client.end();
    }
  }
}
