import { expect, test } from 'vitest';
import { checkCoverage } from '../../scripts/coverage.mjs';

const report = (...tests: [fullName: string, status: string][]) => ({
  testResults: tests.map(([fullName, status]) => ({ assertionResults: [{ fullName, status }] })),
});

test('a fact is proved by the test of that very name', () => {
  const text = '# Document\n\n- [x] Name is Required — a name is asked for\n';
  expect(checkCoverage(text, report(['a name is asked for', 'passed']))).toEqual({
    proved: 1,
    open: [],
    wrong: [],
  });
});

test('a title that no test has fails', () => {
  const { proved, wrong } = checkCoverage(
    '- [x] Name is Required — a name is asked fro',
    report(['a name is asked for', 'passed']),
  );
  expect(proved).toBe(0);
  expect(wrong).toEqual(['line 1: no test is named «a name is asked fro»']);
});

test('a test that was skipped or failed proves nothing, and neither does a run without a report', () => {
  const text = '- [x] Name is Required — a name is asked for';
  for (const status of ['failed', 'pending', 'skipped', 'todo']) {
    expect(checkCoverage(text, report(['a name is asked for', status])).wrong).toHaveLength(1);
  }
  expect(checkCoverage(text, undefined).wrong).toHaveLength(1);
});

test('a title that two tests have is ambiguous', () => {
  const twice = report(['axe finds nothing', 'passed'], ['axe finds nothing', 'passed']);
  expect(checkCoverage('- [x] Reach — axe finds nothing', twice).wrong).toEqual([
    'line 1: 2 tests are named «axe finds nothing»',
  ]);
});

test('an open fact is counted and does not fail; a line without a test does', () => {
  const text = '- [ ] A text campaign runs — the text engine\n- [x] Name is Required\n- Tables\n';
  const { open, wrong } = checkCoverage(text, report());
  expect(open).toEqual(['A text campaign runs']);
  expect(wrong).toHaveLength(2);
});

test('an empty list fails', () => {
  expect(checkCoverage('# Nothing', report()).wrong).toHaveLength(1);
});
