/** The start script makes way for the program: one process, whose signals and exit code are its own. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { findEmbedded } from '../../src/db/embedded/server.ts';
import { freePort } from '../cli/started-carillon.ts';

const script = fileURLToPath(new URL('../../scripts/carillon.mjs', import.meta.url));
const dataFolder = mkdtempSync(join(tmpdir(), 'carillon-hand-over-'));
const replaces = 'execve' in process && existsSync('/proc/self/cmdline');

afterAll(async () => {
  await (await findEmbedded(dataFolder))?.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

function run(args: string[], more: Record<string, string> = {}, shell?: string) {
  const command = [process.execPath, script, ...args];
  const [program = '', ...rest] = shell ? ['/bin/sh', '-c', shell, 'sh', ...command] : command;
  const child = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, CARILLON_DATA: dataFolder, ...more },
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const started = new Promise<void>((resolve, reject) => {
    let out = '';
    child.stdout.on('data', (text) => {
      out += String(text);
      if (out.includes('Press Ctrl-C to stop.')) resolve();
    });
    void ended.then((code) => reject(new Error(`ended with ${code}`)));
  });
  started.catch(() => {});
  return { child, ended, started };
}

test('the exit code of a command is that of the script', async () => {
  expect(await run(['no-such-command']).ended).toBe(2);
  expect(await run(['--help']).ended).toBe(0);
});

test.runIf(replaces)(
  'a signal to the script reaches Carillon, which is the same process',
  async () => {
    const settings = { CARILLON_PORT: String(await freePort()), CARILLON_METRICS: 'off' };
    const { child, started, ended } = run(['start', '--no-console'], settings);
    await started;
    expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')).toContain(join('src', 'main.ts'));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  },
);

test.runIf(replaces)('Carillon stops when npm, which waits for it, was killed', async () => {
  const settings = {
    ...{ CARILLON_PORT: String(await freePort()), CARILLON_METRICS: 'off' },
    npm_lifecycle_event: 'start',
  };
  // As npm's shell does: it stays, and waits.
  const { child, started, ended } = run(['start', '--no-console'], settings, '"$@"; exit $?');
  await started;
  child.kill('SIGKILL');
  // The pipes close when Carillon, which inherited them, has ended.
  await ended;
  expect(await findEmbedded(dataFolder)).toBeUndefined();
});
