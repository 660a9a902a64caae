/** The steps of `npm run check` and `npm test`, and how to run them. */
import { spawn } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './install.mjs';

const minute = 60_000;
export const bin = (name) => join(root, 'node_modules', '.bin', name);

/**
 * Steps that need neither a database nor a browser, the longest first, so that parallel runs end
 * soonest.
 *
 * @returns {Step[]}
 * @typedef {{name: string, args: string[], within?: number,
 *   count?: (code: number) => {passed: number, failed: number, why: string[]}}} Step
 */
export function quickSteps() {
  const types = (name, config) => ({ name: `Types: ${name}`, args: typesArgs(config) });
  return [
    types('server', 'tsconfig.json'),
    types('browser tests', 'tsconfig.browser-test.json'),
    { name: 'Format and lint', args: [bin('biome'), 'check', '--error-on-warnings', '.'] },
    types('console', 'tsconfig.web.json'),
    { name: 'Dead code', args: [bin('knip')] },
    { name: 'Architecture', args: [join(root, 'test/architecture/check.ts')] },
    { name: 'Commit messages', args: [join(root, 'scripts/commits.mjs')] },
  ];
}

/** Compiles incrementally where the cache folder is writable. */
function typesArgs(config) {
  const args = [bin('tsc'), '-p', config];
  try {
    const folder = join(root, 'node_modules', '.cache', 'types');
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return [...args, '--incremental', '--tsBuildInfoFile', join(folder, `${config}.tsbuildinfo`)];
  } catch {
    return args;
  }
}

/**
 * Runs steps in parallel; each prints its output when it ends.
 *
 * @param {string} node
 * @param {Step[]} steps
 * @param {number} atOnce the number of cores of the machines that our time limits are for
 */
export async function runTogether(node, steps, atOnce = 2) {
  const waiting = [...steps];
  const counts = [];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift())
      counts.push(await runStep(node, step, 'at its end'));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return counts;
}

/**
 * @param {string} node
 * @param {Step} step
 * @param {'at once' | 'at its end'} output when to show the output of the step
 */
export async function runStep(node, step, output = 'at once') {
  const { name, args, within = 5 * minute, count = countStep } = step;
  const write = (text) => process.stdout.write(text);
  if (output === 'at once') write(`\n▸ ${name}\n`);
  const began = Date.now();
  const { code, said } = await run(node, args, within, output);
  const counted = count(code);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  const reasons = counted.why.map((reason) => `  ${reason}\n`).join('');
  const end = `${said}${reasons}  ${counted.failed > 0 ? 'failed' : 'ok'} in ${seconds} s\n`;
  write(output === 'at once' ? end : `\n▸ ${name}\n${end}`);
  return counted;
}

function countStep(code) {
  if (code === 0) return { passed: 1, failed: 0, why: [] };
  return { passed: 0, failed: 1, why: [`ended with exit code ${code}`] };
}

/** Returns the exit code; -1 if the program could not be run or took too long. */
function run(node, args, within, output) {
  const env = {
    ...process.env,
    PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
  };
  const kept = output === 'at its end';
  const through = kept ? 'pipe' : 'inherit';
  // Programs omit colors in a pipe, but this output may end up on a terminal.
  if (kept && process.stdout.isTTY && !env.NO_COLOR) env.FORCE_COLOR ??= '1';
  return new Promise((resolve) => {
    const child = spawn(node, args, { cwd: root, env, stdio: ['ignore', through, through] });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        said += text;
      });
    const timer = setTimeout(() => {
      said += `  stopped after ${within / minute} minutes\n`;
      child.kill('SIGKILL');
    }, within);
    const end = (code) => {
      clearTimeout(timer);
      resolve({ code, said });
    };
    child.once('error', (error) => {
      said += `  ${error.message}\n`;
      end(-1);
    });
    child.once('close', (code) => end(code ?? -1));
  });
}
