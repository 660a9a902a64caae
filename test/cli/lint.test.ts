/** Checks of messages on the command line. */
import { expect, test } from 'vitest';
import type { LintSettings } from '../../src/contract/lint.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { commandsOn } from './command-run.ts';

const db = await freshDatabase();
const carillon = commandsOn(db.url);
const { code } = await makeClient(db, { code: 'acme' });
const client = `--client=${code}`;

test('an operator lists the checks of a client, sets what one does and how the client is named', async () => {
  const before = await carillon('lint', 'list', client);
  expect(before.out).toMatch(/voice_press_one +block +- +1 is promised only in a Linkback/);
  const set = await carillon('lint', 'set', 'voice_stop', 'block', client);
  expect([set.code, set.out]).toEqual([
    0,
    'Client "acme": voice_stop (9 is offered within 2 seconds after it) is set to block.',
  ]);
  const named = await carillon('client', 'set', code, '--spoken-name=Harbor Bank');
  expect(named.out).toContain(', named "Harbor Bank" in its messages');
  const { out } = await carillon('lint', 'list', client, '--json');
  const settings = JSON.parse(out) as LintSettings;
  expect(settings.spokenName).toBe('Harbor Bank');
  expect(settings.rules.find(({ rule }) => rule === 'voice_stop')?.level).toBe('block');
  await carillon('client', 'set', code, '--spoken-name=none');
  expect(JSON.parse((await carillon('lint', 'list', client, '--json')).out).spokenName).toBeNull();
});

test.each([
  [['lint', 'set', 'voice_shoe', 'warn', client], 'There is no check "voice_shoe".'],
  [['lint', 'set', 'voice_stop', 'shout', client], '"shout" is neither note, warn nor block.'],
  [['lint', 'list'], 'Give the client: --client=CODE.'],
])('%j is refused', async (args, sentence) => {
  const { code: exit, err } = await carillon(...args);
  expect([exit, err]).toEqual([2, expect.stringContaining(sentence)]);
});
