import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataFolderInUse, dataFolderHolder, lockDataFolder } from './data-lock.ts';
import { processBirth } from './process-identity.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carillon-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lockOf = (pid: number, birth: string) =>
  writeFileSync(
    join(folder, 'carillon.lock'),
    JSON.stringify({ pid, birth, purpose: 'start', since: '2026-01-01T00:00:00.000Z' }),
  );

test('a second start reports that Carillon already runs there, and who', () => {
  const lock = lockDataFolder(folder, 'start');
  expect(() => lockDataFolder(folder, 'start')).toThrow(DataFolderInUse);
  expect(() => lockDataFolder(folder, 'command')).toThrow(
    `Carillon is already running with the data folder ${folder} (process ${process.pid}`,
  );
  expect(dataFolderHolder(folder)?.purpose).toBe('start');
  lock.markStopping();
  expect(dataFolderHolder(folder)?.purpose).toBe('stopping');
  lock.release();
  expect(dataFolderHolder(folder)).toBeUndefined();
  lockDataFolder(folder, 'start').release();
});

test('nothing but the lock is left in the folder, and that goes too', () => {
  const lock = lockDataFolder(folder, 'start');
  expect(readdirSync(folder)).toEqual(['carillon.lock']);
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

test('the lock of a killed process is taken over', () => {
  const dead = spawnSync(process.execPath, ['--version']);
  lockOf(dead.pid, 'any');
  lockDataFolder(folder, 'start').release();
});

test('a process that was given the number of a killed one does not hold its lock', () => {
  lockOf(process.pid, 'an earlier birth');
  expect(dataFolderHolder(folder)).toBeUndefined();
  lockDataFolder(folder, 'start').release();
});

test('a lock that cannot be read is taken over', () => {
  writeFileSync(join(folder, 'carillon.lock'), '{"pi');
  lockDataFolder(folder, 'start').release();
});

test('a living process has one birth, a dead one has none', async () => {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
  const pid = child.pid as number;
  expect(processBirth(pid)).toBe(processBirth(pid));
  expect(processBirth(pid)).not.toBe(processBirth(process.pid));
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  expect(processBirth(pid)).toBeUndefined();
});
