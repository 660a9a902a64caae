/** docs/data-map.md says of every table, kind and file what becomes of it: none is missing, none made up. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asOwner } from '../../src/db/database.ts';
import { retentionKinds } from '../../src/domain/retention.ts';
import { freshDatabase } from '../harness/database.ts';

const database = await freshDatabase();
const root = new URL('../../', import.meta.url);
const map = readFileSync(new URL('docs/data-map.md', root), 'utf8');

/** Rows of the tables whose first heading is this one, cell by cell. */
function rowsUnder(heading: string): string[][] {
  return map.split(/\n\n/).flatMap((block) => {
    const [head, , ...rows] = block.trim().split('\n');
    if (!head?.startsWith(`| ${heading} |`)) return [];
    return rows.map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  });
}
const named = (heading: string) =>
  rowsUnder(heading).map(([name = '']) => name.replaceAll('`', ''));

test('the data map has every table of the schema once, and no other', async () => {
  const rows = await asOwner(database, (tx) =>
    tx.rows<{ name: string }>(`SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`),
  );
  expect(named('table').toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test('the data map has every kind of retention, and each kind that a table names exists', () => {
  expect(named('kind').toSorted()).toEqual([...retentionKinds].toSorted());
  const times = rowsUnder('table').map(([, , time = '']) => time);
  const used = times.flatMap((time) => [...time.matchAll(/`(\w+)`/g)].map(([, kind]) => kind));
  // The journal is no table.
  expect([...new Set([...used, 'journal'])].toSorted()).toEqual([...retentionKinds].toSorted());
  const tables = new Set(named('table'));
  for (const [, , where = ''] of rowsUnder('kind')) {
    for (const [, name = ''] of where.matchAll(/`(\w+)`/g)) expect(tables).toContain(name);
  }
});

test('the data map says for each table and file how long it stays and who sees it', () => {
  for (const [name, what, time, who] of [...rowsUnder('table'), ...rowsUnder('file or folder')]) {
    expect([what, time, who].every(Boolean), name).toBe(true);
  }
});

test('the data map has every file that the code puts into the data folder, and no other', () => {
  const code = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
    .map((path) => readFileSync(new URL(path, root), 'utf8'))
    .join('\n');
  const files = named('file or folder');
  const inCode = code.matchAll(/join\((?:\w+\.)*(?:dataFolder|data), [`']([a-z][\w.-]*)/gi);
  const begins = [...new Set([...inCode].map(([, name = '']) => name))];
  expect(begins.length).toBeGreaterThan(8);
  for (const name of begins) {
    expect(
      files.some((file) => file === name || file.startsWith(name)),
      name,
    ).toBe(true);
  }
  for (const file of files) {
    const [start = file] = /^[a-z.]+(?:-[a-z]+)*(?:\.[a-z]+)?/.exec(file) ?? [];
    expect(code, file).toContain(start);
  }
});
