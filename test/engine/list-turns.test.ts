import { describe, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { putListFirst, putListInTurn } from '../../src/db/queries/call-list.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeEngine } from './test-engine.ts';
import { makeTexting, quietReaders } from './text-world.ts';
import { type Campaign, campaignState, makeCampaign, makeList } from './world.ts';

const db = await freshDatabase();

/** Calls that end soon: what becomes of them does not matter here. */
const profile = { person: 0, machine: 0, busy: 1, failed: 0 };

/** In the order of their attempts: the list, and the entry in it. */
const takenOf = ({ clientId }: Campaign) =>
  asClient(db, clientId, (tx) =>
    tx.rows<{ list: number; entry: number }>(
      `SELECT call_list_id AS list, entry_id AS entry FROM attempt WHERE client_id = $1
       ORDER BY attempted_at, call_list_id, entry_id`,
      [clientId],
    ),
  );

const kinds = [
  ['calls', () => makeCampaign(db, { callsPerMinute: 120 })],
  ['texts', () => makeTexting(db, { textPerMinute: 120 })],
] as const;

describe('The lists of a campaign', () => {
  test.each(kinds)('take turns, each in the order of its file: %s', async (_, make) => {
    const campaign = await make();
    const lists = [
      await makeList(db, campaign, { entries: 200 }),
      await makeList(db, campaign, { entries: 200 }),
    ];
    const { engine, run } = makeEngine(db, { profile, textProfile: quietReaders });
    await requestStart(db, campaign.clientId, campaign.campaignId);
    await run(20_000, 500);
    const urgent = await makeList(db, campaign, { entries: 5 });
    await run(20_000, 500);
    await engine.stop();
    const taken = await takenOf(campaign);
    const of = (list: number) => taken.filter((one) => one.list === list).map(({ entry }) => entry);
    expect(of(urgent)).toEqual([1, 2, 3, 4, 5]);
    const counts = lists.map((list) => of(list).length);
    expect(Math.abs((counts[0] ?? 0) - (counts[1] ?? 0))).toBeLessThanOrEqual(1);
    for (const [at, list] of lists.entries()) {
      expect(of(list)).toEqual(Array.from({ length: counts[at] ?? 0 }, (_, n) => n + 1));
    }
  });

  test('that is put first is called before the others; one that is put back takes turns again', async () => {
    const campaign = await makeCampaign(db, { callsPerMinute: 600 });
    const { clientId } = campaign;
    const old = await makeList(db, campaign, { entries: 300 });
    const urgent = await makeList(db, campaign, { entries: 60 });
    const { engine, run } = makeEngine(db, { profile });
    await asClient(db, clientId, (tx) => putListFirst(tx, clientId, urgent));
    await requestStart(db, clientId, campaign.campaignId);
    await run(3_000);
    const early = await takenOf(campaign);
    expect(early.length).toBeGreaterThan(20);
    expect(early.filter(({ list }) => list === old)).toEqual([]);
    await asClient(db, clientId, (tx) => putListFirst(tx, clientId, old));
    await run(1_000);
    const then = (await takenOf(campaign)).slice(early.length);
    expect(new Set(then.map(({ list }) => list))).toEqual(new Set([old]));
    for (const list of [old, urgent]) {
      await asClient(db, clientId, (tx) => putListInTurn(tx, clientId, list));
    }
    await run(2_000);
    const shared = (await takenOf(campaign)).slice(early.length + then.length);
    const ofOld = shared.filter(({ list }) => list === old).length;
    expect(Math.abs(2 * ofOld - shared.length)).toBeLessThanOrEqual(2);
    await engine.stop();
  });

  test('that are first and have nothing due hold up nobody, and all come to their end', async () => {
    const campaign = await makeCampaign(db, { callsPerMinute: 60_000 });
    const { clientId } = campaign;
    // 15:00 in New York is 9:00 in Hawaii; in Guam it is 6:00 of the next day.
    const closed = await makeList(db, campaign, { entries: 1_100, firstPhone: 16_712_000_000 });
    const open: number[] = [];
    for (let list = 0; list < 7; list += 1) {
      open.push(await makeList(db, campaign, { entries: 20 }));
    }
    await asClient(db, clientId, (tx) => putListFirst(tx, clientId, closed));
    const { engine, run, runUntil } = makeEngine(db, { profile });
    await requestStart(db, clientId, campaign.campaignId);
    await run(5_000, 250);
    const taken = await takenOf(campaign);
    expect(open.map((list) => taken.filter((one) => one.list === list).length)).toEqual(
      Array(7).fill(20),
    );
    expect((await campaignState(db, campaign)).completed).toBe(false);
    await run(2 * 3_600_000, 20 * 60_000);
    await runUntil(async () => (await campaignState(db, campaign)).completed, 500);
    await engine.stop();
    expect(await takenOf(campaign)).toHaveLength(1_240);
  });
});
