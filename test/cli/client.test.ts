import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSession } from '../harness/session.ts';
import { commandsOn } from './command-run.ts';

const database = await freshDatabase();
const carillon = commandsOn(database.url);
const folder = mkdtempSync(join(tmpdir(), 'carillon-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const done = { code: 0, err: '' };

test('a client is created, shown, changed and disabled', async () => {
  const terms = ['--minute-cost=0.01234', '--hours=9:00-20:00', '--state-hours=TX=12:00-20:00'];
  expect(await carillon('client', 'add', 'acme', 'Acme Inc', ...terms)).toMatchObject(done);
  expect((await carillon('client', 'list')).out).toMatch(
    /acme +Acme Inc +0\.01234 +09:00-20:00, TX 12:00-20:00 +none +0 +enabled/,
  );
  const changed = await carillon('client', 'set', 'ACME', '--name=Acme', '--state-hours=TX=');
  expect(changed).toMatchObject({
    ...done,
    out: 'Client "acme": Acme, 0.01234 dollars per minute, calls 09:00-20:00.',
  });
  expect(await carillon('client', 'disable', 'acme')).toMatchObject(done);
  expect((await carillon('client', 'list')).out).toMatch(/acme .* disabled/);
  expect(await carillon('client', 'enable', 'acme')).toMatchObject(done);
});

test('a client may call the United States and Canada, and the countries that the operator allows', async () => {
  expect(await carillon('client', 'add', 'island', 'Island')).toMatchObject(done);
  expect((await carillon('client', 'list')).out).toMatch(/island .* enabled .* US,CA +no limit$/m);
  const set = (countries: string) =>
    carillon('client', 'set', 'island', `--destinations=${countries}`);
  expect((await set('US,CA,jm')).out).toMatch(/, numbers of US, CA, JM\.$/);
  expect((await carillon('client', 'list')).out).toMatch(
    /island .* enabled .* US,CA,JM +no limit$/m,
  );
  expect((await carillon('client', 'set', 'island', '--name=Same')).out).toContain('US, CA, JM');
  expect(await set('US,NO')).toMatchObject({
    ...{ code: 2, out: '' },
    err: expect.stringContaining('"NO" is not a destination. Give countries with +1 numbers (AG,'),
  });
  expect((await set('')).err).toContain('Give at least one destination, such as US,CA.');
});

test("a client's daily limits and launch approval are set, shown, changed and removed", async () => {
  const limits = ['--max-calls-a-day=5000', '--max-cost-a-day=250.50'];
  expect(await carillon('client', 'add', 'daily', 'Daily', ...limits)).toMatchObject(done);
  expect((await carillon('client', 'list')).out).toMatch(
    /daily .* US,CA +5,000 calls and \$250\.50$/m,
  );
  const set = (...options: string[]) => carillon('client', 'set', 'daily', ...options);
  expect((await set('--max-texts-a-day=10', '--max-cost-a-day=none')).out).toContain(
    ', at most 5,000 calls and 10 texts a day.',
  );
  expect((await set('--launch-approval=required')).out).toContain(
    '10 texts a day, launch approval required.',
  );
  const off = await set(
    '--launch-approval=off',
    '--max-calls-a-day=none',
    '--max-texts-a-day=none',
  );
  expect(off.out).toMatch(/calls 08:00-21:00\.$/);
  expect((await set('--max-calls-a-day=0')).err).toContain('"0" is not a valid daily limit.');
  expect((await set('--launch-approval=maybe')).err).toContain(
    '"maybe" is neither required nor off.',
  );
  expect((await set('--destinations=US-TX,CARIBBEAN')).out).toContain(
    ', numbers of US-TX, AG, AI,',
  );
});

test("a client's guard of abandonment and its brake are set, shown, changed and removed", async () => {
  expect(await carillon('client', 'add', 'guarded', 'Guarded')).toMatchObject(done);
  const set = (...options: string[]) => carillon('client', 'set', 'guarded', ...options);
  expect((await set('--abandonment-wait=20')).err).toContain('give --abandonment=3%, too');
  expect((await set('--abandonment=3%')).out).toContain(
    ', abandoned calls at most 3 % (an agent within 2 seconds).',
  );
  const more = await set(
    '--abandonment-wait=20',
    '--early-hang-ups=count',
    '--brake=failed=20%,opt-outs=3%',
  );
  expect(more.out).toContain(
    '(an agent within 20 seconds, early hang-ups counted), the brake at failed 20 %, opt-outs 3 %.',
  );
  const [client] = JSON.parse((await carillon('client', 'list', '--json')).out).filter(
    ({ code }: { code: string }) => code === 'guarded',
  );
  expect(client).toMatchObject({
    abandonment: { waitSeconds: 20, hangUps: true },
    brake: { failed: 0.2, optOuts: 0.03 },
  });
  expect((await set('--abandonment=5%')).err).toContain('"5%" is neither 3% nor off.');
  expect((await set('--brake=busy=3%')).err).toContain('"busy" has no limit.');
  for (const twice of ['failed=20%,failed=30%', 'failed=off, failed =30%']) {
    const refused = await set(`--brake=${twice}`);
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining('"failed" has two limits. Give it once.'),
    ]);
  }
  for (const option of ['brake=failed=30%', 'abandonment-wait=2']) {
    const [name] = option.split('=');
    const refused = await set('--abandonment=3%', `--${option}`, `--${option}`);
    expect(refused.err).toContain(`--${name} is given twice. Give it once.`);
  }
  expect((await set('--abandonment=off', '--brake=off')).out).toMatch(/calls 08:00-21:00\.$/);
  expect((await carillon('client', 'set', '--help')).out).toContain('not legal advice');
});

