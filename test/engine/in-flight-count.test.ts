/** What the bound of the chaos' yield counts: docs/proof.md, "in flight at the kills". */
import { expect, test } from 'vitest';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { countInFlight } from '../chaos/in-flight.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { makeTexting, textStories, watchedCarrier } from './text-world.ts';
import { afternoon, makeCampaign, makeList } from './world.ts';

const db = await freshDatabase();

test('the count of what a kill leaves in flight has the calls in progress, not the texts that wait for a receipt', async () => {
  const texting = await makeTexting(db);
  const { clientId } = texting;
  await makeList(db, texting, { entries: 20 });
  const calling = await makeCampaign(db, { clientId, callsPerMinute: 600 });
  await makeList(db, calling, { entries: 20 });
  for (const { campaignId } of [texting, calling]) await requestStart(db, clientId, campaignId);
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  const textCarriers = new Map([['simulated', watchedCarrier(clock, folder, { late: 1 })]]);
  const engine = makeEngine(db, { clock, folder, deps: { textCarriers } });
  const waiting = async () => (await textStories(db, clientId)).filter(({ waits }) => waits).length;
  await engine.runUntil(
    async () => (await waiting()) === 20 && (await countInFlight(db, clientId)) > 0,
    500,
  );
  const { openAttempts } = await recount(db, clientId);
  expect(await countInFlight(db, clientId)).toBe(openAttempts - 20);
  await engine.engine.stop();
});
