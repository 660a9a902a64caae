import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import type { RecordingChildSettings } from './recording-child.ts';
import { makeRequester, type Requester, request } from './recording-world.ts';
import { temporaryFolder } from './test-engine.ts';
import { readCallLog } from './world.ts';

const db = await freshDatabase();
const childFile = fileURLToPath(new URL('./recording-child.ts', import.meta.url));

function startChild(settings: RecordingChildSettings) {
  const child = spawn(process.execPath, [childFile, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const loaded = once(child.stdout, 'data');
  return {
    async go() {
      await loaded;
      child.stdin.write('go\n');
    },
    async kill() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

const rounds = 8;
const callsInRound = 6;

interface Outcome {
  open: number;
  saved: number;
  lost: number;
  /** A sound without a saved recording, or the other way round. */
  torn: number;
}

/** Client by client: row level security is forced. */
async function outcomeOf(everybody: readonly Requester[]): Promise<Outcome> {
  const sum: Outcome = { open: 0, saved: 0, lost: 0, torn: 0 };
  for (const { clientId } of everybody) {
    const row = await asClient(db, clientId, (tx) =>
      tx.row<Outcome>(
        `SELECT count(*) FILTER (WHERE ended_at IS NULL)::int AS open,
                count(*) FILTER (WHERE saved)::int AS saved,
                count(*) FILTER (WHERE reason ->> 'code' = 'recording_lost')::int AS lost,
                count(*) FILTER (WHERE saved <> (s.file_name IS NOT NULL))::int AS torn
         FROM phone_recording r LEFT JOIN sound s USING (client_id, file_name)
         WHERE r.client_id = $1`,
        [clientId],
      ),
    );
    for (const key of Object.keys(sum) as (keyof Outcome)[]) sum[key] += row?.[key] ?? 0;
  }
  return sum;
}

test('engines killed in the middle of recording calls call no manager twice, and every call ends', async () => {
  const random = seededRandom('recording kills');
  const folder = temporaryFolder();
  const settings = { url: db.url, folder, speed: 15, leaseSeconds: 0.5 };
  const everybody: Requester[] = [];
  let child = startChild(settings);
  await child.go();
  for (let round = 0; round < rounds; round += 1) {
    for (let call = 0; call < callsInRound; call += 1) {
      const who = await makeRequester(db);
      everybody.push(who);
      await request(db, who);
    }
    const next = startChild(settings);
    // Dialing takes 0.1 s at this speed, a whole call 1.3 s.
    await sleep(random.between(200, 1_500));
    await child.kill();
    child = next;
    await child.go();
  }
  const end = await until(async () => {
    const now = await outcomeOf(everybody);
    return now.open === 0 ? now : undefined;
  });
  await child.kill();

  const log = readCallLog(folder);
  expect(new Set(log.map(({ attemptId }) => attemptId)).size).toBe(log.length);
  expect(log.every(({ kind }) => kind === 'recording')).toBe(true);
  expect(end.torn).toBe(0);
  // The kills did hit calls in progress, and others came through.
  expect(end.lost).toBeGreaterThan(0);
  expect(end.saved).toBeGreaterThan(0);
});