test("a client's cap on attempts is set, shown, changed and lifted", async () => {
  const cap = ['--max-calls=7', '--max-texts=3'];
  expect(await carillon('client', 'add', 'capped', 'Capped', ...cap)).toMatchObject(done);
  expect((await carillon('client', 'list')).out).toMatch(
    /capped +Capped +\S+ +\S+ +7 calls and 3 texts in 7 days +0/,
  );
  const set = async (...options: string[]) =>
    (await carillon('client', 'set', 'capped', ...options)).out;
  expect(await set('--max-texts=none', '--cap-days=30')).toBe(
    'Client "capped": Capped, 0.00 dollars per minute, calls 08:00-21:00, at most 7 calls in 30 days to one number.',
  );
  expect(await set('--name=Same')).toMatch(/at most 7 calls in 30 days to one number\.$/);
  expect(await set('--max-calls=none')).toMatch(/calls 08:00-21:00\.$/);
  expect((await carillon('client', 'list')).out).toMatch(/capped +Same +\S+ +\S+ +none +0/);
  for (const [option, sentence] of [
    [
      '--max-calls=0',
      '"0" is not a valid cap. Use a whole number from 1 to 1000, or "none" for no limit.',
    ],
    [
      '--max-texts=many',
      '"many" is not a valid cap. Use a whole number from 1 to 1000, or "none" for no limit.',
    ],
    ['--cap-days=366', '"366" is not a valid number of days. Use a whole number from 1 to 365.'],
    ['--cap-days=7', '--cap-days needs a limit: give --max-calls, --max-texts or both.'],
  ] as const) {
    const refused = await carillon('client', 'set', 'capped', option);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain(sentence);
  }
});

test("a client's minimum gap and the scope of an opt-out are set and shown", async () => {
  await carillon('client', 'add', 'persons', 'Persons');
  const shown = async () => (await carillon('client', 'list')).out;
  expect(await shown()).toMatch(/persons .* enabled +4 hours +account +US,CA +no limit$/m);
  const set = (...options: string[]) => carillon('client', 'set', 'persons', ...options);
  expect((await set('--least-gap-hours=0', '--stop-scope=number')).out).toMatch(
    /08:00-21:00, no minimum gap, an opt-out bars only its number\.$/,
  );
  expect(await shown()).toMatch(/persons .* enabled +none +number +US,CA +no limit$/m);
  expect((await set('--least-gap-hours=24')).out).toMatch(
    /a minimum gap of 24 hours, an opt-out bars/,
  );
  expect((await set('--stop-scope=account', '--least-gap-hours=4')).out).toMatch(/08:00-21:00\.$/);
  for (const [option, sentence] of [
    [
      '--least-gap-hours=169',
      '"169" is not a valid number of hours. Use a whole number from 0 to 168; 0 means no gap.',
    ],
    ['--stop-scope=all', '"all" is not a valid scope of a stop. Use "account" or "number".'],
  ] as const) {
    const refused = await set(option);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain(sentence);
  }
});

