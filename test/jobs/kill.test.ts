import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { stepType, voiceMessageStepInput } from '../../src/contract/voice-message.ts';
import { asClient, asOwner } from '../../src/db/database.ts';
import { listVoiceMessages } from '../../src/db/queries/voice-message.ts';
import { saveVoiceMessage } from '../../src/db/queries/voice-message-save.ts';
import { watchPools } from '../../src/jobs/dead-pools.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';

const db = await freshDatabase();
const { clientId } = await makeClient(db);
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
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
      `SELECT locked_by AS pool FROM graphile_worker.jobs WHERE locked_by IS NOT NULL AND task_identifier <> 'sweep-uploads'`,
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
    saveVoiceMessage(tx, clientId, 0, { name: 'Long', messageSteps }),
  );
  const first = jobsProcess();
  await until(async () => (await statusName()) === 'Processing' || undefined);
  first.kill('SIGKILL');
  await until(async () => first.signalCode ?? undefined);
  expect(await statusName()).toBe('Processing');
  expect(await lockedJobs()).toHaveLength(1);

  const second = jobsProcess();
  await until(async () => (await statusName()) === 'Ready' || undefined, 100);
  await until(async () => (await lockedJobs()).length === 0 || undefined);
  second.kill('SIGKILL');
}, 120_000);

test('only the jobs of dead processes are taken from them', async () => {
  const alive = watchPools(db.connection);
  const looking = watchPools(db.connection);
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
  await looking.tick('pool-looking');
  expect(await lockedJobs()).toEqual([{ pool: 'pool-alive' }]);
  await alive.close();
  await looking.tick('pool-looking');
  expect(await lockedJobs()).toEqual([]);
  await looking.close();
});
