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
  const known = 'Give --first, --seeds.\n';
  for (const [args, said] of [
    [['--foo', '3'], `There is no option --foo. ${known}`],
    [['--foo=3'], `There is no option --foo. ${known}`],
    [['3'], '"3" is no option.\n'],
    [['--seeds'], '--seeds needs a value.\n'],
    [['--seeds', '--first=1'], '--seeds needs a value.\n'],
    [['--seeds=-1'], '--seeds takes a whole number from 1 on, not "-1".\n'],
    [['--seeds=x'], '--seeds takes a whole number from 1 on, not "x".\n'],
    [['--first=1.5'], '--first takes a whole number from 0 on, not "1.5".\n'],
  ] as const) {
    expect(await run('bench/abandonment.ts', ...args)).toEqual({ code: 1, said });
  }
  for (const file of scripts) {
    // Starting each once more would take long: they all read their options with it.
    const text = readFileSync(join(project, file), 'utf8');
    expect({ file, reads: text.includes('benchOptions({') }).toEqual({ file, reads: true });
  }
}, 120_000);
