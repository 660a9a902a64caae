/** `restore reconcile` after a journal was lost with its machine: the carriers' records decide. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { releaseCarriers, waitForCarriers } from '../../src/cli/reconcile/ask-carriers.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { insertCarrier } from '../../src/db/queries/carrier.ts';
import {
  askToReconcile,
  beginHold,
  endHoldWhenAllCame,
  readHold,
} from '../../src/db/queries/hold.ts';
import { markSubmitted } from '../../src/db/queries/reconcile.ts';
import { noteReconciled, readLastReconciliation } from '../../src/db/queries/reconciliation.ts';
import { registerWitness } from '../../src/db/queries/witness.ts';
import { loadSimulationClock } from '../../src/db/simulation-clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { commandsOn } from '../cli/command-run.ts';
import { makeTexting } from '../engine/text-world.ts';
import {
  afternoon,
  type Campaign,
  makeCampaign,
  makeList,
  makeTestClient,
  vault,
} from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { authToken } from '../twilio/double/account.ts';
import { twilioDouble } from '../twilio/double/server.ts';
import { givenCall, givenText } from '../twilio/given.ts';
import { settingTexts } from '../twilio/open-carrier.ts';

const db = await freshDatabase();
const double = await twilioDouble((url) => url);
const folder = mkdtempSync(join(tmpdir(), 'carillon-asked-'));
writeFileSync(join(folder, 'carillon.key'), '01'.repeat(32), { mode: 0o600 });
const carillon = commandsOn(db.url, { env: { CARILLON_DATA: folder } });
const reconcile = (...options: string[]) => carillon('restore', 'reconcile', ...options);
// Real carriers use real time, whatever start is given.
const start = new Date(afternoon);
const clock = await loadSimulationClock(db, { speed: 1, start, realCarrier: 'used' });
await clock.stop();
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await double.close();
});

const minute = 60_000;
/** In whole seconds, like Twilio's. */
const backup = afternoon;
const after = (minutes: number) => new Date(backup + minutes * minute);
let phones = 12_125_550_000;

beforeEach(async () => {
  double.calls.all.length = 0;
  double.account.messages.length = 0;
  await asPlatform(db, async (tx) => {
    await tx.run('DELETE FROM witness');
    await tx.run(
      "UPDATE installation SET hold_since = NULL, hold_code = NULL, hold_facts = '{}', generation = generation + 1",
    );
    await tx.run("UPDATE client SET voice_carrier = 'simulated', text_carrier = 'simulated'");
    await tx.run(
      'UPDATE carrier SET removed_at = updated WHERE removed_at IS NULL AND kind <> $1',
      ['simulated'],
    );
  });
});

/** A restored backup that knows the journal of a lost machine, unless said otherwise. */
async function restored({ lost = true } = {}): Promise<void> {
  await asPlatform(db, async (tx) => {
    const asOf = new Date(backup).toISOString();
    if (lost) {
      const name = 'lost:/var/lib/carillon';
      await registerWitness(tx, { witnessId: randomUUID(), slot: 1, name, knows: true });
    }
    await beginHold(tx, 'restored', { asOf });
    await tx.run("UPDATE installation SET hold_since = hold_since - interval '1 minute'");
  });
}

async function onTwilio(clientId: number, token = authToken): Promise<void> {
  const { authToken: _, ...settings } = settingTexts(double);
  await asPlatform(db, async (tx) => {
    const known = await tx.row("SELECT FROM carrier WHERE name = 'main' AND removed_at IS NULL");
    const carrier = { name: 'main', settings, secrets: { authToken: token } };
    if (!known) await insertCarrier(tx, vault, 'twilio', carrier);
    await tx.run(
      "UPDATE client SET voice_carrier = 'main', text_carrier = 'main' WHERE client_id = $1",
      [clientId],
    );
  });
}

/** A list of that many new numbers. */
async function listed(campaign: Campaign, entries: number, given?: number) {
  phones += 100;
  const firstPhone = given ?? phones;
  const callListId = await makeList(db, campaign, { entries, firstPhone });
  const phone = (n: number) => String(firstPhone + n - 1);
  return { callListId, phone, plus: (n: number) => `+${phone(n)}`, firstPhone };
}

function called({ clientId, campaignId }: Campaign, list: Listed, n: number, at: Date) {
  const { callListId, phone } = list;
  const one = { campaignId, callListId, entryId: n, phone: phone(n), at: simMs(at.getTime()) };
  return asClient(db, clientId, (tx) => markSubmitted(tx, vault, clientId, [one]));
}
type Listed = Awaited<ReturnType<typeof listed>>;

