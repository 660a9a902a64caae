import { pino } from 'pino';
import { afterAll } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { type RunningJobs, startJobs } from '../../src/jobs/start.ts';
import { speakerPool } from '../../src/speech/speaker-pool.ts';

/** Runs background jobs in the test's process, with the real voices; stops after the last test. */
export async function testJobs(db: Database): Promise<RunningJobs> {
  const speaker = speakerPool({ size: 1 });
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
