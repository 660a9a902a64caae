import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JournalEntry } from '#db/journal.ts';
import { realMs, simMs } from '#domain/milliseconds.ts';
import { createUndone } from './undone.ts';

const of = { clientId: 1, callListId: 3, entryId: 4 };
const submission: JournalEntry = {
  kind: 'submission',
  ...{ ...of, campaignId: 2, phone: '1', at: simMs(5) },
};
const givenBack: JournalEntry = { kind: 'givenBack', ...of, at: realMs(6) };

async function standing(entries: JournalEntry[]): Promise<JournalEntry[]> {
  async function* parts() {
    for (const entry of entries) yield { entries: [entry], damaged: 0, lost: 0 };
  }
  const undone = await createUndone(parts());
  return entries.filter((entry) => !undone.includes(entry));
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
