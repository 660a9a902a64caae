import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const project = join(import.meta.dirname, '../..');

const scripts = globSync(['bench/*.ts', 'test/simulation/*.ts'], { cwd: project })
  .map((file) => ({ file, text: readFileSync(join(project, file), 'utf8') }))
  .filter(({ text }) => /\bseeds: \{ type: 'string'/.test(text))
  .map(({ file }) => file)
  .sort();

const run = (file: string, ...args: string[]) =>
  new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(process.execPath, [file, ...args], { cwd: project }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    );
  });

test('a bench or simulation without a seed to play says so and exits with 1', async () => {
  expect(scripts).toContain('bench/abandonment.ts');
  expect(scripts).toContain('test/simulation/simulate.ts');
  const zero = '--seeds takes a whole number from 1 on, not "0".\n';
  for (const file of scripts) {
    expect({ file, ...(await run(file, '--seeds=0')) }).toEqual({ file, code: 1, said: zero });
  }
  for (const [args, said] of [
    [['--seeds=-1'], '--seeds takes a whole number from 1 on, not "-1".\n'],
    [['--seeds=x'], '--seeds takes a whole number from 1 on, not "x".\n'],
    [['--first=1.5'], '--first takes a whole number from 0 on, not "1.5".\n'],
  ] as const) {
    expect(await run('bench/abandonment.ts', ...args)).toEqual({ code: 1, said });
  }
}, 120_000);
