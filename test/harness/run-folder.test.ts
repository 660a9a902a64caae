import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { isAlive } from '../../src/db/embedded/process-identity.ts';
import { openRunFolder } from './run-folder.ts';

const program = fileURLToPath(new URL('./run-folder-child.ts', import.meta.url));
const kind = `leftover-${process.pid}`;
const children: ChildProcessWithoutNullStreams[] = [];
afterAll(async () => {
  await killAll();
  (await openRunFolder(kind)).remove();
});

async function startRun() {
  const child = spawn(process.execPath, [program, kind]);
  children.push(child);
  const [said] = await once(child.stdout, 'data');
  return { child, ...(JSON.parse(String(said)) as { path: string; pid: number }) };
}

async function killAll() {
  for (const child of children.splice(0)) {
    const ended = once(child, 'exit');
    if (child.kill('SIGKILL')) await ended;
  }
}

test('the PostgreSQL of a killed run is found and ended by the next run of its kind, one of a living run is not', async () => {
  const killed = await startRun();
  await killAll();
  expect(isAlive(killed.pid)).toBe(true);
  const living = await startRun();
  expect([isAlive(killed.pid), existsSync(killed.path)]).toEqual([false, false]);
  (await openRunFolder(kind)).remove();
  expect([isAlive(living.pid), existsSync(living.path)]).toEqual([true, true]);
}, 300_000);
