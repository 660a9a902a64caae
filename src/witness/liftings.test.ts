import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JournalEntry, Lifting } from '#db/journal.ts';
import { realMs } from '#domain/milliseconds.ts';
import { openJournal, type WrittenJournal } from './journal.ts';
import { readJournal } from './journal-reader.ts';

let folder = '';
let journal: WrittenJournal;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carillon-liftings-'));
  journal = openJournal(folder);
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = realMs(1_700_000_000_000);
const lifting = (phone: string): Lifting => {
  return { kind: 'optIn', clientId: 1, phone, source: 'all', at };
};
const stop = (phone: string): JournalEntry => {
  return { kind: 'optOut', clientId: 1, phone, source: 'key', at };
};

async function lines(): Promise<string[]> {
  const all: string[] = [];
  for await (const part of readJournal(folder, 0)) {
    for (const { entry } of part.lines)
      if ('phone' in entry) all.push(`${entry.kind} ${entry.phone}`);
  }
  return all;
}

const [one, other] = ['12125550100', '12125550101'];

test('a lifting is written to the journal once it is committed, and not before', async () => {
  const over = journal.lift([lifting(one)]);
  expect(await lines()).toEqual([]);
  over(true);
  expect(await lines()).toEqual([`optIn ${one}`]);
});

test('a lifting that may not have been committed is not written', async () => {
  journal.lift([lifting(one)])(false);
  expect(await lines()).toEqual([]);
});

test('a stop that is written while a lifting of its number commits is not undone by it', async () => {
  const over = journal.lift([lifting(one), lifting(other)]);
  journal.append([stop(one)])();
  over(true);
  expect(await lines()).toEqual([`optOut ${one}`, `optIn ${other}`]);
  journal.lift([lifting(one)])(true);
  expect(await lines()).toEqual([`optOut ${one}`, `optIn ${other}`, `optIn ${one}`]);
});
