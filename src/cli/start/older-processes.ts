/** A migration that would disturb running processes of an older version waits, and then refuses. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseConnection } from '#db/connection.ts';
import { type Migration, migrate } from '#db/migrate.ts';
import { findDisturbance } from '#db/older-processes.ts';
import { Refusal } from '../command.ts';

/** Milliseconds that a start waits: the old processes may be stopping just now. */
const patience = 60_000;

export interface OlderOptions {
  note(line: string): void;
  /** Milliseconds; 0 refuses at once. */
  patienceMs?: number;
  migrations?: Migration[];
}

/** An older process started while we waited for the lock of migrations. */
class Disturbed extends Error {}

/**
 * Migrates once that disturbs no process of an older version. Checks it again under the lock of
 * migrations: while we waited for the lock, an older process may have started.
 *
 * @returns the names of what was applied now
 * @throws Refusal that names the migrations and what still runs; else as `migrate`
 */
export async function migrateBesideOlder(
  connection: DatabaseConnection,
  { note, patienceMs = patience, migrations }: OlderOptions,
): Promise<string[]> {
  const underLock = async () => {
    if (await findDisturbance(connection, migrations)) throw new Disturbed();
  };
  for (const end = performance.now() + patienceMs; ; ) {
    const left = Math.max(0, end - performance.now());
    await waitForOlder(connection, { note, patienceMs: left, ...(migrations && { migrations }) });
    try {
      return await migrate(connection, migrations, { notify: note, underLock });
    } catch (error) {
      if (!(error instanceof Disturbed)) throw error;
    }
  }
}

/** @throws Refusal that names the migrations and what still runs */
export async function waitForOlder(
  connection: Parameters<typeof findDisturbance>[0],
  { note, patienceMs = patience, migrations }: OlderOptions,
): Promise<void> {
  let noted = '';
  for (const end = performance.now() + patienceMs; ; await sleep(500)) {
    const found = await findDisturbance(connection, migrations);
    if (!found) return;
    const running = found.processes.join('; ');
    if (performance.now() >= end) {
      throw new Refusal(
        `${namesOf(found.migrations)} would disturb processes that still run on this database: ${running}. Stop them first. "carillon start --migrate-anyway" does not wait for them.`,
      );
    }
    if (running !== noted) {
      note(
        `Waiting for processes of an older version that still run on this database: ${running}.`,
      );
    }
    noted = running;
  }
}

function namesOf(migrations: string[]): string {
  const plural = migrations.length === 1 ? 'The migration' : 'The migrations';
  return `${plural} ${migrations.join(', ')}`;
}
