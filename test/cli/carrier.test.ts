import { beforeAll, expect, test } from 'vitest';
import { asteriskKind } from '../../src/carriers/asterisk/kind.ts';
import { type CarrierKind, storedSettings } from '../../src/carriers/kind.ts';
import { twilioKind } from '../../src/carriers/twilio/kind.ts';
import { asClient, asOwner, asPlatform } from '../../src/db/database.ts';
import { readCarrierChoice } from '../../src/db/queries/carrier-use.ts';
import { carrierDetailSentence } from '../../src/domain/carrier-words/detail-sentences.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { carrierCommands, sid } from './carrier-commands.ts';
import { commandsOn } from './command-run.ts';

const db = await freshDatabase();
const { env, carillon, withInput, add, campaign } = carrierCommands(db);
const done = { code: 0, err: '' };

let client: TestClient;
beforeAll(async () => {
  client = await makeClient(db, { code: 'acme' });
});

test('a carrier is added, listed, changed and removed; its secret comes from standard input and is never shown', async () => {
  const added = await add('first', '--per-second=5');
  expect(added).toMatchObject({
    code: 0,
    out: `Carrier "first" was added: account-sid=${sid}, per-second=5, auth-token=****.`,
  });
  const listed = await carillon('carrier', 'list');
  const noEngine = { code: 'no_engine' };
  expect(listed.out).toMatch(
    new RegExp(`^ +first +twilio +- +\\? +${carrierDetailSentence(noEngine)}$`, 'm'),
  );
  const asJson = JSON.parse((await carillon('carrier', 'list', '--json')).out);
  expect(asJson).toContainEqual({
    ...{ name: 'first', kind: 'twilio', clients: [], connected: false, since: null },
    ...{ detail: carrierDetailSentence(noEngine), detailCodes: [noEngine] },
  });
  expect(listed.out).toMatch(/^ +simulated +simulated +acme/m);
  const changed = await carillon('carrier', 'set', 'first', '--per-second=', '--at-once=3');
  expect(changed.out).toBe(`Carrier "first": account-sid=${sid}, at-once=3, auth-token=****.`);
  const renewed = await withInput(['newsecret99'], 'carrier', 'set', 'first', '--auth-token-stdin');
  expect(renewed).toMatchObject(done);
  const said = [added, listed, changed, renewed].map(({ out, err }) => out + err).join();
  expect(said).not.toMatch(/topsecret|newsecret/);
  expect(await carillon('carrier', 'remove', 'first')).toEqual({
    ...done,
    out: 'Carrier "first" was removed.',
  });
  expect(await carillon('carrier', 'test', 'first')).toMatchObject({
    code: 1,
    err: 'There is no carrier "first". Run "carillon carrier list" to see all carriers.',
  });
});

test('the help of "carrier add" shows choices and defaults; a secret takes no value', async () => {
  const { out } = await carillon('carrier', 'add', 'smpp', '--help');
  expect(out).toMatch(/^ +--tls=off\|on\|unchecked +.* Default: off\.$/m);
  expect(out).toMatch(/^ +--port=… +.* Default: 2775\.$/m);
  expect(out).toMatch(/^ +--password-stdin +.* Read from a line of standard input\.$/m);
  expect((await carillon('carrier', 'set', '--help')).out).toMatch(/^ +--port=… +For smpp$/m);
});

test('a caller ID that people cannot call back is refused', async () => {
  expect(await add('dear', '--caller-id=19005550148')).toMatchObject({
    code: 2,
    err: expect.stringContaining('900-555-0148: Premium-rate numbers (900) cannot be used.'),
  });
  expect(await add('none', '--caller-id=11111111111')).toMatchObject({
    code: 2,
    err: expect.stringContaining('"11111111111" is not a North American phone number'),
  });
});

test('a setting of another kind is refused by its name', async () => {
  await add('foreign');
  expect(await carillon('carrier', 'set', 'foreign', '--port=2775')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Carriers of the kind twilio have no --port.'),
  });
  await carillon('carrier', 'remove', 'foreign');
});

