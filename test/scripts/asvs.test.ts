import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  begin,
  type Chapter,
  counts,
  end,
  type Line,
  pageFile,
  problems,
  readChapters,
  readLines,
  withTable,
  written,
} from '../../scripts/security/asvs.ts';
import { unproved } from '../../scripts/security/proof.ts';
import { testTitles, titlesOf } from '../../scripts/security/test-titles.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('each line of the security table has tests that exist, or a reason', () => {
  expect(problems(readLines(root), readChapters(), testTitles(root), root)).toEqual([]);
});

test('docs/security.md is what its data says (after a change: npm run asvs)', () => {
  const page = readFileSync(join(root, pageFile), 'utf8');
  expect(page).toBe(withTable(page, written(readLines(root), readChapters())));
});

test('levels and chapters are those of ASVS 5.0', () => {
  const chapters = readChapters();
  const of = (level: 'level1' | 'level2' | 'level3') => chapters.flatMap((one) => one[level]);
  expect([of('level1'), of('level2'), of('level3')].map((ids) => ids.length)).toEqual([
    70, 183, 92,
  ]);
});

const chapter: Chapter = {
  ...{ chapter: 6, name: 'Authentication' },
  ...{ level1: ['6.2.1'], level2: ['6.2.9'], level3: ['6.3.5'] },
};
const proved: Line = { ids: ['6.2.1', '6.2.9'], what: 'length', state: 'yes', tests: ['long'] };
const wrongWith = (lines: Line[], titles = new Map([['long', 1]])) =>
  problems(lines, [chapter], titles, root);

test('a test that is gone, or named twice, is a problem', () => {
  expect(wrongWith([proved])).toEqual([]);
  expect(wrongWith([proved], new Map())).toEqual(['6.2.1, 6.2.9: no test is named "long"']);
  expect(wrongWith([proved], new Map([['long', 2]]))).toEqual([
    '6.2.1, 6.2.9: 2 tests are named "long"',
  ]);
});

test('a line with neither test nor reason, or open without a reason, is a problem', () => {
  const ids = proved.ids;
  expect(wrongWith([{ ids, what: 'length', state: 'yes' }])).toEqual([
    '6.2.1, 6.2.9: it has neither a test nor a reason',
  ]);
  for (const state of ['partly', 'no', 'n.a.'] as const) {
    expect(wrongWith([{ ...proved, state }])).toEqual([`6.2.1, 6.2.9: "${state}" needs a reason`]);
  }
  expect(wrongWith([{ ...proved, state: 'mostly' as 'yes' }])).toContain(
    '6.2.1, 6.2.9: "mostly" is no state',
  );
});

test('a requirement without a line, with two, or of no standard is a problem', () => {
  expect(wrongWith([{ ...proved, ids: ['6.2.1'] }])).toEqual([
    '6.2.9: it has no line, and is of level 2',
  ]);
  expect(wrongWith([proved, { ...proved, ids: ['6.2.1', '6.3.5', '6.9.9'] }])).toEqual([
    '6.9.9: ASVS has no such one',
    '6.2.1: it has several lines',
  ]);
});

test('a reason that names a missing page is a problem', () => {
  const reason = 'docs/security.md, docs/nowhere.md';
  expect(wrongWith([{ ...proved, reason }])).toEqual(['6.2.1, 6.2.9: there is no docs/nowhere.md']);
});

test('requirements are counted by state, and level 3 apart', () => {
  const open: Line = { ids: ['6.3.5'], what: 'mail', state: 'no', reason: 'not built' };
  expect(counts([proved, open], [chapter])).toEqual({
    levels1and2: { yes: 2, partly: 0, no: 0, 'n.a.': 0 },
    level3: { yes: 0, partly: 0, no: 1, 'n.a.': 0 },
  });
  const table = written([proved, open], [chapter]);
  expect(table).toContain('| of levels 1 and 2 | 2 | 0 | 0 | 0 |');
  expect(table).toContain('| 6.2.1 (1), 6.2.9 (2) | length | yes | "long" |');
  expect(table).toContain('| 6.3.5 (3) | mail | no | not built |');
});

test('only what stands between the marks is written anew', () => {
  const page = `before\n${begin}\n\nold\n\n${end}\nafter\n`;
  expect(withTable(page, 'new')).toBe(`before\n${begin}\n\nnew\n\n${end}\nafter\n`);
  expect(() => withTable('no marks', 'new')).toThrow('lacks the marks');
});

test('titles are read from a file of tests, with "…" for what is generated', () => {
  const source = `
    test('plain', () => {});
    describe('a group', () => {
      test('inside', async () => { check('not a title'); });
      test.each([1, 2])('%i of them', () => {});
    });
    for (const one of all) test(\`\${one.name} is walked\`, () => {});
    test.each(rows)('$name is taken', () => {});
    test.skipIf(old)('costs $5', () => {});
    test(computed, () => {});
  `;
  expect(titlesOf('some.test.ts', source)).toEqual([
    'plain',
    'a group inside',
    'a group … of them',
    '… is walked',
    '… is taken',
    'costs $5',
  ]);
});

test('in a run of all tests each named test must have passed, and each of a generated title', () => {
  const report = (...results: [string, string][]) => ({
    testResults: [
      { assertionResults: results.map(([fullName, status]) => ({ fullName, status })) },
    ],
  });
  const walk: Line = { ...proved, tests: ['… is (walked)'] };
  expect(unproved([proved], report(['long', 'passed']))).toEqual([]);
  expect(unproved([proved], report(['longer', 'passed']))).toEqual([
    '6.2.1, 6.2.9: "long" did not run',
  ]);
  expect(unproved([walk], report(['a is (walked)', 'passed']))).toEqual([]);
  expect(
    unproved([walk], report(['a is (walked)', 'passed'], ['b is (walked)', 'skipped'])),
  ).toEqual(['6.2.1, 6.2.9: "… is (walked)" did not pass: skipped']);
});
