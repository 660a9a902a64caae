/** A restored backup must not bring back whom it does not know to be erased. */
import { appendFileSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asClient, asPlatform, type Database } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { readWorld } from '../../src/db/queries/hold.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { readLastReconciliation } from '../../src/db/queries/reconciliation.ts';
import { openWitnessFolder } from '../../src/witness/folder.ts';
import { makeAccounts } from '../engine/account-world.ts';
import {
  type Campaign,
  campaignState,
  makeCampaign,
  makeList,
  readCallLog,
} from '../engine/world.ts';
import { endLeases, placed, placeMore, runningCampaign, twice } from './calls.ts';
import { commandIn, reconcileIn } from './long-ago.ts';
import { type Phase, type WitnessWorld, witnessWorld } from './witness-world.ts';

const phoneAt = (n: number) => String(12_125_550_000 + n);
const called = 0;
const waiting = 50;
/** Of a list that is loaded after the backup. */
const later = 500;
const erased = [called, waiting, later].map(phoneAt);

/** Tables that hold one of the numbers in digits. */
function holding({ db }: Phase, { clientId }: Campaign) {
  const tables = ['list_entry', 'attempt', 'call_record', 'account_phone', 'do_not_call'];
  const all = tables.map(
    (one) => `SELECT '${one}' AS place, phone FROM ${one} WHERE client_id = $1`,
  );
  return asClient(db, clientId, (tx) =>
    tx.rows(`SELECT * FROM (${all.join(' UNION ALL ')}) held WHERE phone = ANY ($2)`, [
      clientId,
      erased,
    ]),
  );
}

const blocked = ({ db }: Phase, { clientId }: Campaign) =>
  asClient(db, clientId, async (tx) => {
    const rows = await tx.rows<{ phone: string }>(
      `SELECT v.phone FROM unnest($2::text[]) v (phone) JOIN do_not_call d
         ON d.client_id = $1 AND d.phone = number_hash($1, v.phone) ORDER BY v.phone`,
      [clientId, erased],
    );
    return rows.map(({ phone }) => phone);
  });

/**
 * Backup; then three people are erased in the first folder; then the backup is restored.
 *
 * @param torn what a full disk left of an erasure that was refused, before the first of them
 */
async function erasedSinceBackup(world: WitnessWorld, torn = ''): Promise<Campaign> {
  const one = await world.begin();
  const campaign = await runningCampaign(one, 60);
  await placeMore(world, one, 5);
  // No call is in progress at the backup, so that the person can be erased right after it.
  await asClient(one.db, campaign.clientId, (tx) =>
    tx.run('UPDATE campaign SET run_status = 1 WHERE client_id = $1', [campaign.clientId]),
  );
  await one.run(120_000, 1_000);
  await one.end();
  await world.backup();
  const two = await world.begin();
  await makeList(two.db, campaign, { entries: 3, firstPhone: Number(phoneAt(later)) });
  await two.end();
  for (const slot of globSync(join(world.folder('one'), 'witness', '*', '1'))) {
    appendFileSync(join(slot, '..', 'erasures.log'), torn);
  }
  const person = commandIn(world, 'one');
  for (const phone of erased) {
    const run = await person('person', 'erase', phone, '--hash-dnc');
    expect(run, run.err).toMatchObject({ code: 0 });
    expect(run.out).toContain('Erased of client');
  }
  await world.restore();
  return campaign;
}

test.each(['found by the process itself', 'said by restore'])(
  'who was erased after the backup is gone and blocked again before campaigns go on, %s',
  async (how) => {
    const world = await witnessWorld();
    const campaign = await erasedSinceBackup(world);
    if (how === 'said by restore') await world.restored();
    const held = await world.begin();
    await endLeases(held);
    await asPlatform(held.db, (tx) => tx.run('UPDATE client SET least_gap_hours = 0'));
    // The backup has them all again, and nothing may be called by it yet.
    expect((await holding(held, campaign)).length).toBeGreaterThan(2);
    expect(held.witness.hold()).not.toBeNull();
    const before = placed(world);
    await requestStart(held.db, campaign.clientId, campaign.campaignId);
    await held.run(20_000);
    expect(placed(world)).toBe(before);
    const said = await reconcileIn(world, 'one')();
    expect(said.code, said.err).toBe(0);
    expect(await holding(held, campaign)).toEqual([]);
    expect(await blocked(held, campaign)).toEqual(erased);
    await held.witness.check();
    expect(held.witness.hold()).toBeNull();
    // The contact file comes once more, with all of them.
    await makeList(held.db, campaign, { entries: 2, firstPhone: Number(phoneAt(called)) });
    await makeList(held.db, campaign, { entries: 3, firstPhone: Number(phoneAt(later)) });
    await held.runUntil(async () => (await campaignState(held.db, campaign)).completed);
    const since = readCallLog(world.folder('carrier')).slice(before);
    expect(since.length).toBeGreaterThan(20);
    expect(since.filter(({ to }) => erased.includes(to))).toEqual([]);
    expect(since.map(({ to }) => to)).toContain(phoneAt(later + 1));
    expect(twice(world)).toEqual([phoneAt(1)]);
    await held.end();
  },
);