test('a name is taken once, and is free again after a removal', async () => {
  await add('again');
  expect(await add('again')).toMatchObject({
    code: 1,
    err: 'The carrier name "again" is already taken.',
  });
  await carillon('carrier', 'remove', 'again');
  expect(await add('again')).toMatchObject({ code: 0 });
  await carillon('carrier', 'remove', 'again');
});

test.each([
  [
    ['carrier', 'add', 'twilio', 'Big Name', `--account-sid=${sid}`],
    'Big Name" is not a valid carrier name',
  ],
  [['carrier', 'add', 'twilio', 'x', '--auth-token-stdin'], '--account-sid is missing.'],
  [
    ['carrier', 'add', 'twilio', 'x', '--account-sid=AC1', '--auth-token-stdin'],
    '--account-sid must be an account SID',
  ],
  [['carrier', 'add', 'twilio', 'x', `--account-sid=${sid}`], '--auth-token-stdin is missing'],
  [
    [
      'carrier',
      'add',
      'twilio',
      'x',
      `--account-sid=${sid}`,
      '--auth-token-stdin',
      '--ring-seconds=14',
    ],
    '--ring-seconds must be at least 15: by law, a sales call must ring for 15 seconds or four rings',
  ],
  [
    ['carrier', 'add', 'asterisk', 'x', '--ring-seconds=5', '--password-stdin'],
    '--ring-seconds must be at least 15',
  ],
  [['carrier', 'add', 'simulated', 'x'], 'Usage: carillon carrier'],
  [['carrier', 'set', 'simulated'], 'Specify what to change'],
])('what cannot be used is said with its option: %j', async (args, words) => {
  const { code, err } = await withInput(['topsecret99'], ...args);
  expect([code, err]).toEqual([2, expect.stringContaining(words)]);
});

test.each([
  [twilioKind, { accountSid: sid, authToken: 'topsecret99' }],
  [asteriskKind, { nodes: 'http://10.0.0.5:8088', password: 'topsecret99' }],
])('a carrier opens with 15 seconds where fewer are stored', (kind, stored) => {
  const opened = (ringSeconds: string) =>
    storedSettings<unknown>(kind as CarrierKind<unknown>, { ...stored, ringSeconds }).data;
  expect(opened('5')).toMatchObject({ ringSeconds: 15 });
  expect(opened('14')).toMatchObject({ ringSeconds: 15 });
  expect(opened('16')).toMatchObject({ ringSeconds: 16 });
  expect(opened('never')).toBeUndefined();
});

test('a shorter ring time from before counts as 15 seconds: the test says so, and the next change stores it', async () => {
  await add('short', '--api-url=http://127.0.0.1:1', '--ring-seconds=15');
  await asOwner(db, (tx) =>
    tx.run(`UPDATE carrier SET settings = settings || '{"ringSeconds": "5"}' WHERE name = 'short'`),
  );
  const tried = await carillon('carrier', 'test', 'short');
  expect(tried.out).toMatch(/^note .*--ring-seconds must be at least 15: .* Carillon uses 15\./m);
  expect((await carillon('carrier', 'set', 'short', '--calls-at-once=7')).out).toContain(
    'ring-seconds=15',
  );
  await carillon('carrier', 'remove', 'short');
});

test('the simulated carrier cannot be removed, nor one that a client uses', async () => {
  expect(await carillon('carrier', 'remove', 'simulated')).toMatchObject({
    code: 1,
    err: 'The simulated carrier cannot be removed.',
  });
  await add('used');
  await carillon('client', 'carrier', 'acme', '--text=used');
  expect(await carillon('carrier', 'remove', 'used')).toMatchObject({
    code: 1,
    err: expect.stringContaining('The carrier "used" is in use by "acme".'),
  });
  await carillon('client', 'carrier', 'acme', '--text=simulated');
  expect(await carillon('carrier', 'remove', 'used')).toMatchObject(done);
});

