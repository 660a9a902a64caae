import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { messageIntent } from '../../src/contract/inbound-text.ts';
import { asClient, type Tx } from '../../src/db/database.ts';
import { renewList } from '../../src/db/queries/call-list-renew.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { importDoNotCall } from '../../src/db/queries/do-not-call-import.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { settleOptOuts } from '../../src/db/queries/opt-out-settled.ts';
import { setPersonRules } from '../../src/db/queries/person-rules.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { freshDatabase } from '../harness/database.ts';
import { storeInboundText } from '../harness/inbound-text.ts';
import { entriesOf, makeAccounts } from './account-world.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { makeTexting } from './text-world.ts';
import {
  afternoon,
  campaignState,
  makeCampaign,
  makeTestClient,
  readCallLog,
  vault,
} from './world.ts';

const db = await freshDatabase({ max: 20 });
const [asks, beside, elsewhere, stranger] = [
  ...['12125550101', '12125550102', '12125550103', '12125550104'],
] as [string, string, string, string];

/** One account with two numbers in a list, a third number under its External Id in another list. */
async function household(scope: 'account' | 'number' = 'account') {
  const clientId = await makeTestClient(db);
  if (scope === 'number')
    await setPersonRules(db, clientId, { stopScope: scope, leastGapHours: 4 });
  const calls = await makeCampaign(db, { clientId });
  const texts = await makeTexting(db, { clientId });
  const first = await makeAccounts(db, calls, [
    { phones: [asks, beside], externalId: 'A-17' },
    { phones: [stranger], externalId: 'A-18' },
  ]);
  const second = await makeAccounts(db, texts, [
    { phones: [elsewhere], externalId: 'A-17' },
    { phones: [stranger, '12125550105'] },
  ]);
  const states = async () => ({
    first: (await entriesOf(db, clientId, first)).map(({ reason }) => reason),
    second: (await entriesOf(db, clientId, second)).map(({ reason }) => reason),
  });
  return { clientId, calls, texts, first, second, states };
}

const stop = (clientId: number, phone: string, source: 'key' | 'text' | 'manager' | 'operator') =>
  asClient(db, clientId, (tx) => optOut(tx, clientId, phone, source));

const blocked = (clientId: number) =>
  asClient(db, clientId, async (tx) => {
    const rows = await tx.rows<{ phone: string }>(
      'SELECT phone FROM do_not_call ORDER BY phone',
      [],
    );
    return rows.map(({ phone }) => phone);
  });

