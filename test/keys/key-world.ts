/** Machines with a key file each, as processes and commands see them, all on one database. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { loadSealState } from '../../src/cli/start/data-key.ts';
import { keyFile } from '../../src/cli/start/key-file.ts';
import { type KeyWatch, watchKeys } from '../../src/cli/start/key-watch.ts';
import { type Presence, startPresence } from '../../src/cli/start/presence.ts';
import { asPlatform, type Database } from '../../src/db/database.ts';
import { parseRing } from '../../src/db/key-ring.ts';
import { countSeals } from '../../src/db/reseal/counts.ts';
import { commandsOn } from '../cli/command-run.ts';
import type { TestDatabase } from '../harness/database.ts';

export const firstKey = Buffer.alloc(32, 1);

export interface Machine {
  folder: string;
  file: string;
  run: ReturnType<typeof commandsOn>;
  /** The ids in its file, the newest first. */
  ids(): string[];
  /** Gets the file of another one, as an operator copies it. */
  copyFrom(other: Machine): void;
}

/** A machine whose file has the first key. */
export function machine(db: TestDatabase, env: Record<string, string> = {}): Machine {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-keys-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = keyFile(folder);
  writeFileSync(file, `${firstKey.toString('hex')}\n`, { mode: 0o600 });
  return {
    ...{ folder, file },
    run: commandsOn(db.url, { env: { CARILLON_DATA: folder, CARILLON_METRICS: 'off', ...env } }),
    ids: () => parseRing(readFileSync(file, 'utf8')).keys.map(({ id }) => id),
    copyFrom: (other) => copyFileSync(other.file, file),
  };
}

export interface Running extends KeyWatch {
  presence: Presence;
  /** It learns which key seals, then seals with it, then says so. */
  settle(): Promise<void>;
  logged: Record<string, unknown>[];
}

/** What `carillon start` does about keys; the test reports in the place of the clock. */
export async function running(db: Database, { folder }: Machine, host: string): Promise<Running> {
  const logged: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'info' },
    { write: (line: string) => void logged.push(JSON.parse(line)) },
  );
  const settings = { dataFolder: folder, keyFile: undefined };
  const keys = watchKeys(await loadSealState(settings, db), { settings, db, log });
  const presence = await startPresence(db, { host, version: 'test', roles: ['engine'] }, keys);
  const settle = async () => {
    for (let report = 0; report < 3; report += 1) await presence.report();
  };
  return { ...keys, presence, settle, logged };
}

/** As an installation whose values earlier versions sealed. */
export const withUnbound = (db: Database) =>
  asPlatform(db, (tx) => tx.run('UPDATE installation SET opens_unbound = true'));

/** Counts of values by the first digits of their key, over all places. */
export async function sealedBy(db: Database): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { key, count } of await countSeals(db)) sums[key] = (sums[key] ?? 0) + count;
  return sums;
}
