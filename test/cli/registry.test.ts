/** `carillon dnc import` with a file of the national registry. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { freshDatabase } from '../harness/database.ts';
import { commandsOn } from './command-run.ts';

const db = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'carillon-registry-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const carillon = commandsOn(db.url, { env: { CARILLON_DATA: folder } });
const file = join(folder, 'registry.txt');
const national = ['--registry=national', '--as-of=2026-11-15'];

async function stored() {
  const client = await asPlatform(db, (tx) =>
    tx.row<{ id: number }>(`SELECT client_id AS id FROM client WHERE code = 'acme'`),
  );
  return asClient(db, client?.id ?? 0, async (tx) => ({
    own: await tx.rows('SELECT phone FROM do_not_call'),
    files: await tx.rows('SELECT as_of::text AS "asOf" FROM registry_file ORDER BY as_of'),
    listed: await tx.rows(
      'SELECT phone, as_of::text AS "asOf" FROM registry_number ORDER BY phone',
    ),
  }));
}

test('its numbers and its date are kept apart from the own list, and a newer file may replace it', async () => {
  await carillon('client', 'add', 'acme', 'Acme');
  writeFileSync(file, '2125550101\n212-555-0102\nno number\n');
  const first = await carillon('dnc', 'import', 'acme', file, ...national);
  expect([first.code, first.err]).toEqual([0, '']);
  expect(first.out).toContain('Added 2 numbers of the national do-not-call list of 2026-11-15');
  expect(await stored()).toEqual({
    own: [],
    files: [{ asOf: '2026-11-15' }],
    listed: [
      { phone: '12125550101', asOf: '2026-11-15' },
      { phone: '12125550102', asOf: '2026-11-15' },
    ],
  });
  writeFileSync(file, '2125550102\n2125550103\n');
  const next = ['--registry=national', '--as-of=2026-11-20', '--replace', '--json'];
  const second = await carillon('dnc', 'import', 'acme', file, ...next);
  expect(JSON.parse(second.out)).toEqual({
    ...{ added: 1, asOf: '2026-11-20', removed: 1, withoutNumber: 0 },
  });
  expect((await stored()).listed).toEqual([
    { phone: '12125550102', asOf: '2026-11-20' },
    { phone: '12125550103', asOf: '2026-11-20' },
  ]);
});

test.each([
  [['--registry=texas', '--as-of=2026-11-15'], 'The only registry is "national".'],
  [['--registry=national'], 'Say of which day the file is'],
  [['--registry=national', '--as-of=11/15/2026'], 'Say of which day the file is'],
  [['--registry=national', '--as-of=2999-01-01'], 'cannot be in the future'],
  [['--as-of=2026-11-15'], 'belong to --registry=national'],
])('%j is refused, and nothing is imported', async (options, words) => {
  const before = await stored();
  const refused = await carillon('dnc', 'import', 'acme', file, ...options);
  expect(refused.code).not.toBe(0);
  expect(refused.err).toContain(words);
  expect(await stored()).toEqual(before);
});

test('the day of a download is in the future until midnight Eastern', async () => {
  writeFileSync(file, '2125550104\n');
  const importAt = async (now: string) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    const asOf = ['--registry=national', '--as-of=2026-11-24'];
    return carillon('dnc', 'import', 'acme', file, ...asOf).finally(() => vi.useRealTimers());
  };
  const early = await importAt('2026-11-24T04:59:59Z');
  expect([early.code, early.err]).toEqual([
    1,
    '--as-of cannot be in the future: in Eastern time that day has not begun.',
  ]);
  expect((await stored()).files).not.toContainEqual({ asOf: '2026-11-24' });
  expect((await importAt('2026-11-24T05:00:00Z')).code).toBe(0);
});

test('a file without a number does not make the list newer', async () => {
  writeFileSync(file, 'nothing\n');
  const refused = await carillon(
    'dnc',
    'import',
    'acme',
    file,
    ...national.with(1, '--as-of=2026-11-25'),
  );
  expect(refused.code).not.toBe(0);
  expect((await stored()).files).not.toContainEqual({ asOf: '2026-11-25' });
});
