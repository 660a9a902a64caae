import { pino } from 'pino';
import { afterAll } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import type { Speaker } from '../../src/domain/speech/speaker.ts';
import { type RunningJobs, startJobs } from '../../src/jobs/start.ts';
import { speakerPool } from '../../src/speech/speaker-pool.ts';

/** Runs background jobs in the test's process, with the real voices; stops after the last test. */
export async function testJobs(
  db: Database,
  { speaker = speakerPool({ size: 1 }) }: { speaker?: Speaker } = {},
): Promise<RunningJobs> {
  // The key of the test API's vault.
  const vault = createVault(Buffer.alloc(32, 7));
  const jobs = await startJobs({
    ...{ db, vault, log: pino({ level: 'silent' }), speaker },
    metrics: createMetrics(),
  });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= jobs.stop().then(() => speaker.close());
    return stopped;
  };
  afterAll(stop);
  return { stop };
}