test('reconciling once more changes nothing, and the receipt is there', async () => {
  const world = await witnessWorld();
  const campaign = await erasedSinceBackup(world);
  const held = await world.begin();
  const receipts = () =>
    asClient(held.db, campaign.clientId, (tx) =>
      tx.rows<{ key: string }>(
        'SELECT erasure_key AS key FROM erasure WHERE client_id = $1 ORDER BY key',
        [campaign.clientId],
      ),
    );
  expect(await receipts()).toEqual([]);
  await reconcileIn(world, 'one')();
  const first = await receipts();
  expect(first).toHaveLength(3);
  await reconcileIn(world, 'one')();
  expect(await receipts()).toEqual(first);
  const shown = await commandIn(world, 'one')('person', 'show', phoneAt(waiting));
  expect(shown.out).toContain('erased on ');
  await held.end();
});

describe('An account that asked to stop by a number that was erased since the backup', () => {
  const asked = phoneAt(1);
  const besides = phoneAt(2);
  const free = phoneAt(3);
  const accounts = [{ phones: [asked, besides] }, { phones: [free] }];

  async function erasedAfterStop(loaded: boolean, words: string[]) {
    const world = await witnessWorld();
    const one = await world.begin();
    const campaign = await makeCampaign(one.db);
    await asPlatform(one.db, (tx) => tx.run("UPDATE client SET stop_scope = 'account'"));
    if (loaded) await makeAccounts(one.db, campaign, accounts);
    await one.end();
    await world.backup();
    const two = await world.begin();
    if (!loaded) await makeAccounts(two.db, campaign, accounts);
    await asClient(two.db, campaign.clientId, (tx) => optOut(tx, campaign.clientId, asked, 'key'));
    await two.end();
    const run = await commandIn(world, 'one')('person', 'erase', asked, ...words);
    expect(run, run.err).toMatchObject({ code: 0 });
    await world.restore();
    return { world, campaign };
  }

  async function withoutLastWord(db: Database, world: WitnessWorld): Promise<void> {
    const { installationId } = await asPlatform(db, readWorld);
    const folder = await openWitnessFolder(world.folder('one'), installationId);
    const path = join(folder.path, 'erasures.log');
    const noted = readFileSync(path, 'utf8');
    expect(noted).toContain(' account\n');
    writeFileSync(path, noted.replaceAll(' account\n', '\n'));
  }

  test.each([
    ['its list is in the backup, erased with the hash', true, ['--hash-dnc'], 'account'],
    ['its list is in the backup, erased without', true, [], 'account'],
    ['its list is in the backup, noted by an earlier version', true, [], ''],
    ['its list is loaded after the restore', false, ['--hash-dnc'], 'account'],
  ])('is not called at its other numbers: %s', async (_how, loaded, words, noted) => {
    const { world, campaign } = await erasedAfterStop(loaded, words);
    const held = await world.begin();
    if (noted === '') await withoutLastWord(held.db, world);
    expect((await reconcileIn(world, 'one')()).code).toBe(0);
    await held.witness.check();
    expect(held.witness.hold()).toBeNull();
    if (!loaded) await makeAccounts(held.db, campaign, accounts);
    await requestStart(held.db, campaign.clientId, campaign.campaignId);
    await held.runUntil(async () => (await campaignState(held.db, campaign)).completed);
    expect(readCallLog(world.folder('carrier')).map(({ to }) => to)).toEqual([free]);
    await held.end();
  });

  test('keeps its other numbers callable where the person did not ask for the account', async () => {
    const world = await witnessWorld();
    const one = await world.begin();
    const campaign = await makeCampaign(one.db);
    await asPlatform(one.db, (tx) => tx.run("UPDATE client SET stop_scope = 'account'"));
    await makeAccounts(one.db, campaign, accounts);
    await one.end();
    await world.backup();
    expect((await commandIn(world, 'one')('person', 'erase', asked)).code).toBe(0);
    await world.restore();
    const held = await world.begin();
    expect((await reconcileIn(world, 'one')()).code).toBe(0);
    await held.witness.check();
    await requestStart(held.db, campaign.clientId, campaign.campaignId);
    await held.runUntil(async () => (await campaignState(held.db, campaign)).completed);
    const called = readCallLog(world.folder('carrier')).map(({ to }) => to);
    expect(called.toSorted()).toEqual([besides, free]);
    await held.end();
  });
});

test('half a line that a full disk left hides no erasure after it, and is reported', async () => {
  const world = await witnessWorld();
  const campaign = await erasedSinceBackup(world, 'E 1 #0123');
  const held = await world.begin();
  const said = await reconcileIn(world, 'one')();
  expect(said.code, said.err).toBe(0);
  expect(await holding(held, campaign)).toEqual([]);
  expect(await blocked(held, campaign)).toEqual(erased);
  expect(await asPlatform(held.db, readLastReconciliation)).toMatchObject({
    folders: [{ report: { damaged: 1 } }],
  });
  await held.end();
});
