/** An engine in its own rhythm: a long tick keeps nobody waiting who pressed 1. */
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { usualProfile } from '../../src/carriers/simulated/profile.ts';
import { asClient } from '../../src/db/database.ts';
import { claimCalls } from '../../src/db/queries/claim.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { realMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { startEngine } from '../../src/engine/start.ts';
import { freshDatabase } from '../harness/database.ts';
import { runningClock } from '../harness/running-clock.ts';
import { temporaryFolder } from './test-engine.ts';
import { afternoon, type Campaign, makeCampaign, makeList, vault } from './world.ts';

const db = await freshDatabase();

/** As long as the whole test needs. */
const patient = { timeout: 60_000 };

/** A start whose message to the engines is lost. */
async function startUnheard({ clientId, campaignId }: Campaign): Promise<void> {
  await db.pool.query('ALTER TABLE campaign DISABLE TRIGGER wakes_engines');
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE campaign SET run_status = 3 WHERE client_id = $1 AND campaign_id = $2', [
      clientId,
      campaignId,
    ]),
  );
}

test('a campaign that begins as a rest ends is listened to within its long ticks', async () => {
  const clock = runningClock(afternoon, 1);
  const carrier = simulatedCarrier({
    clock,
    dataFolder: temporaryFolder(),
    randomOf: (name) => seededRandom(`1/${name}`),
    profile: usualProfile,
  });
  let polls = 0;
  let begun = false;
  const held = Promise.withResolvers<void>();
  const engine = startEngine({
    ...{ db, vault, clock, log: pino({ level: 'silent' }), metrics: createMetrics() },
    carriers: new Map([
      [
        'simulated',
        {
          ...carrier,
          events: () => {
            polls += 1;
            return carrier.events();
          },
        },
      ],
    ]),
    patienceMs: realMs(60_000),
    claim: async (tx, request) => {
      begun = true;
      await held.promise;
      return claimCalls(tx, request);
    },
  });
  onTestFinished(async () => {
    held.resolve();
    await engine.stop();
  });
  const campaign = await makeCampaign(db);
  await makeList(db, campaign, { entries: 10 });
  // At rest it looks at its carriers a few times a second, and between ticks ten times as often.
  const perSecond = async () => {
    const before = polls;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return polls - before;
  };
  await expect.poll(perSecond, patient).toBeLessThan(7);

  // The rest ends by its own tick.
  await startUnheard(campaign);
  await expect.poll(() => begun, patient).toBe(true);
  const before = polls;
  await expect.poll(() => polls, patient).toBeGreaterThan(before + 20);
});
