/** A failover that lost nothing ends by itself: it only waits for folders that may know more. */
import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { beginHold } from '../../src/db/queries/hold.ts';
import { outstanding } from '../../src/db/queries/reconciliation.ts';
import { readWitnesses } from '../../src/db/queries/witness.ts';
import { realMs, simMs } from '../../src/domain/milliseconds.ts';
import { factsOf } from '../../src/witness/standing-hold.ts';
import { commandsOn } from '../cli/command-run.ts';
import { afternoon, type Campaign } from '../engine/world.ts';
import { placeMore, runningCampaign } from './calls.ts';
import { type Phase, type WitnessWorld, witnessWorld } from './witness-world.ts';

const commandsIn = (world: WitnessWorld, folder: string) =>
  commandsOn(world.url, { env: { CARILLON_DATA: world.folder(folder) } });

/** An engine of the folder `one` that has called. */
async function callingEngine() {
  const world = await witnessWorld();
  const engine = await world.begin();
  const campaign = await runningCampaign(engine, 80);
  await placeMore(world, engine, 5);
  await engine.witness.check();
  return { world, engine, campaign };
}

const failover = ({ db }: Phase) =>
  asPlatform(db, async (tx) => beginHold(tx, 'failover', await factsOf(tx)));

/** The hold ends without anybody: its own loop runs meanwhile. */
async function endsByItself({ witness }: Phase): Promise<void> {
  await expect
    .poll(
      async () => {
        await witness.check();
        return witness.hold();
      },
      { timeout: 60_000 },
    )
    .toBeNull();
}

