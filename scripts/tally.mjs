/** The counts of `npm test` and its last line. */

/**
 * Counts a Vitest report. A file that failed to load has no tests and counts as one failure. So
 * does a run that fails although every test passed (an error outside any test), that ran no tests,
 * or that left no report. A test that passed on its second attempt counts as passed and is named.
 *
 * @param {any} report Vitest's JSON report, undefined when there is none
 * @param {number} exitCode
 * @returns {{passed: number, failed: number, why: string[]}}
 */
export function countVitest(report, exitCode) {
  if (!report) return { passed: 0, failed: 1, why: ['the tests left no report'] };
  const passed = report.numPassedTests ?? 0;
  let failed = report.numFailedTests ?? 0;
  const why = [];
  for (const file of report.testResults ?? []) {
    if (file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed')) {
      failed += 1;
      why.push(`${file.name} failed outside its tests`);
    }
    // The errors of an attempt stay with a test that passed later.
    for (const { fullName, status, failureMessages } of file.assertionResults)
      if (status === 'passed' && failureMessages?.length > 0)
        why.push(
          `"${fullName}" passed on its second attempt: ${failureMessages[0].split('\n')[0]}`,
        );
  }
  if (passed + failed === 0) {
    failed += 1;
    why.push('no tests ran');
  }
  if (exitCode !== 0 && failed === 0) {
    failed += 1;
    why.push(`the test run ended with exit code ${exitCode}`);
  }
  return { passed, failed, why };
}

/** @param {{passed: number, failed: number}[]} counts */
export function total(counts) {
  return counts.reduce(
    (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
    { passed: 0, failed: 0 },
  );
}

/** The last line of `npm test`, which contains nothing else. */
export function closingLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}
