import { expect, test } from 'vitest';
import { asClient, asOwner, asPlatform } from '../../src/db/database.ts';
import { beginHold } from '../../src/db/queries/hold.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeOldList, rowsOf, standStill } from '../retention/world.ts';
import { commandsOn } from './command-run.ts';

const db = await freshDatabase();
await standStill(db);
const carillon = commandsOn(db.url);
const { clientId, code, manager } = await makeClient(db, { code: 'acme' });
await makeClient(db, { code: 'zeta' });
const list = await makeOldList(db, clientId, { age: 150, rejected: 4 });

const json = async (...args: string[]) => JSON.parse((await carillon(...args, '--json')).out);
const daysOf = (shown: { kinds: { kind: string; days?: number | null }[] }, kind: string) =>
  shown.kinds.find((one) => one.kind === kind)?.days;

test('what is stored and for how long is shown, for all clients and for one', async () => {
  const all = await json('retention');
  expect(daysOf(all, 'contacts')).toBe(730);
  expect(daysOf(all, 'journal')).toBe(90);
  const own = await json('retention', code);
  expect(own.kinds).toContainEqual({
    kind: 'calls',
    days: 1_830,
    own: false,
    rows: 10,
    atLeast: false,
    oldest: expect.stringMatching(/^2026-01-16/),
    bytes: expect.any(Number),
  });
  expect(own.kinds).toContainEqual(expect.objectContaining({ kind: 'contacts', rows: 14 }));
  expect(own.kinds).toContainEqual(expect.objectContaining({ kind: 'attempts', rows: 10 }));
  expect(daysOf(own, 'journal')).toBeUndefined();
  const { out } = await carillon('retention', code);
  expect(out).toMatch(/calls +1,830 days +10 +2026-01-16/);
});

test('a shorter time says how much it deletes and needs --yes; a longer one does not', async () => {
  const asked = await carillon('retention', 'set', code, '--calls=100');
  expect(asked.code).toBe(1);
  expect(asked.err).toContain('The next run deletes: 10 call records of "acme".');
  expect(daysOf(await json('retention', code), 'calls')).toBe(1_830);
  expect((await carillon('retention', 'set', code, '--calls=keep')).code).toBe(0);
  expect(daysOf(await json('retention', code), 'calls')).toBeNull();
  const forEver = await carillon('retention', 'set', code, '--calls=1830');
  expect(forEver.code).toBe(1);
  const meant = await carillon('retention', 'set', code, '--calls=100', '--contacts=90', '--yes');
  expect(meant).toEqual({
    code: 0,
    err: '',
    out: 'Client "acme" keeps contacts 90 days, calls 100 days.',
  });
  expect((await rowsOf(db, list)).records).toBe(10);
});

test('files that a shorter time deletes are counted too, and counting changes nothing', async () => {
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO report_archive (client_id, manager_id, file_name, created)
       VALUES ($1, $2, 'report', '2026-06-01')`,
      [clientId, manager.managerId],
    ),
  );
  await carillon('retention', 'set', code, '--reports=keep');
  const asked = await carillon('retention', 'set', code, '--reports=30');
  expect(asked.err).toMatch(/The next run deletes: .*1 report\./);
  expect(daysOf(await json('retention', code), 'reports')).toBeNull();
});

test('a time of the installation applies to every client without its own', async () => {
  const done = await carillon(
    'retention',
    'set',
    '--all',
    '--calls=365',
    '--journal=keep',
    '--yes',
  );
  expect(done.code).toBe(0);
  expect(daysOf(await json('retention', 'zeta'), 'calls')).toBe(365);
  expect(daysOf(await json('retention', code), 'calls')).toBe(100);
  expect((await json('retention')).own).toEqual([
    { code, days: { contacts: 90, calls: 100, reports: null } },
  ]);
});

test('contradictory options are refused', async () => {
  for (const [args, sentence] of [
    [['--calls=100'], 'Give a client code'],
    [[code, '--all', '--calls=100'], 'Give a client code'],
    [[code], 'Specify what to change'],
    [[code, '--journal=100'], 'applies to the whole installation'],
    [[code, '--texts=5'], 'whole days from 30'],
    [['nobody', '--texts=500'], 'no client'],
  ] as const) {
    const run = await carillon('retention', 'set', ...args);
    expect(run.code).toBeGreaterThan(0);
    expect(run.err).toContain(sentence);
  }
});

test('a run during a hold is refused, and a dry run is not', async () => {
  await asPlatform(db, (tx) => beginHold(tx, 'operator'));
  expect((await carillon('retention', 'run')).code).toBe(1);
  expect((await rowsOf(db, list)).records).toBe(10);
  expect((await carillon('retention', 'run', '--dry-run')).code).toBe(0);
  await asPlatform(db, (tx) => tx.run('UPDATE installation SET hold_since = NULL'));
});

test('a dry run changes nothing; a run deletes and says so; then the space is returned', async () => {
  const dry = await carillon('retention', 'run', '--dry-run');
  expect(dry.out).toContain(
    'Client "acme": 14 contact rows, 1 list emptied, 10 call records would be deleted.',
  );
  expect((await rowsOf(db, list)).records).toBe(10);
  const run = await json('retention', 'run');
  expect(run).toMatchObject({ dryRun: false, months: ['2026-01'] });
  expect(await rowsOf(db, list)).toMatchObject({ records: 0, entries: 0, rejected: 0 });
  expect((await carillon('retention', 'run')).out).toBe('Nothing is old enough to be deleted.');
  const compact = await carillon('retention', 'compact');
  expect(compact.code).toBe(0);
  expect(compact.out).toMatch(/^attempt: .* before, .* now\.$/m);
});

test('audit verify counts the entries of each chain, and exits 1 when one was changed', async () => {
  const whole = await carillon('audit', 'verify');
  expect(whole).toMatchObject({ code: 0, err: '' });
  expect(whole.out).toMatch(/^Platform: \d+ entr/m);
  expect(whole.out).toMatch(/^Client "acme": \d+ entries$/m);
  expect(whole.out).toMatch(/verified$/);
  const acts = await asClient(db, clientId, (tx) =>
    tx.rows(
      `SELECT DISTINCT actor_kind, operation FROM audit_entry WHERE thing_kind = 'retention'`,
    ),
  );
  expect(acts).toEqual([{ actor_kind: 'operator', operation: 'retention set' }]);
  expect((await carillon('audit', 'verify', '--root=1:2:short')).code).toBe(2);
  await asOwner(db, async (tx) => {
    await tx.run('ALTER TABLE audit_entry DISABLE TRIGGER only_added');
    await tx.run(
      "UPDATE audit_entry SET actor_name = 'Eve' WHERE client_id = $1 AND sequence = 2",
      [clientId],
    );
    await tx.run('ALTER TABLE audit_entry ENABLE TRIGGER only_added');
  });
  const changed = await carillon('audit', 'verify');
  expect(changed.code).toBe(1);
  expect(changed.out).toContain('  Entry 2 was changed.');
  expect(changed.out).toMatch(/not verified$/);
});
