import { expect, test } from 'vitest';
import { troubleSentence } from '#domain/reason-sentences.ts';
import { JournalError } from './journal.ts';
import { TroubleWatch } from './trouble.ts';
import { quietFor } from './trouble-spell.ts';

const coded = (code: string, message = code) => Object.assign(new Error(message), { code });
const refused = Object.assign(new Error('connect ECONNREFUSED'), {
  ...{ code: 'ECONNREFUSED', syscall: 'connect' },
});
const full = coded('53100', 'could not extend file: No space left on device');
const readOnly = coded('25006', 'cannot execute UPDATE in a read-only transaction');

/** A watch, what it logged, and the small write of a process that meets this error, or none. */
function watching() {
  const lines: { level: string; [key: string]: unknown }[] = [];
  let now = 0;
  const log = {
    error: (line: object, words: string) => void lines.push({ level: 'error', ...line, words }),
    warn: (line: object, words: string) => void lines.push({ level: 'warn', ...line, words }),
  };
  const watch = new TroubleWatch({ log: log as never, steady: () => now });
  const write = (error?: Error) =>
    watch.probe(async () => {
      if (!error) return;
      // As the database's hook does it.
      watch.failed(error);
      throw error;
    });
  const pass = (ms: number) => {
    now += ms;
  };
  return { watch, lines, write, pass };
}

test('a database that is unreachable has a line when that is sure, and one when it is back', async () => {
  const { watch, lines, write, pass } = watching();
  watch.countCampaigns(() => 3);
  watch.failed(refused);
  expect(watch.database()).toBeUndefined();
  await write(refused);
  expect(watch.database()).toMatchObject({
    kind: 'unreachable',
    reason: troubleSentence('unreachable'),
  });
  for (let n = 0; n < 40; n += 1) watch.failed(n % 2 ? refused : coded('57P03'));
  pass(7_000);
  await write(refused);
  await write();
  expect(watch.database()).toBeUndefined();
  expect(lines).toMatchObject([
    { level: 'error', trouble: 'unreachable', said: 'connect ECONNREFUSED', campaigns: 3 },
    { level: 'warn', trouble: 'unreachable', seconds: 7, failed: 43 },
  ]);
});

test('one connection that is lost is no trouble while others write', async () => {
  const { watch, lines, write } = watching();
  watch.failed(coded('57P01', 'terminating connection due to administrator command'));
  await write();
  expect([watch.database(), lines]).toEqual([undefined, []]);
});

test('a full disk is over when it has not occurred for a while, though a small write finds room', async () => {
  const { watch, lines, write, pass } = watching();
  watch.failed(full);
  expect(watch.database()?.kind).toBe('full');
  pass(quietFor - 1);
  await write();
  watch.failed(full);
  pass(quietFor - 1);
  await write();
  expect(watch.database()?.kind).toBe('full');
  pass(2);
  await write();
  expect(watch.database()).toBeUndefined();
  expect(lines.map(({ level }) => level)).toEqual(['error', 'warn']);
});

test('a full disk that only a slow campaign meets is one trouble, not one with every claim', async () => {
  const { watch, lines, write, pass } = watching();
  for (let claim = 0; claim < 30; claim += 1) {
    watch.failed(full);
    for (let second = 0; second < 20; second += 1) {
      await write();
      pass(1_000);
    }
  }
  // Twice it was assumed to be over, each time later.
  expect(lines.filter(({ level }) => level === 'error')).toHaveLength(3);
  for (let second = 0; second < 60; second += 1) {
    await write();
    pass(1_000);
  }
  expect(watch.database()).toBeUndefined();
  pass(120_000);
  watch.failed(full);
  pass(quietFor + 1);
  await write();
  expect(watch.database()).toBeUndefined();
});

test('trouble that becomes another one says so, and ends once', async () => {
  const { watch, lines, write, pass } = watching();
  watch.failed(full);
  await write(refused);
  await write(readOnly);
  pass(quietFor + 1);
  await write();
  expect(lines.map(({ trouble, level }) => `${level} ${trouble}`)).toEqual([
    'error full',
    'error unreachable',
    'error read_only',
    'warn read_only',
  ]);
});

test('a database without a free connection does not bar work that has one', async () => {
  const { watch, lines, write } = watching();
  watch.failed(coded('53300', 'sorry, too many clients already'));
  await write();
  expect(watch.database()).toBeUndefined();
  await write(coded('53300'));
  expect(watch.database()?.kind).toBe('overloaded');
  expect(lines).toHaveLength(1);
});

test('what our own code refuses, and what conflicts, is no trouble', async () => {
  const { watch, lines } = watching();
  for (const error of [new Error('There is no such campaign.'), coded('40P01'), coded('23505')]) {
    watch.failed(error);
  }
  expect([watch.database(), lines]).toEqual([undefined, []]);
});

test('a journal that cannot be written is trouble of its own, until nothing of it has failed for a while', () => {
  const { watch, lines, pass } = watching();
  const error = new JournalError('The journal cannot be written: ENOSPC');
  watch.failed(error);
  expect(watch.journal()).toBeUndefined();
  watch.journalFailed(error);
  watch.journalFailed(error);
  pass(quietFor - 1);
  watch.journalWritten();
  expect(watch.journal()?.kind).toBe('journal');
  expect(watch.database()).toBeUndefined();
  watch.journalFailed(error);
  pass(quietFor + 1);
  watch.journalWritten();
  expect(watch.journal()).toBeUndefined();
  expect(lines.map(({ level }) => level)).toEqual(['error', 'warn']);
});
