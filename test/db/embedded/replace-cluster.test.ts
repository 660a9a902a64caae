/** A restore that is killed while it swaps the clusters is completed. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  assertReplaceable,
  replaceCluster,
  restoringFolder,
  tidyAfterRestore,
} from '../../../src/db/embedded/replace-cluster.ts';

let folder = '';
const now = new Date('2026-11-23T05:06:07.891Z');
const aside = 'postgres.before-restore-2026-11-23T05-06-07Z';
const read = (...names: string[]) => readFileSync(join(folder, ...names, 'who'), 'utf8');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carillon-swap-'));
  mkdirSync(join(folder, 'postgres'));
  writeFileSync(join(folder, 'postgres', 'who'), 'old');
  mkdirSync(join(restoringFolder(folder), 'postgres'), { recursive: true });
  writeFileSync(join(restoringFolder(folder), 'postgres', 'who'), 'new');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function expectSwapped(): void {
  expect(read('postgres')).toBe('new');
  expect(read(aside)).toBe('old');
  expect(readdirSync(folder).sort()).toEqual(['postgres', aside]);
}

test('the restored cluster replaces the old one, which is kept', () => {
  expect(replaceCluster(folder, now)).toBe(join(folder, aside));
  expectSwapped();
});

test('before the mark the half-made cluster goes away and the old one stays', async () => {
  await tidyAfterRestore(folder);
  expect(read('postgres')).toBe('old');
  expect(existsSync(restoringFolder(folder))).toBe(false);
});

test('after the mark every step that is left is done, by any process', async () => {
  const mark = () => writeFileSync(join(folder, 'restore-swap.json'), JSON.stringify({ aside }));
  mark();
  await tidyAfterRestore(folder);
  expectSwapped();
  await tidyAfterRestore(folder);
  expectSwapped();
});

test('with the old one put aside, and an empty folder that somebody made meanwhile', async () => {
  renameSync(join(folder, 'postgres'), join(folder, aside));
  mkdirSync(join(folder, 'postgres'));
  writeFileSync(join(folder, 'restore-swap.json'), JSON.stringify({ aside }));
  await tidyAfterRestore(folder);
  expectSwapped();
});

test('with the new one installed but the mark left', async () => {
  renameSync(join(folder, 'postgres'), join(folder, aside));
  renameSync(join(restoringFolder(folder), 'postgres'), join(folder, 'postgres'));
  writeFileSync(join(folder, 'restore-swap.json'), JSON.stringify({ aside }));
  await tidyAfterRestore(folder);
  expectSwapped();
});

test('without a cluster before nothing is kept aside', () => {
  rmSync(join(folder, 'postgres'), { recursive: true });
  expect(replaceCluster(folder, now)).toBeUndefined();
  expect(read('postgres')).toBe('new');
  expect(readdirSync(folder)).toEqual(['postgres']);
});

test('a cluster that is a link is refused beforehand', () => {
  rmSync(join(folder, 'postgres'), { recursive: true });
  symlinkSync(tmpdir(), join(folder, 'postgres'));
  expect(() => assertReplaceable(folder)).toThrow(/is a link to/);
});
