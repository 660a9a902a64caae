import { expect, test } from 'vitest';
import type { CampaignForecast } from '#contract/forecast.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import { betweenWords, doubtWords, finishWords } from './words.ts';

const nothing = { p10: null, p50: null, p90: null };
const forecastWith = (more: Partial<CampaignForecast>) =>
  ({
    ...{ doubts: [], known: 900, reachable: 10, finish: nothing },
    shares: { campaigns: 2, otherClients: false, perSecond: null },
    ...more,
  }) as unknown as CampaignForecast;

test('what shares the carrier is said only of a campaign that reaches somebody', () => {
  const doubts: CampaignForecast['doubts'] = ['no_numbers', 'shared_carrier', 'no_history'];
  const loading: CampaignForecast['doubts'] = [...doubts, 'list_loading'];
  expect(doubtWords(forecastWith({ doubts }), false)).toHaveLength(2);
  expect(doubtWords(forecastWith({ doubts, reachable: 0 }), false)).toEqual([]);
  expect(doubtWords(forecastWith({ doubts: loading, reachable: 0 }), false)).toEqual([
    'A contact list is still loading. Its numbers are not counted yet.',
  ]);
});

test('what refuses the start is said in its words: the headline, or beside the times that hold after it', () => {
  const notReady = { code: 'message_not_ready', message: 'Reminder' } as const;
  const lacks = forecastWith({
    ...{ doubts: ['cannot_start', 'no_history'], start: null },
    refusal: notReady,
  });
  const more = reasonSentence(notReady);
  expect(finishWords(lacks, new Date(0))).toEqual({ fact: 'Never done', more });
  expect(doubtWords(lacks, false)).not.toContain(more);
  const at = '2026-11-20T20:40:00Z';
  const refusal = { code: 'carrier_disconnected' } as const;
  const waits = forecastWith({
    ...{ doubts: ['cannot_start'], start: at, finish: { p10: at, p50: at, p90: at }, refusal },
  });
  expect(finishWords(waits, new Date(at)).fact).toMatch(/^Done today at/);
  expect(doubtWords(waits, false)).toEqual([reasonSentence(refusal)]);
});

test('a stop before the start is said as that', () => {
  const said = finishWords(forecastWith({ doubts: ['no_run'], reachable: 0 }), new Date(0));
  expect(said).toEqual({ fact: 'Never done', more: 'The stop comes before the start.' });
});

test('what is not done is said with what ends it: the stop, or the two weeks', () => {
  const fact = (doubts: CampaignForecast['doubts']) =>
    finishWords(forecastWith({ doubts }), new Date(0)).fact;
  expect(fact(['stop_first'])).toBe('Not done by the stop');
  expect(fact(['not_in_time'])).toBe('Not done within two weeks');
});

test('the day of both ends is said once', () => {
  const now = new Date('2026-11-20T20:00:00Z');
  const between = (p10: string, p90: string) => betweenWords({ p10, p50: p10, p90 }, now);
  // The narrow space before PM is Intl's.
  const plain = (text: string) => text.replaceAll('\u202f', ' ');
  expect(plain(between('2026-11-20T20:40:00Z', '2026-11-20T21:25:00Z'))).toBe(
    'between 3:40 PM and 4:25 PM',
  );
  expect(plain(between('2026-11-08T21:21:00Z', '2026-11-08T21:27:00Z'))).toBe(
    'between Nov 8, 4:21 PM and 4:27 PM',
  );
  expect(plain(between('2026-11-08T21:21:00Z', '2026-11-09T15:27:00Z'))).toBe(
    'between Nov 8, 4:21 PM and Nov 9, 10:27 AM',
  );
});
