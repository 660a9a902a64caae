import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JournalEntry } from '#db/journal.ts';
import { realMs, simMs } from '#domain/milliseconds.ts';
import { openJournal } from './journal.ts';
import { readJournal } from './journal-reader.ts';
import { redactFolder } from './redact-files.ts';
import { createUndone } from './undone.ts';

const of = { clientId: 1, callListId: 3, entryId: 4 };
const submission: JournalEntry = {
  kind: 'submission',
  ...{ ...of, campaignId: 2, phone: '1', at: simMs(5) },
};
const givenBack: JournalEntry = { kind: 'givenBack', ...of, at: realMs(6) };

async function standing(entries: JournalEntry[]): Promise<JournalEntry[]> {
  const lines = entries.map((entry, offset) => ({ entry, offset }));
  async function* parts() {
    for (const line of lines) yield { lines: [line], damaged: 0, lost: 0 };
  }
  const undone = await createUndone(parts());
  return lines.filter((line) => !undone.includes(line)).map(({ entry }) => entry);
}

test('a call that the carrier rejected is not counted; a later one is', async () => {
  expect(await standing([submission, givenBack])).toEqual([]);
  expect(await standing([submission, givenBack, submission])).toEqual([submission]);
  // The journal is read from an offset between the two.
  expect(await standing([givenBack, submission])).toEqual([submission]);
});

test('whatever was submitted and given back: the last submission that was not given back counts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 12 }), async (events) => {
      const entries = events.map((out) => (out ? submission : givenBack));
      const last = events.lastIndexOf(false);
      expect(await standing(entries)).toHaveLength(events.slice(last + 1).length);
    }),
  );
});

test('a stop that its person withdrew is not added again; another reason for it is', async () => {
  const stop = (source: 'text' | 'key' | 'manager', at: number): JournalEntry => ({
    kind: 'optOut',
    ...{ clientId: 1, phone: '12', source, at: realMs(at) },
  });
  const start = (source: 'text' | 'all', at: number): JournalEntry => ({
    kind: 'optIn',
    ...{ clientId: 1, phone: '12', source, at: realMs(at) },
  });
  expect(await standing([stop('text', 1), start('text', 2)])).toEqual([]);
  expect(await standing([stop('key', 1), start('text', 2)])).toEqual([stop('key', 1)]);
  expect(await standing([stop('key', 1), start('all', 2)])).toEqual([]);
  expect(await standing([start('text', 1), stop('text', 2)])).toEqual([stop('text', 2)]);
  // The clock was set back between them: the order of the lines counts.
  expect(await standing([start('text', 9), stop('text', 2)])).toEqual([stop('text', 2)]);
});

test('what was undone stays the same if a number of earlier lines is erased between the two reads', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-undone-'));
  const [erased, kept] = ['12125550199', '12125550100'];
  const call = (entryId: number, phone: string): JournalEntry => ({
    kind: 'submission',
    ...{ clientId: 1, campaignId: 2, callListId: 3, entryId, phone, at: simMs(5) },
  });
  const lift: JournalEntry = {
    kind: 'optIn',
    ...{ clientId: 1, phone: kept, source: 'all', at: realMs(6) },
  };
  const stop: JournalEntry = {
    kind: 'optOut',
    ...{ clientId: 1, phone: kept, source: 'key', at: realMs(7) },
  };
  const before = Array.from({ length: 5 }, (_, n) => call(10 + n, erased));
  const journal = openJournal(folder);
  journal.append([...before, call(4, kept), givenBack, lift, call(4, kept), stop])();
  journal.close();
  const undone = await createUndone(readJournal(folder, 0));
  await redactFolder(folder, (phone) => phone === erased);
  const left: JournalEntry[] = [];
  let unreadable = 0;
  for await (const { lines, damaged } of readJournal(folder, 0)) {
    unreadable += damaged;
    left.push(...lines.filter((line) => !undone.includes(line)).map(({ entry }) => entry));
  }
  rmSync(folder, { recursive: true });
  expect(left).toEqual([call(4, kept), stop]);
  expect(unreadable).toBe(0);
});
