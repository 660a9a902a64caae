/** A customer of a Linkback who presses 1 after the engine of the call has died. */
import { expect, test } from 'vitest';
import { callOutcomes } from '../../src/contract/call-outcome.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { countLateWish } from '../../src/db/queries/late-wish.ts';
import { outcomeSql } from '../../src/db/record-outcome.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { eager, makeLinkback, watchedCarrier } from './linkback-world.ts';
import { recount } from './recount.ts';
import { leasesRunOut } from './silent-engine.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { afternoon, campaignState, makeList } from './world.ts';

const db = await freshDatabase();

test('counts as abandoned, once, when the carrier reports the key to the next engine', async () => {
  const campaign = await makeLinkback(db, { agentCount: 3 });
  const { clientId } = campaign;
  await makeList(db, campaign, { entries: 2 });
  await requestStart(db, clientId, campaign.campaignId);
  const clock = virtualClock(afternoon);
  const watched = watchedCarrier(clock, temporaryFolder(), {
    ...eager,
    ...{ setup: [500, 500], personRings: [2_000, 2_000] },
  });
  const deps = { carriers: new Map([['simulated', watched.carrier]]) };
  const dead = makeEngine(db, { clock, deps });
  const listening = () => new Set(watched.all('play').map(({ attemptId }) => attemptId)).size;
  await dead.runUntil(async () => listening() === 2, 100);
  expect(watched.all('key')).toEqual([]);
  clock.advance(simMs(25_000));
  await leasesRunOut(db);
  const next = makeEngine(db, { clock, deps });
  await next.runUntil(async () => (await campaignState(db, campaign)).completed);
  await next.run(2_000);
  await next.engine.stop();
  expect(watched.all('key')).toHaveLength(2);
  expect(watched.carrier.events()).toEqual([]);

  const counted = () =>
    asClient(db, clientId, (tx) =>
      tx.rows('SELECT persons, no_agent AS lost FROM abandonment_day WHERE client_id = $1', [
        clientId,
      ]),
    );
  expect(await counted()).toEqual([{ persons: 2, lost: 2 }]);
  const records = await asClient(db, clientId, (tx) =>
    tx.rows<{ outcome: number; list: number; entry: number; key: string }>(
      `SELECT (${outcomeSql})::int AS outcome, call_list_id AS list, entry_id AS entry,
         key_pressed AS key FROM call_record WHERE client_id = $1`,
      [clientId],
    ),
  );
  const told = records.map(({ outcome, key }) => [callOutcomes[outcome], key]);
  expect(told).toEqual([
    ['cut_off', '1'],
    ['cut_off', '1'],
  ]);
  // A carrier may report it again.
  for (const { list, entry } of records) {
    await asClient(db, clientId, (tx) =>
      countLateWish(tx, clientId, { callListId: list, entryId: entry }, new Date(clock.now())),
    );
  }
  expect(await counted()).toEqual([{ persons: 2, lost: 2 }]);
  expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
});
