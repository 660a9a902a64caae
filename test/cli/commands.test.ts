import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { commandsOn } from './command-run.ts';

const database = await freshDatabase();
const carillon = commandsOn(database.url);
const folder = mkdtempSync(join(tmpdir(), 'carillon-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const done = { code: 0, err: '' };

test('no number that costs its caller is assigned or put into a bucket', async () => {
  await carillon('client', 'add', 'careful', 'Careful');
  const fraud = [
    ['900-234-5678', '900-234-5678: Premium-rate numbers (900) cannot be used.'],
    ['500-234-5678', '500-234-5678: Personal numbers (500 and similar codes) cannot be used.'],
    ['700-234-5678', '700-234-5678: Numbers with this area code belong to a service'],
    ['370-234-5678', '370-234-5678: This area code is not assigned.'],
    [
      '876-234-5678',
      '876-234-5678: This is a foreign number (Jamaica); your operator can allow it.',
    ],
    ['+47 22 34 56 78', 'is not a North American phone number'],
  ] as const;
  for (const [number, sentence] of fraud) {
    for (const command of [
      ['number', 'add', 'careful'],
      ['bucket', 'add', 'careful', 'East'],
    ]) {
      const refused = await carillon(...command, '212-555-0177', number);
      expect(refused).toMatchObject({ code: 2, out: '', err: expect.stringContaining(sentence) });
    }
  }
  expect((await carillon('number', 'list', 'careful')).out).toBe(
    'No texting numbers are assigned.',
  );
  expect((await carillon('bucket', 'list', 'careful')).out).toBe('This client has no buckets.');
  expect(await carillon('number', 'add', 'careful', '800-234-5678')).toMatchObject(done);
  expect(await carillon('bucket', 'add', 'careful', 'East', '888-234-5678')).toMatchObject(done);
});

test('texting numbers are assigned once and taken away', async () => {
  const [one, two] = [await makeClient(database), await makeClient(database)];
  expect(await carillon('number', 'add', one.code, '(212) 555-0111')).toMatchObject(done);
  expect(await carillon('number', 'add', two.code, '12125550111')).toMatchObject({ code: 1 });
  expect((await carillon('number', 'list', one.code)).out).toContain('212-555-0111');
  expect(await carillon('number', 'remove', one.code, '2125550111')).toMatchObject(done);
  expect(await carillon('number', 'add', two.code, '2125550111')).toMatchObject(done);
  expect(await carillon('number', 'add', one.code, '911')).toMatchObject({ code: 2 });
});

test('a bucket is filled from words and a file, emptied and removed', async () => {
  const { code } = await makeClient(database);
  const file = join(folder, 'bucket.txt');
  writeFileSync(file, '\uFEFF212-555-0101\r\n\r\n3125550102\r\n');
  const add = await carillon('bucket', 'add', code, 'Main', '2125550101', `--file=${file}`);
  expect(add.out).toBe('Created the bucket "Main": 2 new numbers of 2 given.');
  expect((await carillon('bucket', 'list', code)).out).toMatch(/Main +2/);
  expect((await carillon('bucket', 'remove', code, 'main', '2125550101')).out).toBe(
    'Removed 1 number from "main".',
  );
  expect(await carillon('bucket', 'remove', code, 'Main')).toMatchObject(done);
  expect(await carillon('bucket', 'remove', code, 'Main')).toMatchObject({ code: 1 });
});

test('a bucket that a campaign uses is not removed', async () => {
  const { clientId, code } = await makeClient(database);
  await carillon('bucket', 'add', code, 'Used', '2125550101');
  await asClient(database, clientId, (tx) =>
    tx.run(
      `INSERT INTO campaign (client_id, name, campaign_type, caller_id_type, caller_id_bucket_id, calls_per_minute)
       SELECT $1, 'Spring', 1, 3, caller_id_bucket_id, 60 FROM caller_id_bucket WHERE client_id = $1`,
      [clientId],
    ),
  );
  expect((await carillon('bucket', 'remove', code, 'Used')).err).toBe(
    'The bucket "Used" is used by: Spring.',
  );
});

test('do-not-call numbers are read from a list or a table, each once, with counts', async () => {
  const { code } = await makeClient(database);
  const list = join(folder, 'dnc.txt');
  writeFileSync(list, 'phone\n212-555-0101\n2125550102\n212-555-0101\n911\n\n');
  const first = await carillon('dnc', 'import', code, list);
  expect(first.out).toBe(
    `Added 2 numbers to the do-not-call list of "${code}". 1 number was already on it. 1 line had no valid number.`,
  );
  expect(first.err).toBe('Line 5: "911" is not a valid number.');
  const table = join(folder, 'dnc.csv');
  writeFileSync(table, 'name;number\n"Ann";"(212) 555-0103"\nBen;2125550102\n');
  expect((await carillon('dnc', 'import', code, table, '--column=Number')).out).toMatch(
    /^Added 1 number to .* 1 number was already on it\. 0 lines/,
  );
  expect((await carillon('dnc', 'import', code, table, '--column=tel')).err).toContain(
    'Its columns: name, number.',
  );
  expect((await carillon('dnc', 'import', code, join(folder, 'gone'))).err).toMatch(
    /cannot be read/,
  );
});

test('a file without a valid number fails; one whose numbers are all known does not', async () => {
  const { code } = await makeClient(database);
  const empty = join(folder, 'none.txt');
  for (const content of ['', 'phone\n', 'phone\n911\nAnn\n']) {
    writeFileSync(empty, content);
    const none = await carillon('dnc', 'import', code, empty);
    expect(none.code).toBe(1);
    expect(none.err).toContain(`No valid number was found in ${empty}, so nothing was imported.`);
  }
  const known = join(folder, 'known.txt');
  writeFileSync(known, '212-555-0101\n');
  expect(await carillon('dnc', 'import', code, known)).toMatchObject(done);
  const again = await carillon('dnc', 'import', code, known, '--json');
  expect(again).toMatchObject(done);
  expect(JSON.parse(again.out)).toEqual({ added: 0, onListBefore: 1, withoutNumber: 0 });
});

test('a waiting entry of an imported number is barred and counted', async () => {
  const { clientId, code } = await makeClient(database);
  await asClient(database, clientId, async (tx) => {
    await tx.run(
      `WITH c AS (INSERT INTO campaign (client_id, name, campaign_type, calls_per_minute)
                  VALUES ($1, 'a', 1, 60) RETURNING campaign_id)
       INSERT INTO call_list (client_id, campaign_id, name, status_id)
       SELECT $1, campaign_id, 'l', 4 FROM c`,
      [clientId],
    );
    await tx.run(
      `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone)
       SELECT $1, call_list_id, n, n, '1212555010' || n FROM call_list, generate_series(1, 3) n
       WHERE client_id = $1`,
      [clientId],
    );
  });
  const file = join(folder, 'barred.txt');
  writeFileSync(file, '2125550102\n2125550199\n');
  await carillon('dnc', 'import', code, file);
  const state = await asClient(database, clientId, async (tx) => ({
    entries: await tx.rows(
      'SELECT entry_id, state FROM list_entry WHERE client_id = $1 ORDER BY 1',
      [clientId],
    ),
    barred: await tx.row('SELECT barred FROM call_list_count WHERE client_id = $1', [clientId]),
  }));
  expect(state.entries.map((entry) => Object.values(entry as object))).toEqual([
    [1, 0],
    [2, 2],
    [3, 0],
  ]);
  expect(state.barred).toEqual({ barred: 1 });
});

test('bad usage is a sentence, the usage and exit code 2', async () => {
  expect(await carillon('client', 'add', 'one')).toEqual({
    code: 2,
    out: '',
    err: 'An argument is missing: <code> <name>\n\nUsage: carillon client add <code> <name>\nRun "carillon client add --help" for details.',
  });
  for (const words of [
    ['client', 'add', 'a', 'b', 'c'],
    ['client', 'add', 'a b', 'Name'],
    ['client', 'add', 'a', 'Name', '--minute-cost=0.123456'],
    ['client', 'add', 'a', 'Name', '--hours=7:00-20:00'],
    ['client', 'add', 'a', 'Name', '--state-hours=Texas=9:00-20:00'],
    ['client', 'set', 'acme'],
    ['client', 'list', '--bogus'],
    ['client'],
    ['nonsense'],
    [],
  ]) {
    expect(await carillon(...words), words.join(' ')).toMatchObject({ code: 2 });
  }
  expect(await carillon('client', 'set', 'nobody', '--name=x')).toMatchObject({
    code: 1,
    err: 'There is no client with the code "nobody". Run "carillon client list" to see all clients.',
  });
});

test('the version is shown under every usual name', async () => {
  for (const asked of ['--version', '-v', 'version']) {
    expect(await carillon(asked)).toMatchObject({
      ...done,
      out: expect.stringMatching(/^carillon \d+\.\d+\.\d+/),
    });
  }
});

test('every command has a help that names its words and options', async () => {
  const general = await carillon('--help');
  expect(general.code).toBe(0);
  const names = [...general.out.matchAll(/^ {2}((?:\S+ )?\S+) {2}/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(14);
  for (const name of names) {
    const help = await carillon(...(name ?? '').split(' '), '--help');
    expect(help).toMatchObject(done);
    expect(help.out).toContain(`Usage: carillon ${name}`);
  }
  expect((await carillon('client', '--help')).out).toContain('client disable <code>');
});

test('a database that cannot be reached is a sentence', async () => {
  const away = commandsOn('postgresql://nobody@127.0.0.1:1/none');
  const { code, err } = await away('client', 'list');
  expect(code).toBe(1);
  expect(err).toMatch(/^The database cannot be reached: /);
});
