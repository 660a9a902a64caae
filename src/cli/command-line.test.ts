import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import type { Command } from './command.ts';
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
  const terminal = { say() {}, note() {}, secret: async () => '', isPerson: false };
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
