import { expect, test } from 'vitest';
import { asOwner, asPlatform } from '../../src/db/database.ts';
import type { TaskContext } from '../../src/jobs/deps.ts';
import { sweepRetention } from '../../src/jobs/sweep-retention.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { testJobs } from '../harness/jobs.ts';
import { until } from '../harness/until.ts';
import { makeOldList, rowsOf, standStill } from './world.ts';

const db = await freshDatabase();
await standStill(db);
const { clientId } = await makeClient(db);

test("nothing is called old while the machine's clock is off", async () => {
  const list = await makeOldList(db, clientId, { age: 800 });
  const said: unknown[] = [];
  const log = { warn: (line: unknown) => said.push(line), info: () => {} };
  const context = { db, log, signal: new AbortController().signal, clockOff: () => true };
  await sweepRetention(context as unknown as TaskContext);
  expect(await rowsOf(db, list)).toMatchObject({ entries: 10 });
  expect(said).toHaveLength(1);
  await sweepRetention({ ...context, clockOff: () => false } as unknown as TaskContext);
  expect(await rowsOf(db, list)).toMatchObject({ entries: 0 });
});

test('a run that is stopped ends between two steps, and the next one finishes it', async () => {
  const list = await makeOldList(db, clientId, { age: 800 });
  const log = { warn: () => {}, info: () => {} };
  const context = { db, log, signal: AbortSignal.abort(), clockOff: () => false };
  await expect(sweepRetention(context as unknown as TaskContext)).rejects.toThrow();
  expect(await rowsOf(db, list)).toMatchObject({ entries: 10 });
  await sweepRetention({ ...context, signal: new AbortController().signal } as never);
  expect(await rowsOf(db, list)).toMatchObject({ entries: 0 });
});

test('the job of the night does it', async () => {
  const list = await makeOldList(db, clientId, { age: 800 });
  await testJobs(db);
  await asPlatform(db, (tx) => tx.run(`SELECT enqueue('sweep-retention', '{}', 'now')`));
  await until(async () => (await rowsOf(db, list)).attempts === 0 || undefined);
  // Its worker says that it is done, to a database that the test's end drops.
  const jobs = () =>
    asOwner(db, (tx) =>
      tx.rows("SELECT FROM graphile_worker.jobs WHERE task_identifier = 'sweep-retention'"),
    );
  await until(async () => (await jobs()).length === 0 || undefined);
});
