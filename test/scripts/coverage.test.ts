import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkCoverage, factLine } from '../../scripts/coverage.mjs';
import { root } from '../../scripts/install.mjs';
import { longProofs } from '../../scripts/long-proofs.mjs';
import { testTitles, titlesOf } from '../../scripts/security/test-titles.ts';

const report = (...tests: [fullName: string, status: string][]) => ({
  testResults: tests.map(([fullName, status]) => ({ assertionResults: [{ fullName, status }] })),
});

/** A list with these lines under document 1, and an open one under document 2. */
const list = (...lines: string[]) =>
  [
    '# Document 1, sentence by sentence',
    '',
    ...lines,
    '',
    '# Document 2',
    '- [ ] Reach — soon',
  ].join('\n');
const asked: [string, string] = ['a name is asked for', 'passed'];

test('a fact is proved by the test of that very name', () => {
  const text = list('- [x] Name is Required — a name is asked for');
  expect(checkCoverage(text, report(asked))).toEqual({
    counts: { 1: { proved: 1, open: [] }, 2: { proved: 0, open: ['Reach'] } },
    wrong: [],
  });
});

test('a list under a heading of its own is proved and counted apart', () => {
  const text = `${list()}\n\n# Between the sentences\n- [x] Two clicks are one — a name is asked for`;
  const { counts } = checkCoverage(text, report(asked));
  expect(counts['Between the sentences']).toEqual({ proved: 1, open: [] });
  const { wrong } = checkCoverage(text, report());
  expect(wrong).toContain('line 8: no test is named "a name is asked for"');
});

test('a title that no test has fails', () => {
  const { counts, wrong } = checkCoverage(
    list('- [x] Name is Required — a name is asked fro'),
    report(asked),
  );
  expect(counts[1]?.proved).toBe(0);
  expect(wrong).toContain('line 3: no test is named "a name is asked fro"');
});

test('a test that was skipped or failed proves nothing, and neither does a run without a report', () => {
  const text = list('- [x] Name is Required — a name is asked for');
  for (const status of ['failed', 'pending', 'skipped', 'todo']) {
    expect(checkCoverage(text, report(['a name is asked for', status])).wrong[0]).toContain(
      'did not pass',
    );
  }
  expect(checkCoverage(text, undefined).wrong[0]).toContain('no test is named');
});

test('a title that two tests have is ambiguous', () => {
  const twice = report(['axe finds nothing', 'passed'], ['axe finds nothing', 'passed']);
  expect(checkCoverage(list('- [x] Reach — axe finds nothing'), twice).wrong).toContain(
    'line 3: 2 tests are named "axe finds nothing"',
  );
});

test('an open fact is counted and does not fail; a line without a test does', () => {
  const text = list(
    '- [ ] A text campaign runs — the text engine',
    '- [x] Name is Required',
    '- Tables',
    '  - [x] hidden by its indent — a name is asked for',
    '* [ ] hidden by its bullet — somebody',
  );
  const { counts, wrong } = checkCoverage(text, report(asked));
  expect(counts[1]?.open).toEqual(['A text campaign runs']);
  expect(wrong).toHaveLength(4);
});

test('a line that stands twice in a section, or under no document, is not counted', () => {
  const fact = '- [x] Name is Required — a name is asked for';
  expect(checkCoverage(list(fact, fact), report(asked)).wrong).toEqual([
    'line 4: it is a duplicate',
  ]);
  expect(checkCoverage(list(fact, '## 2. Screens', fact), report(asked)).wrong).toEqual([]);
  expect(checkCoverage(`${fact}\n${list(fact)}`, report(asked)).wrong).toEqual([
    'line 1: it is not under a document',
  ]);
});

test('a document without a fact fails', () => {
  expect(checkCoverage('# Nothing', report()).wrong).toEqual([
    'there are no facts of document 1',
    'there are no facts of document 2',
  ]);
});

/** Of a title with "…" for each value that is put in. */
const patternOf = (title: string) =>
  new RegExp(`^${title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*')}$`, 's');

test('each fact of docs/coverage.md names a test of `npm test`, which its run would say an hour later', () => {
  const titles = [...testTitles(root).keys()];
  const exact = new Set(titles);
  const made = titles.filter((title) => title.includes('…')).map(patternOf);
  const named = readFileSync(join(root, 'docs', 'coverage.md'), 'utf8')
    .split('\n')
    .flatMap((line) => factLine.exec(line)?.[3] ?? []);
  expect(named.length).toBeGreaterThan(1_000);
  expect(
    named.filter((name) => !exact.has(name) && !made.some((title) => title.test(name))),
  ).toEqual([]);
  // Some titles are little but values, and match anything: those of the long proofs name none of them.
  const apart = longProofs
    .flatMap((file) => titlesOf(file, readFileSync(join(root, file), 'utf8')))
    .map(patternOf);
  expect(
    named.filter((name) => !exact.has(name) && apart.some((title) => title.test(name))),
  ).toEqual([]);
});