test('a client can only use a carrier that supports the channel', async () => {
  const account = ['--host=127.0.0.1', '--system-id=acme', '--password-stdin'];
  await withInput(['topsecret99'], 'carrier', 'add', 'smpp', 'texts', ...account);
  expect(await carillon('client', 'carrier', 'acme', '--voice=texts')).toMatchObject({
    code: 1,
    err: 'The carrier "texts" is of the kind smpp, which cannot place calls.',
  });
  expect(await carillon('client', 'carrier', 'acme', '--text=nowhere')).toMatchObject({
    code: 1,
    err: 'There is no carrier "nowhere". Run "carillon carrier list" to see all carriers.',
  });
  expect(await carillon('client', 'carrier', 'acme', '--text=texts')).toMatchObject({
    ...done,
    out: 'Client "acme": calls via "simulated", texts via "texts".',
  });
  const choice = await asPlatform(db, (tx) => readCarrierChoice(tx, client.clientId));
  expect(choice).toEqual({ voice: 'simulated', text: 'texts' });
  expect((await carillon('carrier', 'list')).out).toMatch(/^ +texts +smpp +acme/m);
  await carillon('client', 'carrier', 'acme', '--text=simulated');
});

test("while a campaign of that channel runs, neither the client's carrier nor its settings can be changed", async () => {
  await add('busy');
  await campaign(client, 'Calls', 1, 3);
  expect(await carillon('client', 'carrier', 'acme', '--text=busy')).toMatchObject(done);
  // Stopping: texts may still be on their way to their carrier.
  await campaign(client, 'Reminders', 3, 4);
  expect(await carillon('client', 'carrier', 'acme', '--text=simulated')).toMatchObject({
    code: 1,
    err: 'The campaign "Reminders" of "acme" is running. Stop it first.',
  });
  expect(await carillon('carrier', 'set', 'busy', '--at-once=2')).toMatchObject({
    code: 1,
    err: 'The campaign "Reminders" of "acme" is running on the carrier "busy". Stop it first.',
  });
  await asClient(db, client.clientId, (tx) => tx.run('UPDATE campaign SET run_status = 1'));
  expect(await carillon('carrier', 'set', 'busy', '--at-once=2')).toMatchObject(done);
  expect(await carillon('client', 'carrier', 'acme', '--text=simulated')).toMatchObject(done);
});

test('a client can use a real carrier only in real time', async () => {
  await add('real');
  const choose = (more: Record<string, string>) =>
    commandsOn(db.url, { env: { ...env, ...more } })('client', 'carrier', 'acme', '--text=real');
  expect(await choose({ CARILLON_SIM_SPEED: '60' })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^CARILLON_SIM_SPEED cannot be used: .*"real", which needs real/),
  });
  expect(await choose({ CARILLON_SIM_START: '2026-11-20T14:00:00-05:00' })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^CARILLON_SIM_START cannot be used/),
  });
  // The clock of a simulation that is hours ahead.
  await asOwner(db, (tx) =>
    tx.run(`UPDATE simulation SET last_simulated = now() + interval '3 hours'`),
  );
  expect(await choose({})).toMatchObject({
    code: 1,
    err: expect.stringContaining('and the clock never goes back'),
  });
  const choice = await asPlatform(db, (tx) => readCarrierChoice(tx, client.clientId));
  expect(choice.text).toBe('simulated');
  await asOwner(db, (tx) => tx.run('UPDATE simulation SET last_simulated = now()'));
  expect(await choose({})).toMatchObject(done);
  await carillon('client', 'carrier', 'acme', '--text=simulated');
});

test('the doctor tries each carrier that a client uses, and no other', async () => {
  await add('tried', '--api-url=http://127.0.0.1:1');
  await add('idle', '--api-url=http://127.0.0.1:1');
  await carillon('client', 'carrier', 'acme', '--text=tried');
  const { code, out } = await carillon('doctor');
  expect(code).toBe(1);
  const unreachable = carrierDetailSentence({
    code: 'api_unreachable',
    said: 'connect ECONNREFUSED 127.0.0.1:1',
  });
  expect(out).toContain(`"tried": ${unreachable}`);
  expect(out).not.toContain('"idle"');
  const tried = await carillon('carrier', 'test', 'idle');
  expect(tried).toMatchObject({ code: 1, err: '' });
  expect(tried.out).toContain(`WRONG  ${unreachable}`);
  expect(await carillon('carrier', 'test', 'simulated')).toMatchObject({
    ...done,
    out: 'ok     Simulated: no calls or texts leave this machine.',
  });
});