describe('A stop of one number', () => {
  test.each([
    ['key', 'opt_out_key'],
    ['text', 'opt_out_text'],
    ['manager', 'do_not_call'],
  ] as const)(
    '%s bars its account and its External Id, each with its reason',
    async (source, own) => {
      const { clientId, states } = await household();
      await stop(clientId, asks, source);
      expect(await states()).toEqual({
        first: [own, 'account_stop', null],
        second: ['account_stop', null, null],
      });
      expect(await blocked(clientId)).toEqual([asks]);
      expect(await recount(db, clientId)).toMatchObject({ wrongCounts: [] });
    },
  );

  test('that a file of the operator holds says nothing of the account, until its person asks', async () => {
    const { clientId, states } = await household();
    await asClient(db, clientId, (tx) => importDoNotCall(tx, clientId, [asks]));
    await stop(clientId, stranger, 'operator');
    expect(await states()).toEqual({
      first: ['do_not_call', null, 'do_not_call'],
      second: [null, 'do_not_call', null],
    });
    await stop(clientId, asks, 'key');
    expect((await states()).first).toEqual(['do_not_call', 'account_stop', 'do_not_call']);
    expect((await states()).second[0]).toBe('account_stop');
  });

  test('holds for its number alone where the operator wants it so', async () => {
    const { clientId, states } = await household('number');
    await stop(clientId, asks, 'text');
    expect(await states()).toEqual({
      first: ['opt_out_text', null, null],
      second: [null, null, null],
    });
  });

  test('holds for lists that are reused later, and goes with the opt-out', async () => {
    const { clientId, texts, second, states } = await household();
    await stop(clientId, asks, 'text');
    expect((await states()).second[0]).toBe('account_stop');
    const filters = { notCalled: true, calledAnswered: false, calledNotAnswered: false };
    const reuse = async () => {
      const wish = { callListId: second, campaignId: texts.campaignId, name: 'Again', filters };
      const id = await asClient(db, clientId, (tx) => renewList(tx, vault, clientId, wish));
      return (await entriesOf(db, clientId, id ?? 0)).map(({ phone }) => phone);
    };
    expect(await reuse()).toEqual([stranger, '12125550105']);
    await asClient(db, clientId, (tx) =>
      storeInboundText(tx, clientId, {
        ...{ carrierRef: 'simulated:1', phone: asks, textingNumber: '12125550199' },
        ...{ received: new Date(afternoon), message: 'START', intent: messageIntent.optIn },
      }),
    );
    expect(await reuse()).toEqual([elsewhere, stranger, '12125550105']);
  });

  test('is found out by the claim for a list that came without anybody looking', async () => {
    const { clientId, calls } = await household();
    await stop(clientId, asks, 'key');
    const late = await makeAccounts(db, calls, [
      { phones: ['12125550106'], externalId: 'A-17' },
      { phones: ['12125550107', asks] },
      { phones: ['12125550108'] },
    ]);
    const { engine, folder, runUntil } = makeEngine(db);
    await requestStart(db, clientId, calls.campaignId);
    await runUntil(async () => (await campaignState(db, calls)).completed, 500);
    await engine.stop();
    expect(readCallLog(folder).map(({ to }) => to)).toEqual([stranger, '12125550108']);
    expect((await entriesOf(db, clientId, late)).map(({ reason }) => reason)).toEqual([
      ...['account_stop', 'account_stop', 'opt_out_key', null],
    ]);
  });

  test('is confirmed when no number of the account can be dialed any more, however they race', async () => {
    const clientId = await makeTestClient(db);
    const campaign = await makeCampaign(db, { clientId, callsPerMinute: 12_000 });
    const accounts = 300;
    const phoneAt = (account: number, column: number) =>
      String(13_022_000_000 + column * 10_000 + account);
    await makeAccounts(
      db,
      campaign,
      Array.from({ length: accounts }, (_, account) => ({
        phones: [phoneAt(account, 0), phoneAt(account, 1)],
      })),
    );
    const clock = virtualClock(afternoon);
    const folder = temporaryFolder();
    // Slow on purpose: no response may fall into the gap between commit and submission.
    const randomOf = (name: string) => seededRandom(`1/${name}`);
    const carrier = simulatedCarrier({ clock, dataFolder: folder, randomOf });
    const place: typeof carrier.place = async (calls) => {
      await sleep(15);
      return carrier.place(calls);
    };
    const carriers = new Map([['simulated', { ...carrier, place }]]);
    const { engine } = makeEngine(db, { clock, folder, deps: { carriers } });
    await requestStart(db, clientId, campaign.campaignId);
    const confirmed = new Map<number, number>();
    let ended = false;
    const dialling = (async () => {
      while (!ended) {
        clock.advance(simMs(20));
        await engine.tick();
        await sleep(1);
      }
    })();
    let next = 0;
    const racing = Array.from({ length: 8 }, async (_, ahead) => {
      for (;;) {
        const account = Math.max(next, Math.floor(readCallLog(folder).length / 2) + 2 * ahead - 3);
        next = account + 1;
        if (account >= accounts) return;
        // Opted out at the second number: the first is claimed before it.
        const phone = phoneAt(account, 1);
        const write = (tx: Tx) => optOut(tx, clientId, phone, 'manager');
        await settleOptOuts(db, clientId, write, () => [phone]);
        confirmed.set(account, readCallLog(folder).length);
      }
    });
    await Promise.all(racing);
    await engine.tick();
    ended = true;
    await dialling;
    await engine.stop();
    expect(confirmed.size).toBeGreaterThan(30);
    const lines = readCallLog(folder);
    const late = [...confirmed].flatMap(([account, line]) =>
      lines
        .slice(line)
        .filter(({ to }) => [0, 1].some((column) => to === phoneAt(account, column))),
    );
    expect(late).toEqual([]);
  });
});