/** The hold stands although the process has done its part. */
async function stands({ db, witness }: Phase): Promise<void> {
  await expect
    .poll(
      async () => {
        await witness.check();
        const { rowCount } = await db.pool.query(
          'SELECT FROM reconciliation JOIN installation USING (generation)',
        );
        return rowCount;
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0);
  for (let n = 0; n < 3; n += 1) await witness.check();
  expect(witness.hold()).not.toBeNull();
}

test('a failover does not wait for a folder in which only "restore reconcile" was run', async () => {
  const { world, engine } = await callingEngine();
  await world.holdByHand();
  await engine.witness.check();
  const said = await commandsIn(world, 'two')('restore', 'reconcile', '--no-carriers');
  expect(said).toMatchObject({ code: 0, out: expect.stringContaining('The hold is over') });
  await engine.witness.check();
  await failover(engine);
  await endsByItself(engine);
  await engine.end();
});

test('a failover does not wait for a folder whose command or console ended in order', async () => {
  const { world, engine, campaign } = await callingEngine();
  const client = await asPlatform(engine.db, (tx) =>
    tx.row<{ code: string }>('SELECT code FROM client WHERE client_id = $1', [campaign.clientId]),
  );
  const file = join(world.folder('three'), 'numbers.csv');
  writeFileSync(file, '212-555-9999\n');
  const { code } = await commandsIn(world, 'three')('dnc', 'import', client?.code ?? '', file);
  expect(code).toBe(0);
  const console = await world.begin({ folder: 'two', placesCalls: false });
  console.witness.append([
    {
      kind: 'optOut',
      ...{ clientId: campaign.clientId, phone: '12125559998', source: 'manager', at: realMs(1) },
    },
  ])();
  await console.end();
  expect((await asPlatform(engine.db, readWitnesses)).map(({ position }) => position > 0)).toEqual([
    true,
    true,
    true,
  ]);
  // As it does once a second: the database is then newer than all of that.
  await engine.witness.check();
  await failover(engine);
  await endsByItself(engine);
  await engine.end();
});

test('a failover waits for the folder of a console that wrote again, and of an engine', async () => {
  const { world, engine } = await callingEngine();
  const names = async () =>
    (await asPlatform(engine.db, outstanding)).map(({ name }) => name.slice(name.indexOf(':') + 1));
  await (await world.begin({ folder: 'two', placesCalls: false })).end();
  const again = await world.begin({ folder: 'two', placesCalls: false });
  await (await world.begin({ folder: 'three' })).end();
  await failover(engine);
  expect(await names()).toEqual(['one', 'three', 'two'].map(world.folder));
  await stands(engine);
  expect(await names()).toContain(world.folder('three'));
  const gone = `--gone=${hostname()}:${world.folder('three')}`;
  await again.witness.check();
  const said = await commandsIn(world, 'one')('restore', 'reconcile', '--no-carriers', gone);
  expect(said).toMatchObject({ code: 0, out: expect.stringContaining('The hold is over') });
  await again.end();
  await engine.end();
});

for (const [when, ago, ends] of [
  ['long before the state of the promoted standby', '2 minutes', true],
  ['in the last moments before it', '0 minutes', false],
] as const) {
  test(`a failover ${ends ? 'does not wait' : 'waits'} for a folder without a line that was killed ${when}`, async () => {
    const { world, engine } = await callingEngine();
    await (await world.begin({ folder: 'two', placesCalls: false })).end();
    await engine.db.pool.query(
      `UPDATE witness SET ended_beat = NULL, seen_at = seen_at - $1::interval WHERE name LIKE '%two'`,
      [ago],
    );
    await failover(engine);
    // The standby lagged by minutes: running processes show later signs.
    await engine.db.pool.query(
      `UPDATE witness SET seen_at = seen_at + interval '5 minutes' WHERE name LIKE '%one'`,
    );
    await (ends ? endsByItself : stands)(engine);
    await engine.end();
  });
}

/** Texts whose time to be answered is over after so many minutes, by entry. */
function waitsFor(
  { db }: Phase,
  { clientId, campaignId }: Campaign,
  minutes: Record<number, number>,
): Promise<unknown> {
  return asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO follow_up_wait (client_id, call_list_id, entry_id, campaign_id, rule_id, due_at)
       SELECT client_id, call_list_id, one.key::int, $2, 1, $3::timestamptz + one.value::int * interval '1 minute'
       FROM call_list, jsonb_each_text($4::jsonb) AS one WHERE client_id = $1`,
      [clientId, campaignId, new Date(afternoon), JSON.stringify(minutes)],
    ),
  );
}

const waiting = ({ db }: Phase, { clientId }: Campaign) =>
  asClient(db, clientId, async (tx) => {
    const rows = await tx.rows<{ id: number }>(
      'SELECT entry_id AS id FROM follow_up_wait WHERE client_id = $1 ORDER BY id',
      [clientId],
    );
    return rows.map(({ id }) => id);
  });

for (const [what, ids] of [
  ['a follow-up', { callListId: 1, entryId: 2 ** 26 + 2 }],
  ['a call of a whole list', { callListId: 999, entryId: 1 }],
] as const) {
  test(`a failover that lost ${what} waits for the operator, and what was due until then is not followed up again`, async () => {
    const { world, engine, campaign } = await callingEngine();
    const { clientId, campaignId } = campaign;
    await waitsFor(engine, campaign, { 2: 30, 3: 90 });
    await failover(engine);
    // The journal has it; the promoted standby has neither the entry nor its attempt.
    const at = simMs(afternoon + 60 * 60_000);
    const lost = { ...ids, clientId, campaignId, phone: '12125550001', at };
    engine.witness.append([{ kind: 'submission', ...lost }])();
    await stands(engine);
    expect(engine.witness.hold()).toMatchObject({ code: 'rolled_back' });
    // Forgotten by the comparison already, which repairs nothing else.
    expect(await waiting(engine, campaign)).toEqual([3]);
    const said = await commandsIn(world, 'one')('restore', 'reconcile', '--no-carriers');
    expect(said).toMatchObject({ code: 0, out: expect.stringContaining('The hold is over') });
    expect(await waiting(engine, campaign)).toEqual([3]);
    await engine.end();
  });
}
