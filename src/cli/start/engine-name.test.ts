import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeEngineName } from './engine-name.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carillon-engine-name-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const module = fileURLToPath(new URL('./engine-name.ts', import.meta.url));

/** A process that takes a name and is killed with it. */
function killedHolder(): string {
  const code = `import { takeEngineName } from '${module}';
    process.stdout.write(takeEngineName('${folder}').name, () => process.kill(process.pid, 'SIGKILL'));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
  });
  return stdout;
}

test('an engine has the same name after a restart, and after a kill', () => {
  const first = takeEngineName(folder);
  expect(first.name).toMatch(/^[0-9a-f-]{36}$/);
  first.release();
  expect(killedHolder()).toBe(first.name);
  const again = takeEngineName(folder);
  expect(again.name).toBe(first.name);
  again.release();
});

test('two engines on one data folder have names of their own, and keep them in their order', () => {
  const one = takeEngineName(folder);
  const two = takeEngineName(folder);
  expect(two.name).not.toBe(one.name);
  two.release();
  expect(takeEngineName(folder).name).toBe(two.name);
  one.release();
  expect(takeEngineName(folder).name).toBe(one.name);
});

test('a damaged name is replaced', () => {
  writeFileSync(join(folder, 'engine-1'), 'half a na');
  expect(takeEngineName(folder).name).toMatch(/^[0-9a-f-]{36}$/);
});
