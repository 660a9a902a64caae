import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { wrongBuilds } from './wrong-builds.ts';

const program = fileURLToPath(new URL('./simulate.ts', import.meta.url));

/** In a process of its own, with a PostgreSQL of its own: it takes over the machine's time. */
async function simulate(...args: string[]) {
  const run = promisify(execFile)(process.execPath, [program, ...args]);
  const { stdout } = await run.catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`${error.stdout}${error.stderr}`);
  });
  return stdout.trim().split('\n');
}

const fingerprints = (lines: string[]) => lines.filter((line) => / is [0-9a-f]{16}$/.test(line));

test('seeded runs with crashes, cuts and races keep every promise', async () => {
  const lines = await simulate('--seeds', '4', '--first', '17');
  expect(lines.at(-1)).toMatch(/^4 seeds .* 0 violations$/);
  // What never happened proves nothing.
  expect(lines.at(-1)).not.toMatch(/ 0 (calls|engines killed|lines cut|database crashes|opt-outs)/);
}, 600_000);

// Again when it did not: statements that one commit wakes together run side by side in PostgreSQL, and
// which of them writes first is now and then the machine's choice and not the seed's.
test('a seed replays exactly', { retry: 2, timeout: 600_000 }, async () => {
  const run = async () =>
    fingerprints(await simulate('--seeds', '1', '--first', '18', '--fingerprints'));
  const once = await run();
  expect(once).toHaveLength(1);
  expect(await run()).toEqual(once);
});

test('each wrong build is caught by one of a few seeds', async () => {
  const lines = await simulate('--seeds', '30', '--wrong', 'all');
  const caught = lines.filter((line) => line.includes(' is caught by seed '));
  expect(caught).toHaveLength(Object.keys(wrongBuilds).length);
}, 1_500_000);
