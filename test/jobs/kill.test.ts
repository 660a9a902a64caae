import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { stepType, voiceMessageStepInput } from '../../src/contract/voice-message.ts';
import { asClient, asOwner } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { beginArchive, newestArchives } from '../../src/db/queries/report-archive.ts';
import { readParts } from '../../src/db/queries/report-part.ts';
import { listVoiceMessages } from '../../src/db/queries/voice-message.ts';
import { saveVoiceMessage } from '../../src/db/queries/voice-message-save.ts';
import { watchPools } from '../../src/jobs/dead-pools.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { byNobody } from '../harness/changing.ts';
import { makeClient } from '../harness/clients.ts';
import { parseCsv } from '../harness/csv.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';

const db = await freshDatabase();
const { clientId, manager } = await makeClient(db);
const children: ChildProcess[] = [];
// A leftover process would do the next test's work, and no other would have to take it over.
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    await until(() => child.signalCode ?? child.exitCode ?? undefined);
  }
});

function jobsProcess(): ChildProcess {
  const script = fileURLToPath(new URL('./jobs-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, db.url], { stdio: 'inherit' });
  children.push(child);
  return child;
}

async function statusName(): Promise<string> {
  const [message] = await asClient(db, clientId, (tx) => listVoiceMessages(tx, clientId));
  return message?.messageStatusName ?? '';
}

const lockedJobs = () =>
  asOwner(db, (tx) =>
    tx.rows(
      `SELECT locked_by AS pool FROM graphile_worker.jobs WHERE locked_by IS NOT NULL AND task_identifier NOT LIKE 'sweep-%'`,
    ),
  );

test('a rendering whose process is killed is taken up by the next one', async () => {
  const value = 'This is Harbor Regional Orthopedics with a reminder. '.repeat(40);
  const step = voiceMessageStepInput.parse({
    messageStepType: stepType.fixedTts,
    value,
    ttsVoiceId: 3,
  });
  const messageSteps = [step];
  await asClient(db, clientId, (tx) =>
    saveVoiceMessage(tx, clientId, 0, { name: 'Long', messageSteps }, byNobody),
  );
  const first = jobsProcess();
  await until(async () => (await statusName()) === 'Processing' || undefined);
  first.kill('SIGKILL');
  await until(async () => first.signalCode ?? undefined);
  expect(await statusName()).toBe('Processing');
  expect(await lockedJobs()).toHaveLength(1);

  const second = jobsProcess();
  const status = await until(async () => {
    const name = await statusName();
    return name === 'Processing' ? undefined : name;
  }, 100);
  expect(status).toBe('Ready');
  await until(async () => (await lockedJobs()).length === 0 || undefined);
  second.kill('SIGKILL');
}, 120_000);

test('a report whose process is killed is begun anew by the next one and whole at its end', async () => {
  const vault = createVault(Buffer.alloc(32, 7));
  const records = 40_000;
  await addCallRecords(db, clientId, vault, [{ externalId: 'first', ssn: '123-45-6789' }]);
  // Copies without the SSN: its seal opens in its own row alone.
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO call_record (client_id, started_at, call_list_id, entry_id, campaign_id, duration,
         billed_duration, minute_cost, cost, result, call_type, phone, caller_id, caller_id_type,
         call_list_name, campaign_name, ssn, external_id)
       SELECT client_id, started_at, call_list_id, 1000000 + n, campaign_id, duration, billed_duration,
         minute_cost, cost, result, call_type, phone, caller_id, caller_id_type, call_list_name,
         campaign_name, NULL, n::text
       FROM call_record, generate_series(1, $1) n WHERE external_id = 'first'`,
      [records - 1],
    ),
  );
  const given = { managerId: manager.managerId, filters: {}, utcOffset: 0, includeFullSsn: false };
  const id = await asClient(db, clientId, (tx) => beginArchive(tx, clientId, given, vault));
  const archive = async () =>
    (await asClient(db, clientId, (tx) => newestArchives(tx, clientId, 1, vault)))[0];

  const first = jobsProcess();
  const begun = await until(async () => {
    const now = await archive();
    return now && now.progress > 0 ? now : undefined;
  });
  first.kill('SIGKILL');
  await until(async () => first.signalCode ?? undefined);
  expect(begun.reportStatusName).toBe('IN PROGRESS');
  expect((await archive())?.reportStatusName).toBe('IN PROGRESS');

  const second = jobsProcess();
  await until(async () => (await archive())?.reportStatusId === 3 || undefined, 100);
  // Its job ends a moment after the report: a job of a process that dies between would stay locked.
  await until(async () => (await lockedJobs()).length === 0 || undefined);
  second.kill('SIGKILL');
  expect(await archive()).toMatchObject({ progress: 100, numberOfRecords: records });
  const parts = await asClient(db, clientId, (tx) =>
    tx.row<{ runs: number; count: number }>(
      `SELECT run AS runs, part_count AS count FROM report_archive WHERE report_archive_id = $1`,
      [id],
    ),
  );
  expect(parts?.runs).toBe(2);
  const pieces: Buffer[] = [];
  const file = { clientId, reportArchiveId: id, partCount: parts?.count ?? 0 };
  for await (const piece of readParts(db, vault, file)) pieces.push(piece);
  const rows = parseCsv(Buffer.concat(pieces).toString('utf8'));
  expect(new Set(rows.map((row) => row[21])).size).toBe(records + 1);
  expect(rows).toHaveLength(records + 1);
}, 120_000);

test('only the jobs of dead processes are taken from them', async () => {
  const alive = watchPools(db.connection);
  const watch = watchPools(db.connection);
  await alive.tick('pool-alive');
  await asOwner(db, async (tx) => {
    for (const pool of ['pool-alive', 'pool-dead']) {
      await tx.run(`SELECT graphile_worker.add_job('none', '{}', job_key => $1)`, [pool]);
      await tx.run(
        `UPDATE graphile_worker._private_jobs
         SET locked_by = $1, locked_at = now() - interval '1 minute' WHERE key = $1`,
        [pool],
      );
    }
  });
  await watch.tick('pool-looking');
  expect(await lockedJobs()).toEqual([{ pool: 'pool-alive' }]);
  await alive.close();
  await watch.tick('pool-looking');
  expect(await lockedJobs()).toEqual([]);
  await watch.close();
});
