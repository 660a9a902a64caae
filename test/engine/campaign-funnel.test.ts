import { describe, expect, test } from 'vitest';
import type { CampaignFunnel } from '../../src/contract/campaign-funnel.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine } from './test-engine.ts';
import { campaignState, makeCampaign, makeList, withoutGap } from './world.ts';

const db = await freshDatabase();
/** 8:00 in Delaware; in Hawaii it is 3:00. */
const clock = virtualClock(simMs(Date.parse('2026-11-20T13:00:00Z')));
const api = await testApi(db, { now: () => new Date(clock.now()) });
const delaware = 13_022_000_000;
const hawaii = 18_082_000_000;

async function setUp() {
  const client = await makeClient(db);
  const campaign = await makeCampaign(db, { clientId: client.clientId, callsPerMinute: 600 });
  const manager = await api.signIn(client);
  const path = `/api/campaign/${campaign.campaignId}/funnel`;
  /** A change of the client ends the shared response, also a refused one: each read is a new one. */
  const change = () =>
    manager.post(`/api/donotcall/${client.clientId}/edit`, { phoneRestriction: '12025550100' });
  const read = async () => {
    await change();
    return (await manager.get(path)).json<CampaignFunnel>();
  };
  return { clientId: client.clientId, campaign, manager, path, read, change };
}

function sumOf({ called, inProgress, callableNow, waiting, barred }: CampaignFunnel): number {
  const parts = [...waiting, ...barred].map(({ count }) => count);
  return parts.reduce((sum, count) => sum + count, called + inProgress + callableNow);
}

describe("A campaign's funnel", () => {
  test('adds up at any moment while the engine runs, people opt out and a list is closed', async () => {
    const { clientId, campaign, manager, read } = await setUp();
    await makeList(db, campaign, { entries: 260, firstPhone: delaware });
    // The same numbers again: those that are in a call wait.
    await withoutGap(db, clientId);
    await makeList(db, campaign, { entries: 40, firstPhone: delaware });
    const last = await makeList(db, campaign, { entries: 30, firstPhone: hawaii });
    expect(await read()).toMatchObject({ loaded: 330, callableNow: 0 });
    await requestStart(db, clientId, campaign.campaignId);
    const { engine, run, runUntil } = makeEngine(db, { clock });
    let running = true;
    const funnels: CampaignFunnel[] = [];
    // Beside the engine, not between its steps: half of its work must never be seen.
    const looking = (async () => {
      while (running) funnels.push(await read());
    })();
    for (let round = 0; round < 8; round += 1) {
      await run(2_500);
      const phone = String(delaware + 252 + round);
      const source = round % 2 ? 'key' : 'text';
      await asClient(db, clientId, (tx) => optOut(tx, clientId, phone, source));
    }
    await run(90_000, 1_000);
    expect((await manager.post(`/api/calllist/${last}/close`, {})).status).toBe(200);
    await runUntil(async () => (await campaignState(db, campaign)).completed);
    running = false;
    await looking;
    await engine.stop();
    expect(funnels.length).toBeGreaterThan(10);
    for (const funnel of funnels) {
      expect({ at: funnel.at, sum: sumOf(funnel) }).toEqual({ at: funnel.at, sum: 330 });
    }
    const end = await read();
    const { attempts } = await recount(db, clientId);
    expect(end).toMatchObject({ loaded: 330, called: attempts, inProgress: 0, waiting: [] });
    const barred = new Map(end.barred.map(({ reason, count }) => [reason, count]));
    expect(barred.get('list_closed')).toBe(30);
    expect(barred.get('opt_out_key')).toBe(4);
    expect(barred.get('opt_out_text')).toBe(4);
  });

  test('says who can be called at this instant, and whose opening the others wait for', async () => {
    const { clientId, campaign, manager, path } = await setUp();
    await makeList(db, campaign, { entries: 5, firstPhone: 13_025_550_100 });
    await makeList(db, campaign, { entries: 7, firstPhone: 18_085_550_100 });
    const hawaiians = {
      ...{ reason: 'calling_hours', zone: 'Pacific/Honolulu', opens: '08:00', count: 7 },
      ...{ first: '2026-11-20T18:00:00.000Z', last: '2026-11-20T18:00:00.000Z' },
    };
    const stopped = { reason: 'campaign_stopped', zone: null, opens: null, count: 5 };
    const before = await manager.get(`${path}?clientId=${clientId}`);
    expect(before.json()).toEqual({
      ...{ campaignId: campaign.campaignId, at: expect.any(String), lists: 2, loaded: 12 },
      followUps: 0,
      ...{ called: 0, inProgress: 0, callableNow: 0, cap: null, barred: [], leftOut: [] },
      waiting: [hawaiians, { ...stopped, first: null, last: null }],
    });
    await asClient(db, clientId, (tx) =>
      tx.run('UPDATE campaign SET run_status = 3 WHERE client_id = $1', [clientId]),
    );
    const running = { loaded: 12, callableNow: 5, waiting: [hawaiians] };
    await expect
      .poll(async () => (await manager.get(path)).json(), { timeout: 10_000 })
      .toMatchObject(running);
  });

  test('counts what its files held and was not loaded, by the sentence that says why', async () => {
    const { clientId, campaign, read } = await setUp();
    const [duplicate, malformed] = [
      { code: 'number_duplicate' },
      { code: 'number_malformed' },
    ] as const;
    const listId = await makeList(db, campaign, { entries: 2 });
    await asClient(db, clientId, (tx) =>
      tx.run(
        `INSERT INTO rejected_row (client_id, call_list_id, line, column_name, value, reason)
         VALUES ($1, $2, 3, 'Phone', '3025550148', $3),
           ($1, $2, 4, 'Phone', '3025550148', $3),
           ($1, $2, 5, 'Phone', '12', $4),
           ($1, $2, 5, '', '', $5)`,
        [clientId, listId, duplicate, malformed, { code: 'account_without_number' }],
      ),
    );
    const { loaded, leftOut } = await read();
    expect({ loaded, leftOut }).toEqual({
      loaded: 2,
      leftOut: [
        { reason: reasonSentence(duplicate), reasonCode: duplicate, count: 2 },
        { reason: reasonSentence(malformed), reasonCode: malformed, count: 1 },
      ],
    });
  });

  test('is refused without a token, for another client and for an unknown campaign', async () => {
    const { clientId, campaign, manager, path } = await setUp();
    const { manager: stranger } = await setUp();
    expect((await api.stranger.get(path)).status).toBe(401);
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.get(`${path}?clientId=${clientId}`)).status).toBe(403);
    expect((await manager.get('/api/campaign/987654321/funnel')).status).toBe(404);
    expect((await manager.get('/api/campaign/x/funnel')).status).toBe(400);
    expect((await manager.get(path)).status).toBe(200);
    await manager.post(`/api/campaign/${campaign.campaignId}/delete`, {});
    expect((await manager.get(path)).status).toBe(404);
  });

  test('is worked out once for all who ask at one moment, and anew after a change', async () => {
    const { campaign, manager, path, change } = await setUp();
    await makeList(db, campaign, { entries: 2 });
    const [first, second] = await Promise.all([manager.get(path), manager.get(path)]);
    expect(second.json()).toEqual(first.json());
    clock.advance(simMs(1));
    await change();
    const { at } = (await manager.get(path)).json<CampaignFunnel>();
    expect(at).not.toBe(first.json<CampaignFunnel>().at);
  });
});
