/**
 * `npm test`: installs missing packages, then runs all checks and tests.
 * `npm test -- PATH…` only runs the tests in these files and folders; Vitest options come last.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, Refusal, root } from './install.mjs';
import { findNode, orExplain } from './runtime.mjs';
import { bin, quickSteps, runStep, runTogether } from './steps.mjs';
import { closingLine, countVitest, total } from './tally.mjs';
import { chooseTests, needsConsole, splitArguments } from './test-paths.mjs';

const minute = 60_000;

// The journeys open the console in a browser.
const consoleStep = { name: 'Console build', args: [join(root, 'test/harness/build-console.ts')] };

/** The Vitest step counts each test; every other step counts as one. */
function testStep(reportFile, more) {
  const read = () => {
    try {
      return JSON.parse(readFileSync(reportFile, 'utf8'));
    } catch {
      return undefined;
    }
  };
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  return {
    name: 'Tests',
    args: [bin('vitest'), 'run', ...reporters, ...more],
    // 79 in CI at worst, before a fifth of it moved (decision 107). What takes this long hangs.
    within: 80 * minute,
    count: (code) => countVitest(read(), code),
  };
}

async function runAll(node, reportFile) {
  const counts = await runTogether(node, quickSteps());
  const proof = join(root, 'scripts/coverage.mjs');
  const coverage = { name: 'Coverage of the requirements', args: [proof, reportFile] };
  const security = join(root, 'scripts/security/proof.ts');
  const asvs = { name: 'Proof of the security table', args: [security, reportFile] };
  for (const step of [consoleStep, testStep(reportFile, []), coverage, asvs])
    counts.push(await runStep(node, step));
  return counts;
}

async function runSome(node, reportFile, { paths, options }) {
  const { filters, problem } = chooseTests(root, paths, process.env.INIT_CWD ?? process.cwd());
  if (problem) throw new Refusal(problem);
  const counts = needsConsole(root, filters) ? [await runStep(node, consoleStep)] : [];
  counts.push(await runStep(node, testStep(reportFile, [...filters, ...options])));
  return counts;
}

await orExplain(async () => {
  await install();
  const node = findNode();
  const asked = splitArguments(process.argv.slice(2));
  const report = mkdtempSync(join(tmpdir(), 'carillon-report-'));
  const file = join(report, 'vitest.json');
  const all = asked.paths.length + asked.options.length === 0;
  try {
    const sum = total(await (all ? runAll(node, file) : runSome(node, file, asked)));
    process.exitCode = sum.failed > 0 ? 1 : 0;
    process.stdout.write(`\n${closingLine(sum)}\n`);
  } finally {
    rmSync(report, { recursive: true, force: true });
  }
});
