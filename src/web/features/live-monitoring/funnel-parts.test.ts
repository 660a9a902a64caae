import { expect, test } from 'vitest';
import type { CampaignFunnel } from '#contract/campaign-funnel.ts';
import { funnelParts, leftOutWords } from './funnel-parts.ts';

const nothing: CampaignFunnel = {
  ...{ campaignId: 1, at: '2026-11-20T15:00:00.000Z', loaded: 0, called: 0, inProgress: 0 },
  ...{ callableNow: 0, waiting: [], cap: null, barred: [], leftOut: [] },
};
const hours = {
  ...{ reason: 'calling_hours' as const, opens: '08:00', count: 213 },
  ...{ first: '2026-11-20T18:00:00.000Z', last: '2026-11-20T18:00:00.000Z' },
};
const sentence = ({ label, note, value }: ReturnType<typeof funnelParts>[number]) =>
  `${label}${note ? `, ${note}` : ''}: ${value}`;
const sentences = (given: Partial<CampaignFunnel>, texts = false) =>
  funnelParts({ ...nothing, ...given }, texts).map(sentence);

test('what was done and what can be done are always shown, other parts only with numbers', () => {
  expect(sentences({})).toEqual(['Called: 0', 'Can be called now: 0']);
  expect(sentences({ inProgress: 2 }, true)).toEqual([
    ...['Texted: 0', 'Waiting for a receipt: 2', 'Can be texted now: 0'],
  ]);
});

test('those who wait for hours say whose, and from when in Eastern time', () => {
  const zones = [
    { ...hours, zone: 'Pacific/Honolulu' },
    { ...hours, zone: 'America/Boise', count: 3, last: '2026-11-21T18:00:00.000Z' },
    { ...hours, zone: 'America/Denver', count: 4, opens: '08:00' },
    { ...hours, zone: 'America/Puerto_Rico', opens: '12:30' },
    {
      ...hours,
      zone: null,
      opens: null,
      first: '2026-11-21T14:00:00.000Z',
      last: '2026-11-21T14:00:00.000Z',
    },
  ];
  expect(sentences({ waiting: zones }).slice(2)).toEqual([
    'Waiting for 8:00 AM in Hawaii, at 1:00 PM ET: 213',
    'Waiting for 8:00 AM in Mountain Time, first at 1:00 PM ET, last at Nov 21, 1:00 PM ET: 7',
    'Waiting for 12:30 PM in Puerto Rico, at 1:00 PM ET: 213',
    'Waiting for calling hours, at Nov 21, 9:00 AM ET: 213',
  ]);
});

test('every other reason has its words', () => {
  const wait = { zone: null, opens: null, count: 1, first: null, last: null };
  expect(
    sentences({
      waiting: [
        { ...wait, reason: 'undecided_text' },
        { ...wait, reason: 'in_call' },
        { ...wait, reason: 'carrier_busy' },
        { ...wait, reason: 'campaign_stopped' },
      ],
      barred: [
        { reason: 'do_not_call', count: 1 },
        { reason: 'opt_out_key', count: 1 },
        { reason: 'opt_out_text', count: 1 },
        { reason: 'list_closed', count: 1 },
      ],
    }).slice(2),
  ).toEqual([
    'Paused until a manager decides on a text: 1',
    'Waiting for another call to the number to end: 1',
    'Refused by the carrier for now, retrying soon: 1',
    'Waiting for the campaign to run: 1',
    'On the do-not-call list: 1',
    'Pressed 9 to opt out: 1',
    'Texted STOP: 1',
    'Left in closed lists: 1',
  ]);
});

test('those who were tried as often as the cap allows say how often, and from when the first is free', () => {
  const wait = { zone: null, opens: null, count: 12, last: '2026-11-27T16:00:00.000Z' };
  const waiting = [{ ...wait, reason: 'attempt_cap' as const, first: '2026-11-20T18:00:00.000Z' }];
  const part = (cap: CampaignFunnel['cap'], texts = false) =>
    sentences({ waiting, cap }, texts).at(2);
  expect(part({ most: 7, days: 7 })).toBe(
    'Waiting because they were called 7 times within 7 days, first at 1:00 PM ET, last at Nov 27, 11:00 AM ET: 12',
  );
  expect(part({ most: 1, days: 1 }, true)).toMatch(
    /^Waiting because they were texted once within 24 hours, first at /,
  );
  expect(part(null)).toMatch(/^Rechecking: the attempt cap changed, first at /);
});

test('what was not loaded is said with its reasons', () => {
  expect(leftOutWords(nothing)).toBeUndefined();
  const reasonCode = { code: 'any' };
  const leftOut = [
    { reason: 'This number is already on the list.', reasonCode, count: 1_200 },
    { reason: 'This is not a valid phone number.', reasonCode, count: 3 },
  ];
  expect(leftOutWords({ ...nothing, leftOut })).toBe(
    '1,203 numbers in the files were not loaded: This number is already on the list. (1,200) This is not a valid phone number. (3)',
  );
});
