import { expect, test } from 'vitest';
import type { CampaignForecast } from '#contract/forecast.ts';
import { doubtWords, finishWords } from './words.ts';

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
