import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { decisionBreaches } from './decisions.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function breachesOf(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'carillon-decisions-'));
  folders.push(root);
  mkdirSync(join(root, 'docs/decisions'), { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(join(root, 'docs/decisions', file), text);
  }
  return decisionBreaches(root);
}

const begin = '\n\n**Decided** 2026-11-20.\n';
const one = { '001-wire.md': `# 001 The wire${begin}` };
const two = { '002-rows.md': `# 002 Rows${begin}` };
const three = { '003-time.md': `# 003 Time${begin}` };
const line = { one: '- [001](001-wire.md) The wire', two: '- [002](002-rows.md) Rows' };
const index = (...lines: string[]) => ({ 'README.md': `# By topic\n\n${lines.join('\n')}\n` });

test('decisions without a hole that are all in the index have no breach', () => {
  expect(breachesOf({ ...one, ...two, ...index(line.two, line.one) })).toEqual([]);
});

test.each([
  ['a hole', { ...one, ...three }, 'there is no decision 002'],
  [
    'a number twice',
    { ...one, '001-rows.md': '# 001 Rows\n' },
    'two decisions have the number 001',
  ],
  ['a heading without the number', { '001-wire.md': '# The wire\n' }, 'its first line is "# 001 "'],
  ['a heading with a colon', { '001-wire.md': '# 001: The wire\n' }, 'its first line is "# 001 "'],
  [
    'no date',
    { '001-wire.md': '# 001 The wire\n\n**Choice.** Our own.\n' },
    'its third line begins',
  ],
  ['a name without a number', { ...one, 'wire.md': '# Wire\n' }, 'named NNN-its-topic.md'],
  ['no index', { ...one }, 'README.md: is missing'],
  ['a decision that the index misses', { ...one, ...two, ...index(line.one) }, line.two],
  ['one that it has twice', { ...one, ...index(line.one, line.one) }, line.one],
  ['another title in the index', { ...one, ...index(`${line.one}s`) }, line.one],
  ['a line without a decision', { ...one, ...index(line.one, line.two) }, `no decision's line`],
])('%s is a breach', (_name, files, breach) => {
  expect(breachesOf(files as Record<string, string>).join('\n')).toContain(breach);
});
