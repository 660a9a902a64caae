/** After a restore nobody is followed up a second time, whatever was followed in the lost time. */
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { readWorld } from '../../src/db/queries/hold.ts';
import { type SimMs, simMs } from '../../src/domain/milliseconds.ts';
import { openWitnessFolder } from '../../src/witness/folder.ts';
import { reconcileFolder } from '../../src/witness/reconcile.ts';
import { commandsOn } from '../cli/command-run.ts';
import {
  childrenOf,
  ended,
  record,
  rule,
  setRules,
  takeEntries,
} from '../engine/follow-up-world.ts';
import { makeTexting, quietReaders } from '../engine/text-world.ts';
import { makeCampaign, makeList, vault } from '../engine/world.ts';
import { endLeases, readLog } from './calls.ts';
import { type Phase, type WitnessWorld, witnessWorld } from './witness-world.ts';

const minute = 60_000;
const firstPhone = 12_125_540_000;

const begin = async (world: WitnessWorld, folder = 'one') => {
  const phase = await world.begin({ folder });
  phase.changePublic({ texts: quietReaders, calls: { person: 1 } });
  return phase;
};

/** Six texts that wait an hour for a reply, after which a campaign calls; and as many whose receipts are to come. */
async function waitingTexts(world: WitnessWorld) {
  const one = await begin(world);
  const { db } = one;
  const texting = await makeTexting(db);
  const { clientId } = texting;
  const calls = await makeCampaign(db, { clientId });
  const leads = { action: 'campaign', campaignId: calls.campaignId, most: 1 } as const;
  // Nothing of the second one is in progress here, so no engine ends what is open.
  const other = await makeTexting(db, { clientId });
  for (const campaign of [texting, other]) {
    await setRules(db, campaign, [
      rule({ ...leads, after: 'no_reply', waitMinutes: 60 }),
      rule({ ...leads, ruleId: 2, after: 'failed', waitMinutes: 0 }),
    ]);
  }
  const listId = await makeList(db, texting, { entries: 6, firstPhone });
  const otherId = await makeList(db, other, { entries: 6, firstPhone: firstPhone + 100 });
  await takeEntries(db, other, otherId, [1, 2, 3, 4, 5, 6], one.clock.now());
  for (const { campaignId } of [texting, calls]) await requestStart(db, clientId, campaignId);
  await one.runUntil(async () => (await waits(one, clientId)) === 6);
  return { one, texting, clientId, calls, listId, otherId };
}

const waits = ({ db }: Pick<Phase, 'db'>, clientId: number) =>
  asClient(db, clientId, async (tx) => {
    const rows = await tx.rows('SELECT 1 FROM follow_up_wait WHERE client_id = $1', [clientId]);
    return rows.length;
  });

/** The numbers of all calls, one for each. */
const callsOf = (world: WitnessWorld) =>
  readLog(world).flatMap((line) => (line.kind === 'call' ? [line.to] : []));

/** In a time that is lost: another list takes the next id, and the texts without a reply are called. */
async function callAndLose(world: WitnessWorld, story: Awaited<ReturnType<typeof waitingTexts>>) {
  await story.one.end();
  await world.backup();
  const lost = await begin(world);
  await endLeases(lost);
  await makeList(lost.db, story.texting, { entries: 1, firstPhone: firstPhone + 50 });
  await lost.run(70 * minute, minute);
  expect(callsOf(world).length).toBeGreaterThan(3);
  const at = lost.clock.now();
  await lost.end();
  await world.restore();
  return at;
}

async function reconcile(world: WitnessWorld, held: Phase) {
  const carillon = commandsOn(world.url, { env: { CARILLON_DATA: world.folder('one') } });
  const said = await carillon('restore', 'reconcile', '--no-carriers');
  expect(said).toMatchObject({ code: 0, out: expect.stringContaining('The hold is over') });
  await held.witness.check();
  await endLeases(held);
}

