import { expect, test } from 'vitest';
import type { NumberEntry, NumberStory } from '#contract/number.ts';
import { entryWords } from './entry-words.ts';
import { noteWords } from './note-words.ts';

const now = Date.parse('2026-11-30T20:07:00Z');
const awaitedReply = { until: '2026-12-01T20:06:20.000Z', action: 'continue with "CL calls"' };
const texted = {
  ...{ callListId: 1, callListName: 'CM list', entryId: 1, campaignId: 2, campaignName: 'CM' },
  ...{ campaignType: 3, running: false, loaded: '2026-11-30T20:00:00.000Z', line: 1, column: '' },
  ...{ firstName: '', lastName: '', externalId: '', rules: [], chance: null, awaitedReply },
  verdict: { kind: 'done', reason: 'delivered', until: null, zone: null },
  endedAt: '2026-11-30T20:06:20.000Z',
} satisfies NumberEntry;
const story = (more: Partial<NumberStory> = {}): NumberStory => ({
  ...{ phone: '12125550148', at: '2026-11-30T20:07:00.000Z', zones: [], doNotCall: null },
  ...{ caps: [], stopped: [], entries: [texted], entryCount: 1, rejected: [] },
  ...{ history: [], earlier: null, ...more },
});
const then = 'Without a reply by Dec 1, 3:07 PM, in 1 d: continue with "CL calls".';

test('a text that is awaited says what comes without a reply, and so does the head', () => {
  expect(entryWords(texted, story(), now)).toMatchObject({
    ...{ word: 'Waits for a reply', hollow: false },
    rest: `texted Nov 30, delivered. ${then}`,
  });
  expect(noteWords(story(), now)).toEqual({ verdict: 'Waits for a reply.', why: then });
  const stopped = [
    { reason: 'The operator stopped it.', reasonCode: { code: 'no_list' as const } },
  ];
  expect(noteWords(story({ stopped }), now).why).toBe(`${then} The operator stopped it.`);
});

test('of several the one that ends first is named; without any nothing waits', () => {
  const later = { until: '2026-12-02T20:06:20.000Z', action: 'text again' };
  const both = [{ ...texted, awaitedReply: later }, texted];
  expect(noteWords(story({ entries: both }), now).why).toBe(then);
  const done = { ...texted, awaitedReply: null };
  expect(noteWords(story({ entries: [done] }), now).verdict).toBe(
    'No list is waiting to call or text this number.',
  );
  expect(entryWords(done, story(), now)).toMatchObject({
    ...{ word: 'Done', rest: 'texted Nov 30, delivered.' },
  });
});

test('the rule that holds a number up to its instant is named after the one that holds it now', () => {
  const until = '2026-12-01T20:40:00.000Z';
  const waits = {
    ...{ ...texted, awaitedReply: null, endedAt: null },
    verdict: { kind: 'wait', reason: 'least_gap', until, zone: null },
  } satisfies NumberEntry;
  expect(entryWords(waits, story(), now).rest).toBe(
    'tried recently, again from Dec 1, 3:40 PM, in 1 d.',
  );
  const heldBy = { rule: 'attempt_cap', passed: false, read: null } as const;
  expect(entryWords({ ...waits, heldBy }, story(), now).rest).toBe(
    'tried recently; then the attempt cap, again from Dec 1, 3:40 PM, in 1 d.',
  );
  const closed = { ...waits, verdict: { ...waits.verdict, reason: 'calling_hours' }, heldBy };
  expect(entryWords(closed, story(), now).rest).toBe(
    'its calling hours are closed; then the attempt cap, from Dec 1, 3:40 PM, in 1 d.',
  );
});