/** Entries that wait to be called. */
async function waiting({ clientId }: Campaign, { callListId }: Listed): Promise<number[]> {
  const rows = await asClient(db, clientId, (tx) =>
    tx.rows<{ id: number }>(
      'SELECT entry_id AS id FROM list_entry WHERE call_list_id = $1 AND state = 0 ORDER BY 1',
      [callListId],
    ),
  );
  return rows.map(({ id }) => id);
}

const isHeld = async () => (await asPlatform(db, readHold)) !== null;
const asked = async () => (await asPlatform(db, readLastReconciliation))?.carriers.main;

test('numbers that Twilio called or texted since the backup are not tried again', async () => {
  const voice = await makeCampaign(db);
  const texting = await makeTexting(db, { clientId: voice.clientId });
  await onTwilio(voice.clientId);
  const list = await listed(voice, 6);
  const texts = await listed(texting, 3, list.firstPhone);
  await called(voice, list, 1, after(-5));
  await called(voice, list, 2, after(-5));
  // Known; known and called again; missing; older than the records asked for; only texted.
  givenCall(double, { to: list.plus(1), created: after(-5) });
  givenCall(double, { to: list.plus(2), created: after(-4) });
  givenCall(double, { to: list.plus(2), created: after(20) });
  givenCall(double, { to: list.plus(3), created: after(1), status: 'no-answer' });
  givenCall(double, { to: list.plus(4), created: after(-60) });
  givenText(double, { to: list.plus(1), created: after(2) });
  givenCall(double, { to: '+13035550100', created: after(3) });
  await restored();

  const { out, code } = await reconcile('--gone=lost');
  expect(out).toContain('The hold is over');
  expect(code).toBe(0);
  expect(await asked()).toMatchObject({
    state: 'asked',
    report: {
      read: 6,
      known: 2,
      missing: 2,
      marked: 2,
      elsewhere: 2,
      byNumber: 6,
      mayBeReplies: 0,
    },
  });
  expect(await waiting(voice, list)).toEqual([4, 5, 6]);
  expect(await waiting(texting, texts)).toEqual([2, 3]);
});

test('a call of another client on the same account explains a record', async () => {
  const first = await makeCampaign(db);
  const second = await makeCampaign(db);
  for (const { clientId } of [first, second]) await onTwilio(clientId);
  const own = await listed(first, 1);
  const theirs = await listed(second, 1, own.firstPhone);
  await called(first, own, 1, after(-1));
  givenCall(double, { to: own.plus(1), created: after(-1) });
  await restored();
  expect((await reconcile('--gone=lost')).code).toBe(0);
  expect(await waiting(second, theirs)).toEqual([1]);
});

test('while a journal is lost, the hold lasts until the carrier was asked or is left out', async () => {
  const campaign = await makeCampaign(db);
  await onTwilio(campaign.clientId, 'not-the-token');
  await restored();
  const refused = await reconcile('--gone=lost');
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('"main" could not be asked for its records');
  expect(refused.err).toContain('--without-carrier=main');
  // An engine that sees all journals does not end it either.
  expect(await asPlatform(db, endHoldWhenAllCame)).toBe(false);
  expect(await isHeld()).toBe(true);
  expect((await reconcile('--gone=lost', '--without-carrier=none')).err).toContain(
    'There is no carrier "none".',
  );
  const without = await reconcile('--gone=lost', '--without-carrier=main');
  expect(without.out).toContain('Carrier "main" was left out.');
  expect(without.code).toBe(0);
  expect(await isHeld()).toBe(false);
});

test('with all journals present, a carrier that cannot be asked is only reported', async () => {
  const campaign = await makeCampaign(db);
  await onTwilio(campaign.clientId, 'not-the-token');
  await restored({ lost: false });
  const { out, code } = await reconcile();
  expect(out).toContain('"main" could not be asked for its records');
  expect(code).toBe(0);
  expect(await isHeld()).toBe(false);
});

test('with all journals present, what only the carrier knows counts all the same', async () => {
  const campaign = await makeCampaign(db);
  await onTwilio(campaign.clientId);
  const list = await listed(campaign, 2);
  givenCall(double, { to: list.plus(2), created: after(1) });
  await restored({ lost: false });
  expect((await reconcile()).code).toBe(0);
  expect(await waiting(campaign, list)).toEqual([1]);
});

