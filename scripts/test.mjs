/** `npm test`: installs what is missing and runs everything that guards the project. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { install, root } from './install.mjs';
import { findNode, orExplain } from './runtime.mjs';
import { closingLine, countVitest, total } from './tally.mjs';

const minute = 60_000;
const bin = (name) => join(root, 'node_modules', '.bin', name);
const report = mkdtempSync(join(tmpdir(), 'carillon-report-'));
const reportFile = join(report, 'vitest.json');

/** Each is one check; only Vitest counts for as many as it has tests. The console comes first, because the journeys open it. */
const steps = [
  { name: 'Format and lint', args: [bin('biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'Architecture', args: [join(root, 'test/architecture/check.ts')] },
  { name: 'Types: server', args: [bin('tsc'), '-p', 'tsconfig.json'] },
  { name: 'Types: console', args: [bin('tsc'), '-p', 'tsconfig.web.json'] },
  { name: 'Types: browser tests', args: [bin('tsc'), '-p', 'tsconfig.browser-test.json'] },
  { name: 'Dead code', args: [bin('knip')] },
  { name: 'Console build', args: [join(root, 'test/harness/build-console.ts')] },
  {
    name: 'Tests',
    args: [
      bin('vitest'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
    ],
    within: 50 * minute,
    count: (code) => countVitest(readReport(), code),
  },
  { name: 'Coverage of documents 1 and 2', args: [join(root, 'scripts/coverage.mjs'), reportFile] },
];

await orExplain(async () => {
  await install();
  const node = findNode();
  const counts = [];
  for (const step of steps) counts.push(await runStep(node, step));
  rmSync(report, { recursive: true, force: true });
  const sum = total(counts);
  process.exitCode = sum.failed > 0 ? 1 : 0;
  process.stdout.write(`\n${closingLine(sum)}\n`);
});

async function runStep(node, { name, args, within = 5 * minute, count = countStep }) {
  process.stdout.write(`\n▸ ${name}\n`);
  const began = Date.now();
  const code = await run(node, args, within);
  const counted = count(code);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  for (const reason of counted.why) process.stdout.write(`  ${reason}\n`);
  process.stdout.write(`  ${counted.failed > 0 ? 'failed' : 'ok'} in ${seconds} s\n`);
  return counted;
}

function countStep(code) {
  if (code === 0) return { passed: 1, failed: 0, why: [] };
  return { passed: 0, failed: 1, why: [`ended with exit code ${code}`] };
}

/** Answers the exit code; -1 when the program could not be run or took too long. */
function run(node, args, within) {
  const env = {
    ...process.env,
    PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
  };
  return new Promise((resolve) => {
    const child = spawn(node, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
    const timer = setTimeout(() => {
      process.stdout.write(`  stopped: not done after ${within / minute} minutes\n`);
      child.kill('SIGKILL');
    }, within);
    const end = (code) => {
      clearTimeout(timer);
      resolve(code);
    };
    child.once('error', (error) => {
      process.stdout.write(`  ${error.message}\n`);
      end(-1);
    });
    child.once('exit', (code) => end(code ?? -1));
  });
}

function readReport() {
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8'));
  } catch {
    return undefined;
  }
}
