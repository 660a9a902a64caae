import { expect, test } from 'vitest';
import { asClient, asOwner } from '../../src/db/database.ts';
import { enqueue } from '../../src/db/job-queue.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';

const db = await freshDatabase();
const { clientId } = await makeClient(db);
const key = 'render-message 1';

const ask = (version: number) =>
  asClient(db, clientId, (tx) =>
    enqueue(tx, 'render-message', key, { clientId, voiceMessageId: 1, version }),
  );

const waiting = () =>
  asOwner(db, (tx) =>
    tx.rows<{ version: number; key: string | null; runs: boolean }>(
      `SELECT (payload ->> 'version')::integer AS version, key, locked_at IS NOT NULL AS runs
       FROM graphile_worker._private_jobs ORDER BY id`,
    ),
  );

test('a job that waits is replaced by one of the same key', async () => {
  await ask(1);
  await ask(2);
  expect(await waiting()).toEqual([{ version: 2, key, runs: false }]);
});

test('a job is not lost when the one that it replaces begins to run in that instant', async () => {
  let replaced: Promise<void> | undefined;
  await asOwner(db, async (tx) => {
    await tx.run(
      `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'other' WHERE key = $1`,
      [key],
    );
    replaced = ask(3);
    await until(async () => {
      const blocked = await asOwner(db, (tx) =>
        tx.rows(
          `SELECT 1 FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        ),
      );
      return blocked.length > 0 || undefined;
    });
  });
  await replaced;
  expect(await waiting()).toEqual([
    { version: 2, key: null, runs: true },
    { version: 3, key, runs: false },
  ]);
});