test('texts whose follow-ups were called in the lost time are not followed again, however long the hold lasts', async () => {
  const world = await witnessWorld();
  const story = await waitingTexts(world);
  await callAndLose(world, story);
  await world.restored();
  const held = await begin(world);
  await endLeases(held);
  await held.run(10 * minute, minute);
  // Nothing is taken before it is known what was called.
  expect(await waits(held, story.clientId)).toBe(6);
  await reconcile(world, held);
  expect(await waits(held, story.clientId)).toBe(0);
  await held.run(70 * minute, minute);
  const called = callsOf(world);
  expect(called).toEqual([...new Set(called)]);
  await held.end();
});

test('a database that is put back beneath a running engine is not taken from before that is noticed', async () => {
  const world = await witnessWorld();
  const story = await waitingTexts(world);
  const { one, clientId } = story;
  one.clock.advance(simMs(70 * minute));
  // As a server with another history shows it; the process has not looked since.
  await one.db.pool.query('UPDATE installation SET generation = generation + 1');
  await one.engine.tick();
  expect(await waits(one, clientId)).toBe(6);
  await one.end();
});

test('on hold, outcomes are recorded and not followed; a reply is waited for', async () => {
  const world = await witnessWorld();
  const { one, clientId, otherId } = await waitingTexts(world);
  const at = one.clock.now();
  await world.holdByHand();
  const end = (entryId: number, result: 'failed' | 'delivered') =>
    record(one.db, clientId, [ended(otherId, entryId, result, { finishedAt: at })]);
  expect(await end(1, 'failed')).toBe(1);
  expect(await end(2, 'delivered')).toBe(1);
  expect(await childrenOf(one.db, clientId)).toEqual([]);
  expect(await waits(one, clientId)).toBe(7);
  await one.witness.check();
  await reconcile(world, one);
  expect(await end(3, 'failed')).toBe(1);
  const children = await childrenOf(one.db, clientId);
  expect(children.map(({ parent }) => parent)).toEqual([`${otherId}-3`]);
  await one.end();
});

test('what a carrier tells again after the hold is followed only if it ended after the lost time', async () => {
  const world = await witnessWorld();
  const story = await waitingTexts(world);
  const { clientId, otherId } = story;
  const began = story.one.clock.now();
  const lostUntil = await callAndLose(world, story);
  await world.restored();
  const held = await begin(world);
  await reconcile(world, held);
  const tell = (entryId: number, result: 'failed' | 'delivered', finishedAt: SimMs) =>
    record(held.db, clientId, [ended(otherId, entryId, result, { finishedAt })]);
  await tell(1, 'failed', began);
  await tell(2, 'delivered', began);
  expect(await childrenOf(held.db, clientId)).toEqual([]);
  expect(await waits(held, clientId)).toBe(0);
  // Due after the lost time, so nobody was called for it.
  await tell(3, 'delivered', simMs(lostUntil - 5 * minute));
  expect(await waits(held, clientId)).toBe(1);
  await tell(4, 'failed', simMs(lostUntil + 5 * minute));
  const children = await childrenOf(held.db, clientId);
  expect(children.map(({ parent }) => parent)).toEqual([`${otherId}-4`]);
  await held.end();
});

test('a failover whose lost calls were of lists that are lost, too, ends by itself and follows nobody again', async () => {
  const world = await witnessWorld();
  const story = await waitingTexts(world);
  await callAndLose(world, story);
  const { db, ...process } = await begin(world, 'two');
  const { installationId } = await asPlatform(db, readWorld);
  const folder = openWitnessFolder(world.folder('one'), installationId);
  // As each process compares then: only what was missing would keep the hold.
  const { submissions } = await reconcileFolder(db, vault, folder, { repair: false });
  expect(submissions).toMatchObject({ missing: 0, withoutList: expect.any(Number) });
  expect(submissions.withoutList).toBeGreaterThan(3);
  expect(await waits({ db }, story.clientId)).toBe(0);
  await process.end();
});