test('a command that cannot wait for a journal leaves the end to its process, unless another journal is lost', async () => {
  const sources = { asked: [], fileless: ['pbx'], silent: [] };
  for (const gone of [false, true]) {
    await restored({ lost: false });
    await asPlatform(db, async (tx) => {
      await waitForCarriers(tx, sources);
      await askToReconcile(tx);
      const lost = { witnessId: randomUUID(), name: 'lost:/data', repaired: false, gone: true };
      if (gone) await noteReconciled(tx, { ...lost, missing: 0, report: {} });
    });
    expect(await asPlatform(db, endHoldWhenAllCame)).toBe(false);
    expect(await releaseCarriers(db, sources)).toBe(!gone);
    expect(await asPlatform(db, endHoldWhenAllCame)).toBe(!gone);
  }
});

test('no carrier is asked when the operator says so', async () => {
  const campaign = await makeCampaign(db);
  await onTwilio(campaign.clientId);
  await restored();
  double.requests.length = 0;
  const { out, code } = await reconcile('--gone=lost', '--no-carriers');
  expect(out).toContain('The carriers were not asked.');
  expect({ code, requests: double.requests }).toEqual({ code: 0, requests: [] });
});

test('Asterisk is asked by its Master.csv, which is required while a journal is lost', async () => {
  const clientId = await makeTestClient(db);
  const campaign = await makeCampaign(db, { clientId });
  const list = await listed(campaign, 4);
  await asPlatform(db, async (tx) => {
    const settings = { nodes: 'http://127.0.0.1:9' };
    const carrier = { name: 'pbx', settings, secrets: { password: 'secret' } };
    await insertCarrier(tx, vault, 'asterisk', carrier);
    await tx.run("UPDATE client SET voice_carrier = 'pbx' WHERE client_id = $1", [clientId]);
  });
  await called(campaign, list, 1, after(-1));
  await restored();
  const owed = await reconcile('--gone=lost');
  expect(owed.err).toContain('--cdr=<file>');
  expect({ code: owed.code, held: await isHeld() }).toEqual({ code: 1, held: true });
  expect((await reconcile('--gone=lost', '--cdr=/nowhere.csv')).err).toContain(
    '/nowhere.csv cannot be read (ENOENT).',
  );
  const file = join(folder, 'Master.csv');
  const utc = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ');
  const row = (id: string, at: Date) =>
    `"","+12125550199","s","carillon-amd","""Bank, of Ohio"" <+12125550199>","PJSIP/trunk-0","","Stasis","a,b","${utc(at)}",,"${utc(at)}",6,6,"ANSWERED","DOCUMENTATION","${id}"`;
  const named = (n: number) => `${clientId}-${list.callListId}-${n}`;
  writeFileSync(file, `${row('1763881237.4', after(1))}\n`);
  expect((await reconcile('--gone=lost', `--cdr=${file}`)).err).toContain('contains no calls');
  expect(await isHeld()).toBe(true);
  const rows = [
    row(named(1), after(-1)),
    row(named(2), after(1)),
    row(`${named(2)}-agent`, after(2)),
    row(`${clientId}-${list.callListId + 1}-4`, after(2)),
  ];
  writeFileSync(file, `${rows.join('\n')}\n`);
  const made = (at: Date) =>
    asClient(db, clientId, (tx) =>
      tx.run('UPDATE call_list SET created = $2 WHERE call_list_id = $1', [list.callListId, at]),
    );
  // A list that is newer than its calls would be another one.
  await made(after(-30));
  const done = await reconcile('--gone=lost', `--cdr=${file}`);
  expect(done.out).toContain('3 calls and texts, 1 of them already known here.');
  expect(done.code).toBe(0);
  expect(await waiting(campaign, list)).toEqual([3, 4]);
  // A list from the lost time had that id, so it is not reused.
  expect((await listed(campaign, 1)).callListId).toBeGreaterThan(list.callListId + 1);
});

test('a carrier that keeps no records is named while a journal is lost', async () => {
  const clientId = await makeTestClient(db);
  await asPlatform(db, async (tx) => {
    const settings = { host: '127.0.0.1', systemId: 'carillon' };
    const carrier = { name: 'smsc', settings, secrets: { password: 'secret' } };
    await insertCarrier(tx, vault, 'smpp', carrier);
    await tx.run("UPDATE client SET text_carrier = 'smsc' WHERE client_id = $1", [clientId]);
  });
  await restored();
  const { out, code } = await reconcile('--gone=lost');
  expect(out).toContain('"smsc" keeps no records that Carillon can read.');
  expect(code).toBe(0);
});
