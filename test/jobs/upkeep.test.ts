import { expect, test } from 'vitest';
import { asClient, asOwner, asPlatform } from '../../src/db/database.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { testJobs } from '../harness/jobs.ts';
import { until } from '../harness/until.ts';

const db = await freshDatabase();
const { clientId, manager } = await makeClient(db);
await testJobs(db);

test('an upload whose process died is taken away by the clock, with its list', async () => {
  await asClient(db, clientId, async (tx) => {
    const campaign = await tx.row<{ id: number }>(
      `INSERT INTO campaign (client_id, name, campaign_type) VALUES ($1, 'C', 1)
       RETURNING campaign_id AS id`,
      [clientId],
    );
    const list = await tx.row<{ id: number }>(
      `INSERT INTO call_list (client_id, campaign_id, name, status_id) VALUES ($1, $2, 'L', 2)
       RETURNING call_list_id AS id`,
      [clientId, campaign?.id],
    );
    await tx.run(
      `INSERT INTO upload (client_id, upload_key, manager_id, call_list_id, stage, lease_until)
       VALUES ($1, 'dead', $2, $3, 'loading', now() - interval '1 minute')`,
      [clientId, manager.managerId, list?.id],
    );
  });
  // The clock asks once a minute; the test does not wait for it.
  await asPlatform(db, (tx) => tx.run(`SELECT enqueue('sweep-uploads', '{}', 'now')`));
  await until(async () => {
    const lists = await asClient(db, clientId, (tx) => tx.rows('SELECT 1 FROM call_list'));
    return lists.length === 0 || undefined;
  });
});

test('report archives go after 90 days, with their files, and not before', async () => {
  const archives = () =>
    asClient(db, clientId, (tx) =>
      tx.rows<{ name: string; parts: number }>(
        `SELECT file_name AS name, (SELECT count(*) FROM report_part p
           WHERE p.report_archive_id = a.report_archive_id) AS parts
         FROM report_archive a ORDER BY 1`,
      ),
    );
  await asClient(db, clientId, async (tx) => {
    for (const [name, age] of [
      ['kept.csv', '89 days 23 hours'],
      ['old.csv', '90 days 1 hour'],
    ]) {
      const made = await tx.row<{ id: number }>(
        `INSERT INTO report_archive (client_id, manager_id, status_id, file_name, created)
         VALUES ($1, $2, 3, $3, now() - $4::interval) RETURNING report_archive_id AS id`,
        [clientId, manager.managerId, name, age],
      );
      await tx.run(
        `INSERT INTO report_part (client_id, report_archive_id, part, content) VALUES ($1, $2, 0, '')`,
        [clientId, made?.id],
      );
    }
  });
  await asPlatform(db, (tx) => tx.run(`SELECT enqueue('sweep-reports', '{}', 'now')`));
  await until(async () => (await archives()).length === 1 || undefined);
  expect(await archives()).toEqual([{ name: 'kept.csv', parts: 1 }]);
  const parts = await asClient(db, clientId, (tx) => tx.rows('SELECT 1 FROM report_part'));
  expect(parts).toHaveLength(1);
});

test('the clock knows of every upkeep', async () => {
  const known = await asOwner(db, (tx) =>
    tx.rows<{ name: string }>(
      'SELECT identifier AS name FROM graphile_worker._private_known_crontabs',
    ),
  );
  expect(known.map(({ name }) => name).sort()).toEqual([
    'count-waiting',
    'reseal',
    'scrub',
    'seal-audit',
    'sweep-callbacks',
    'sweep-idempotency-keys',
    'sweep-recordings',
    'sweep-renderings',
    'sweep-reports',
    'sweep-retention',
    'sweep-sessions',
    'sweep-uploads',
  ]);
});

test('recordings that no message took in go after a week, those in a message stay', async () => {
  const sounds = () =>
    asClient(db, clientId, (tx) =>
      tx.rows<{ name: string }>('SELECT file_name AS name FROM sound ORDER BY 1'),
    );
  await asClient(db, clientId, async (tx) => {
    for (const [name, age] of [
      ['recording-played.wav', '30 days'],
      ['recording-unused.wav', '7 days 1 hour'],
      ['recording-young.wav', '6 days 23 hours'],
    ]) {
      await tx.run(
        `INSERT INTO sound (client_id, file_name, media_type, content, created)
         VALUES ($1, $2, 'audio/wav', '', now() - $3::interval)`,
        [clientId, name, age],
      );
    }
    const message = await tx.row<{ id: number }>(
      `INSERT INTO voice_message (client_id, name) VALUES ($1, 'M') RETURNING voice_message_id AS id`,
      [clientId],
    );
    await tx.run(
      `INSERT INTO voice_message_step (client_id, voice_message_id, step_order, step_type, file_name)
       VALUES ($1, $2, 0, 1, 'recording-played.wav')`,
      [clientId, message?.id],
    );
  });
  await asPlatform(db, (tx) => tx.run(`SELECT enqueue('sweep-recordings', '{}', 'recordings')`));
  await until(async () => ((await sounds()).length < 3 ? true : undefined));
  expect((await sounds()).map(({ name }) => name)).toEqual([
    'recording-played.wav',
    'recording-young.wav',
  ]);
});
