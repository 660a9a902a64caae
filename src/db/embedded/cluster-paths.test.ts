import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeDataFolder } from './cluster-paths.ts';

test('a data folder is made with its parents; a place that cannot hold one is refused in a sentence', () => {
  const root = mkdtempSync(join(tmpdir(), 'carillon-paths-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  makeDataFolder(join(root, 'a', 'b'));
  makeDataFolder(join(root, 'a', 'b'));
  expect(statSync(join(root, 'a', 'b')).isDirectory()).toBe(true);
  expect(() => makeDataFolder('/dev/null/carillon')).toThrow('choose another folder');
  if (process.platform === 'linux') {
    expect(() => makeDataFolder('/proc/carillon')).toThrow('choose another folder');
  }
});
