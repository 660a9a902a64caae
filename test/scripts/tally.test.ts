import { expect, test } from 'vitest';
import { closingLine, countVitest, total } from '../../scripts/tally.mjs';

const file = (status: string, results: string[]) => ({
  name: 'a.test.ts',
  status,
  assertionResults: results.map((one) => ({ status: one })),
});

test('the closing line says both counts', () => {
  expect(
    closingLine(
      total([
        { passed: 3, failed: 0 },
        { passed: 1, failed: 2 },
      ]),
    ),
  ).toBe('4 passed, 2 failed');
});

test('passed and failed tests are counted', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    testResults: [file('passed', ['passed']), file('failed', ['passed', 'failed'])],
  };
  expect(countVitest(report, 1)).toMatchObject({ passed: 5, failed: 1 });
});

test('a file that does not load counts as failed', () => {
  const report = { numPassedTests: 5, numFailedTests: 0, testResults: [file('failed', [])] };
  expect(countVitest(report, 1)).toMatchObject({ passed: 5, failed: 1 });
});

test('a run without a test, without a report or with an error outside of tests counts as failed', () => {
  expect(countVitest({ numPassedTests: 0, numFailedTests: 0, testResults: [] }, 0).failed).toBe(1);
  expect(countVitest(undefined, 0).failed).toBe(1);
  expect(countVitest({ numPassedTests: 5, numFailedTests: 0, testResults: [] }, 1).failed).toBe(1);
});

test('a test that passed on its second attempt is named, with what failed before', () => {
  const again = { fullName: 'opens', status: 'passed', failureMessages: ['Error: slow\n at x'] };
  const report = {
    numPassedTests: 2,
    numFailedTests: 0,
    testResults: [
      { ...file('passed', ['passed']), name: 'b.test.ts' },
      { name: 'a.test.ts', status: 'passed', assertionResults: [again] },
    ],
  };
  expect(countVitest(report, 0)).toEqual({
    passed: 2,
    failed: 0,
    why: ['"opens" passed on its second attempt: Error: slow'],
  });
});
