import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { addRun, readPage, readPast, readRuns } from '../../scripts/proof/ledger.ts';
import { proofPage } from '../../scripts/proof/page.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('docs/proof.md is what its runs say', () => {
  expect(readPage(root)).toBe(proofPage(readRuns(root), readPast(root)));
});

/** A small clone with the ledger in it. */
function clone() {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-proof-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/engine.ts'), 'export const version = 1;\n');
  cpSync(join(root, 'docs/proof'), join(folder, 'docs/proof'), { recursive: true });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
  const commit = () => {
    git('add', '-A');
    git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '-qm', 'All');
  };
  return { folder, git, commit };
}

const run = { proof: 'chaos', figures: { kills: 1_001, calls: 12_905 }, violations: 2 } as const;

test('a run is added with its commit, and the page says its violations', () => {
  const { folder, git, commit } = clone();
  git('init', '-q');
  commit();
  const before = readRuns(folder).length;
  expect(addRun(folder, run)).toBeUndefined();
  // A run of the same commit: the ledger and its page are no part of what is proved.
  expect(addRun(folder, { ...run, violations: 0 })).toBeUndefined();
  const added = readRuns(folder).slice(before);
  expect(added).toMatchObject([run, { ...run, violations: 0 }]);
  expect(added[0]?.commit).toMatch(/^[0-9a-f]{8}$/);
  expect(readPage(folder)).toContain('| violations in these runs | 2 |');
  expect(readPage(folder)).toMatch(/\| 1,001 \| .*12,905 \| .*\| 2 \|/);
});

test('a run of what no commit has is no proof and is not added', () => {
  const { folder, git, commit } = clone();
  expect(addRun(folder, run)).toBe('this folder is no clone of the repository');
  git('init', '-q');
  commit();
  writeFileSync(join(folder, 'src/engine.ts'), 'export const version = 2;\n');
  expect(addRun(folder, run)).toBe('src/ or test/ has changes that are not committed');
  expect(readRuns(folder)).toEqual(readRuns(root));
});
