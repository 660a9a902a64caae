/** Runs test suites with their own Vitest configuration, outside `npm test`. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, root } from './install.mjs';
import { findNode, orExplain } from './runtime.mjs';
import { closingLine, countVitest } from './tally.mjs';

/**
 * Runs one configuration and shows its output.
 *
 * @param {string} config a file in the project
 * @param {'default' | 'verbose'} reporter
 * @returns {Promise<{report: any, code: number}>} Vitest's JSON report, undefined when it left none
 */
export async function runVitest(config, reporter) {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-report-'));
  const file = join(folder, 'vitest.json');
  const args = [
    ...[join(root, 'node_modules/.bin/vitest'), 'run', '--config', config],
    // Writes nothing into the project, which another user may own.
    '--configLoader=native',
    ...[`--reporter=${reporter}`, '--reporter=json', `--outputFile.json=${file}`],
  ];
  // Vitest keeps a token in the home folder, and not every user has one.
  const env = { ...process.env, XDG_DATA_HOME: folder };
  const stdio = ['ignore', 'inherit', 'inherit'];
  const child = spawn(findNode(), args, { cwd: root, env, stdio });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const report = read(file);
  rmSync(folder, { recursive: true, force: true });
  return { report, code: code ?? -1 };
}

/**
 * Runs a suite whose tests are skipped, with the reason, if what they need is not available. Sets
 * the exit code and prints the closing line.
 *
 * @param {string} config see `runVitest`
 */
export async function runSkippable(config) {
  await orExplain(async () => {
    await install();
    const { report, code } = await runVitest(config, 'verbose');
    const skipped = report?.numPendingTests ?? 0;
    // If all tests were skipped, the run has not failed.
    const counted =
      report && skipped > 0 && code === 0 && report.numPassedTests === 0
        ? { passed: 0, failed: 0, why: [] }
        : countVitest(report, code);
    close(counted, `, ${skipped} skipped`);
  });
}

/**
 * Prints why tests failed, sets the exit code and prints the closing line.
 *
 * @param {{passed: number, failed: number, why: string[]}} counted
 * @param {string} more appended to the closing line
 */
export function close(counted, more = '') {
  for (const reason of counted.why) process.stdout.write(`  ${reason}\n`);
  process.exitCode = counted.failed > 0 ? 1 : 0;
  process.stdout.write(`\n${closingLine(counted)}${more}\n`);
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
