import { expect, test } from 'vitest';
import type { CallEvent, VoiceCarrier } from '../../src/carriers/port.ts';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { afternoon, makeCampaign, makeList } from './world.ts';

const db = await freshDatabase();

test('a call whose end is reported twice acknowledges neither before its result is committed', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 600 });
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: 3 });
  const clock = virtualClock(afternoon);
  const reported = new Map<string, CallEvent[]>();
  const acknowledged: CallEvent[] = [];
  const simulated = simulatedCarrier({
    clock,
    dataFolder: temporaryFolder(),
    randomOf: (name) => seededRandom(`1/${name}`),
  });
  /** Its link was cut while the end was on its way: it ends every call a second time, as lost. */
  const carrier: VoiceCarrier = {
    ...simulated,
    events() {
      const events = simulated.events();
      for (const event of events) {
        if (event.kind !== 'ended' || reported.has(event.attemptId)) continue;
        reported.set(event.attemptId, [
          event,
          { ...event, at: simMs(event.at + 1), cause: 'lost' },
        ]);
      }
      const ends = [...reported.values()].flat().filter((event) => !acknowledged.includes(event));
      return [...events.filter(({ kind }) => kind !== 'ended'), ...ends];
    },
    acknowledge(events) {
      acknowledged.push(...events.filter(({ kind }) => kind === 'ended'));
      simulated.acknowledge(events);
    },
  };
  const { engine, run } = makeEngine(db, {
    clock,
    deps: { carriers: new Map([['simulated', carrier]]) },
  });
  await requestStart(db, clientId, campaignId);
  await run(5_000);
  // Only polls: that commits nothing.
  clock.advance(simMs(300_000));
  engine.listen();
  expect([reported.size, acknowledged.length]).toEqual([3, 0]);
  await run(1_000);
  expect(acknowledged).toHaveLength(6);
  expect((await recount(db, clientId)).mismatches).toBe(0);
  await engine.stop();
});
