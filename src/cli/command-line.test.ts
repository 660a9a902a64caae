import { expect, test } from 'vitest';
import { BackupError } from '#db/backup/format.ts';
import { OperatorError } from '#domain/operator-error.ts';
import { readConfig } from '../config.ts';
import { type Command, Refusal } from './command.ts';
import { runCommandLine } from './command-line.ts';

test('of two names that fit, the longer one wins, in whatever order they are given', async () => {
  const ran: string[] = [];
  const command = (name: string): Command => ({
    ...{ name, words: '<file>', count: [0, 1], summary: '', options: {} },
    async run({ words }) {
      ran.push([name, ...words].join('|'));
      return 0;
    },
  });
  const terminal = {
    say() {},
    note() {},
    secret: async () => '',
    answer: async () => '',
    isPerson: false,
  };
  const both = [command('restore'), command('restore reconcile')];
  for (const commands of [both, [...both].reverse()]) {
    for (const args of [
      ['restore', 'reconcile'],
      ['restore', './reconcile'],
      ['restore', 'a.backup'],
    ]) {
      await runCommandLine(args, commands, () => readConfig({}), terminal);
    }
  }
  const once = ['restore reconcile', 'restore|./reconcile', 'restore|a.backup'];
  expect(ran).toEqual([...once, ...once]);
});

test.each([
  [new OperatorError('the folder is a file'), 'the folder is a file'],
  [new Refusal('It is in use'), 'It is in use'],
  [new BackupError('It is damaged'), 'It is damaged'],
  [new TypeError('This is a bug.'), expect.stringContaining('command-line.test.ts')],
])('only an error for the operator is shown without its stack: %s', async (error, shown) => {
  const noted: string[] = [];
  const failing: Command = {
    ...{ name: 'fail', words: '', count: [0, 0], summary: '', options: {} },
    run: () => Promise.reject(error),
  };
  const note = (text: string) => noted.push(text);
  const terminal = {
    say() {},
    note,
    secret: async () => '',
    answer: async () => '',
    isPerson: false,
  };
  expect(await runCommandLine(['fail'], [failing], () => readConfig({}), terminal)).toBe(1);
  expect(noted).toEqual([shown]);
});
