import { expect, test } from 'vitest';
import type { CampaignScrub } from '#contract/scrub.ts';
import { scrubSentences } from './scrub-sentences.ts';

const scrub = (part: Partial<NonNullable<CampaignScrub['scrub']>> | null): CampaignScrub => ({
  ...{ campaignId: 1, at: '2026-11-20T15:42:00.000Z' },
  scrub: part && {
    ...{ questions: ['reassigned', 'litigator'], unserved: [], silent: [] },
    ...{ numbers: 5_000, checked: 5_000, held: 0, ...part },
  },
});

test('says how many numbers were checked for what, and that a start waits for none of the others', () => {
  expect(scrubSentences([scrub(null)])).toEqual([]);
  expect(scrubSentences([scrub({})])).toEqual([
    '5,000 of 5,000 numbers were checked for reassigned numbers and litigators, and none is held.',
  ]);
  expect(scrubSentences([scrub({ checked: 1_204, held: 37 }), scrub(null)])).toEqual([
    '1,204 of 5,000 numbers were checked for reassigned numbers and litigators, and 37 are held.',
    'The others are checked while the campaign runs. A start does not wait for that.',
  ]);
});

test('adds campaigns up, and says each service that is missing or silent once', () => {
  const sentence = 'It cannot be reached.';
  const silent = [{ since: '2026-11-20T19:10:00.000Z', sentence }];
  const line = {
    questions: ['line'],
    unserved: ['line'],
    numbers: 1,
    checked: 1,
    held: 1,
  } as const;
  expect(
    scrubSentences([
      scrub({ ...line, questions: ['line'], unserved: ['line'] }),
      scrub({ questions: ['litigator'], numbers: 3, checked: 0, silent }),
      scrub({ questions: ['litigator'], numbers: 0, checked: 0, silent }),
    ]),
  ).toEqual([
    '1 of 4 numbers was checked for litigators and the kind of line, and 1 is held.',
    'The others are checked while the campaign runs. A start does not wait for that.',
    'The operator has no service that answers for the kind of line.',
    'A scrub service has not answered since 2:10 PM. It cannot be reached.',
  ]);
});
