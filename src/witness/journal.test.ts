import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JournalEntry } from '#db/journal.ts';
import { realMs, simMs } from '#domain/milliseconds.ts';
import { journalEnd, journalFiles, openJournal } from './journal.ts';
import { entryOf, lineOf } from './journal-lines.ts';
import { readJournal } from './journal-reader.ts';
import type { SubmissionEntry } from './submission-journal.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carillon-journal-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const call = (entryId: number): SubmissionEntry => ({
  kind: 'submission',
  ...{
    clientId: 1,
    campaignId: 2,
    callListId: 3,
    entryId,
    phone: '12125550100',
    at: simMs(1_700_000_000_000),
  },
});

async function read(from = 0, end = 0) {
  const all = { entries: [] as JournalEntry[], damaged: 0, lost: 0 };
  for await (const { lines, damaged, lost } of readJournal(folder, from, end)) {
    all.entries.push(...lines.map(({ entry }) => entry));
    all.damaged += damaged;
    all.lost += lost;
  }
  return all;
}

test('every kind of line is read as it was written', () => {
  const at = realMs(1_700_000_000_123);
  const all: JournalEntry[] = [
    call(9),
    { kind: 'givenBack', clientId: 1, callListId: 3, entryId: 9, at },
    { kind: 'optOut', clientId: 1, phone: '12125550100', source: 'key', at },
    { kind: 'optIn', clientId: 1, phone: '12125550100', source: 'text', at },
    {
      kind: 'reply',
      clientId: 1,
      textReplyId: 77,
      phone: '12125550100',
      at: simMs(1_700_000_000_123),
    },
  ];
  expect(all.map((entry) => entryOf(lineOf(entry).trimEnd()))).toEqual(all);
});

test('lines that an earlier version wrote are read, and this version writes the same ones', () => {
  // A submission once was a "hand-over".
  const lines = [
    'H 1 2 3 9 12125550100 1700000000000',
    'G 1 3 9 1700000000123',
    'O 1 12125550100 key 1700000000123',
    'I 1 12125550100 text 1700000000123',
    'R 1 77 12125550100 1700000000123',
  ];
  const entries = lines.map(entryOf);
  expect(entries[0]).toEqual(call(9));
  expect(entries.map((entry) => entry && lineOf(entry))).toEqual(lines.map((line) => `${line}\n`));
});

test('a damaged line is not an entry', () => {
  for (const line of [
    '',
    'H',
    'H 1 2 3',
    'H 1 2 3 4 12125550100 x',
    'O 1 12 nobody 5',
    'X 1 2 3',
  ]) {
    expect(entryOf(line)).toBeUndefined();
  }
  expect(entryOf('H 1 2 3 4 12125550100 17000000000000000000')).toBeUndefined();
});

test('appended entries are read from any offset at which an entry begins, over restarts', async () => {
  const first = openJournal(folder);
  first.append([call(1), call(2)])();
  const offset = first.committed();
  first.append([call(3)])();
  first.close();
  const second = openJournal(folder);
  second.append([call(4)])();
  expect(journalEnd(folder)).toBe(second.committed());
  second.close();
  expect((await read()).entries).toEqual([1, 2, 3, 4].map(call));
  expect((await read(offset)).entries).toEqual([3, 4].map(call));
  expect(statSync(journalFiles(folder)[0]?.path ?? '').mode & 0o777).toBe(0o600);
});

test('half a line at the end of a file is skipped and counted, and what follows is read', async () => {
  const first = openJournal(folder);
  first.append([call(1)])();
  first.close();
  appendFileSync(journalFiles(folder)[0]?.path ?? '', 'H 1 2 3 2 1212');
  const second = openJournal(folder);
  second.append([call(3)])();
  second.close();
  expect(await read()).toEqual({ entries: [call(1), call(3)], damaged: 1, lost: 0 });
});

test('missing bytes before, between and after the files are counted, from the given offset', async () => {
  const line = lineOf(call(1)).length;
  for (const n of [1, 2, 3, 4]) {
    const journal = openJournal(folder);
    journal.append([call(n)])();
    journal.close();
  }
  const files = journalFiles(folder);
  for (const n of [0, 2]) rmSync(files[n]?.path ?? '');
  expect(await read()).toEqual({ entries: [call(2), call(4)], damaged: 0, lost: 2 * line });
  expect(await read(3 * line)).toEqual({ entries: [call(4)], damaged: 0, lost: 0 });
  expect((await read(3 * line, 6 * line)).lost).toBe(2 * line);
  for (const { path } of journalFiles(folder)) rmSync(path);
  expect((await read(line, 4 * line)).lost).toBe(3 * line);
});

test('offsets are never reused', () => {
  const journal = openJournal(folder, 1_000);
  journal.append([call(1)])();
  expect(journal.committed()).toBe(1_000 + lineOf(call(1)).length);
  journal.close();
});

test('a file ends at 8 MB, and offsets continue in the next one', async () => {
  const journal = openJournal(folder);
  const many = Array.from({ length: 10_000 }, (_, n) => call(n));
  for (let round = 0; round < 30; round += 1) journal.append(many)();
  await journal.sync();
  expect(readdirSync(folder).length).toBeGreaterThan(1);
  expect(journalEnd(folder)).toBe(journal.committed());
  journal.close();
  expect((await read()).entries).toHaveLength(300_000);
});

test('the lines of a transaction count as committed when it ends, whatever else was appended', () => {
  const journal = openJournal(folder);
  const over = journal.append([call(1)]);
  journal.append([call(2)])();
  expect(journal.committed()).toBe(0);
  over();
  expect(journal.committed()).toBe(journalEnd(folder));
  journal.close();
});

test('what cannot be written whole is not written at all, and fails', () => {
  // The shell's file size limit simulates a full disk. Node's cache of compiled modules would reach it, too.
  const script = `
    import { openJournal } from ${JSON.stringify(join(import.meta.dirname, 'journal.ts'))};
    process.on('SIGXFSZ', () => {});
    const journal = openJournal(${JSON.stringify(folder)});
    const entry = (entryId) => ({ kind: 'submission', clientId: 1, campaignId: 2, callListId: 3, entryId, phone: '12125550100', at: 1 });
    let written = 0;
    try {
      for (;;) { journal.append([entry(written), entry(written)])(); written += 1; }
    } catch (error) { console.log(written, error.name, error.message); }`;
  const said = execFileSync(
    '/bin/sh',
    [
      '-c',
      'ulimit -f 8; unset NODE_COMPILE_CACHE; exec "$0" --input-type=module -e "$1"',
      process.execPath,
      script,
    ],
    { encoding: 'utf8' },
  );
  const [written = '', name] = said.split(' ');
  expect(name).toBe('JournalError');
  expect(said).toContain('cannot be written');
  const line = lineOf({ ...call(0), at: simMs(1) }).length;
  expect(journalEnd(folder)).toBeGreaterThanOrEqual(Number(written) * 2 * line);
  expect(journalFiles(folder)).toHaveLength(1);
  return read().then(({ entries, damaged }) => {
    expect(damaged).toBe(0);
    expect(entries).toHaveLength(Number(written) * 2);
  });
});