test('a code is taken once, whatever its case', async () => {
  await carillon('client', 'add', 'once', 'Once');
  expect(await carillon('client', 'add', 'ONCE', 'Again')).toEqual({
    code: 1,
    out: '',
    err: 'The client code "ONCE" is already taken.',
  });
});

test('disabling a client ends its sessions and stops its campaigns', async () => {
  const { clientId, code, manager } = await makeClient(database);
  await openSession(database, clientId, manager.managerId);
  await asClient(database, clientId, (tx) =>
    tx.run(
      `INSERT INTO campaign (client_id, name, campaign_type, run_status, calls_per_minute)
       VALUES ($1, 'a', 1, 3, 60)`,
      [clientId],
    ),
  );
  expect((await carillon('client', 'disable', code)).out).toBe(
    `Client "${code}" is disabled; 1 campaign stopped.`,
  );
  const left = await asPlatform(database, (tx) =>
    tx.rows(
      `SELECT run_status, (SELECT count(*) FROM session s WHERE s.client_id = $1) AS sessions
       FROM campaign WHERE client_id = $1`,
      [clientId],
    ),
  );
  expect(left).toEqual([{ run_status: 4, sessions: 0 }]);
});

test('hours of a state that no address can name are refused, but can be removed', async () => {
  for (const [given, near] of [
    ['XX=9:00-20:00', 'TX (Texas)'],
    ['QB=9:00-20:00', 'QC (Quebec)'],
    ['AE=9:00-20:00', 'armed forces'],
    ['XX=', 'TX (Texas)'],
  ]) {
    const refused = await carillon('client', 'add', 'states', 'States', `--state-hours=${given}`);
    expect(refused, given).toMatchObject({ code: 2, err: expect.stringContaining(`${near}`) });
  }
  expect(await carillon('client', 'add', 'states', 'States')).toMatchObject({ code: 0 });
  const older = JSON.stringify({ states: { XX: { open: '09:00' } } });
  await asPlatform(database, (tx) =>
    tx.run(`UPDATE client SET calling_hours = $1 WHERE code = 'states'`, [older]),
  );
  expect(await carillon('client', 'set', 'states', '--state-hours=XX=')).toMatchObject({ code: 0 });
  expect((await carillon('client', 'list')).out).not.toContain('XX');
});

test('the operator requires a second factor, and removes one that was lost', async () => {
  const { clientId, code, manager } = await makeClient(database);
  const set = (value: string) => carillon('client', 'set', code, `--second-factor=${value}`);
  expect(await set('maybe')).toMatchObject({
    code: 2,
    err: expect.stringContaining('"maybe" is neither required nor optional.'),
  });
  expect((await set('required')).out).toMatch(/, second factor required\.$/);
  expect((await set('optional')).out).not.toContain('second factor');

  const token = await openSession(database, clientId, manager.managerId);
  await asClient(database, clientId, (tx) =>
    tx.run(
      `INSERT INTO authenticator_app (client_id, manager_id, secret, added)
       VALUES ($1, $2, '\\x00', '2026-11-01')`,
      [clientId, manager.managerId],
    ),
  );
  const remove = () => carillon('manager', 'set', code, manager.username, '--remove-second-factor');
  expect(await remove()).toMatchObject({
    ...done,
    out: expect.stringContaining('The second factor was removed, and all sessions of this manager'),
  });
  const sessions = await asPlatform(database, (tx) =>
    tx.rows('SELECT 1 FROM session WHERE client_id = $1', [clientId]),
  );
  expect({ token: token.length, sessions }).toEqual({ token: 43, sessions: [] });
  expect((await remove()).out).toContain('There was no second factor to remove.');
});
