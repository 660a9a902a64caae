/** Any 9 is a person, also in a call that was judged a machine (spec 3 section 7). */
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeLinkback, watchedCarrier } from './linkback-world.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { afternoon, campaignState, makeCampaign, makeList } from './world.ts';

const db = await freshDatabase();

test.each(['Broadcast', 'Linkback'])(
  'in a %s each of 25 machines that press 9 is blocked, hears so, is hung up and recorded as a person',
  async (kind) => {
    const campaign = kind === 'Broadcast' ? await makeCampaign(db) : await makeLinkback(db);
    const { clientId } = campaign;
    await makeList(db, campaign, { entries: 25 });
    await requestStart(db, clientId, campaign.campaignId);
    const clock = virtualClock(afternoon);
    const profile = { person: 0, machine: 1, busy: 0, failed: 0, machinePressesNine: 1 };
    const watched = watchedCarrier(clock, temporaryFolder(), profile);
    const carriers = new Map([['simulated', watched.carrier]]);
    const { engine, runUntil } = makeEngine(db, { clock, deps: { carriers } });
    await runUntil(async () => (await campaignState(db, campaign)).completed, 1_000);
    const rows = <Row>(sql: string) =>
      asClient(db, clientId, (tx) => tx.rows<Row>(sql, [clientId]));
    const blocked = await rows(
      "SELECT phone FROM do_not_call WHERE client_id = $1 AND source = 'key'",
    );
    expect(blocked.length).toBe(25);
    expect(await rows('SELECT DISTINCT result FROM attempt WHERE client_id = $1')).toEqual([
      { result: 'person' },
    ]);
    const lastOf = new Map(watched.all('play').map(({ attemptId, what }) => [attemptId, what]));
    expect(lastOf.size).toBe(25);
    for (const what of lastOf.values()) expect(what).toMatchObject({ name: 'opted-out' });
    expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
    await engine.stop();
  },
);
