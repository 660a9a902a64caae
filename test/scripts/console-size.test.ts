import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const project = join(import.meta.dirname, '../..');

test('the first screen after sign-in needs at most 200 kB of JavaScript, gzipped', async () => {
  const bench = join(project, 'bench/console-size.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [bench], { cwd: project });
  const ratio = Number(/^ratio ([\d.]+)/m.exec(stdout)?.[1]);
  expect(ratio).toBeGreaterThan(0.3);
  expect(ratio).toBeLessThanOrEqual(1);
});
