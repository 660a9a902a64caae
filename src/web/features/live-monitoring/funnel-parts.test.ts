import { expect, test } from 'vitest';
import type { CampaignFunnel } from '#contract/campaign-funnel.ts';
import { funnelParts, leftOutParts, leftOutWords } from './funnel-parts.ts';
import { waitSentence } from './wait-sentence.ts';

const nothing: CampaignFunnel = {
  ...{
    campaignId: 1,
    at: '2026-11-20T15:00:00.000Z',
    lists: 0,
    loaded: 0,
    followUps: 0,
    called: 0,
    inProgress: 0,
  },
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
  const [, , folded, ...others] = funnelParts({ ...nothing, waiting: zones }, false);
  expect(folded && sentence(folded)).toBe(
    'Waiting for calling hours, first at 1:00 PM, last at Nov 21, 1:00 PM: 646',
  );
  expect(others).toEqual([]);
  expect(folded?.inside?.map(sentence)).toEqual([
    'Waiting for 8:00 AM in Hawaii, at 1:00 PM: 213',
    'Waiting for 8:00 AM in Mountain Time, first at 1:00 PM, last at Nov 21, 1:00 PM: 7',
    'Waiting for 12:30 PM in Puerto Rico, at 1:00 PM: 213',
    'Waiting for calling hours, at Nov 21, 9:00 AM: 213',
  ]);
});

test('a single zone stands there by itself, and opens the numbers of its zones', () => {
  const zones = [
    { ...hours, zone: 'America/Boise' },
    { ...hours, zone: 'America/Denver' },
  ];
  const [, , only] = funnelParts({ ...nothing, waiting: zones }, false);
  expect(only).toMatchObject({ label: 'Waiting for 8:00 AM in Mountain Time', value: 426 });
  expect(only?.inside).toBeUndefined();
  expect(only?.opens).toEqual({
    ...{ part: 'waiting', reason: 'calling_hours', opens: '08:00' },
    zones: ['America/Boise', 'America/Denver'],
  });
});

test('the percents of all parts add up, as do those inside one', () => {
  const zones = [
    { ...hours, zone: 'Pacific/Honolulu', count: 100 },
    { ...hours, zone: 'America/Denver', count: 100 },
    { ...hours, zone: 'America/Adak', count: 3 },
  ];
  const given = { ...nothing, loaded: 600, called: 397, waiting: zones };
  const [called, callable, waiting] = funnelParts(given, false);
  expect([called?.percent, callable?.percent, waiting?.percent]).toEqual(['66%', '0%', '34%']);
  expect(waiting?.inside?.map(({ percent }) => percent)).toEqual(['17%', '17%', '<1%']);
});

test('the line of a running campaign says what part waits for whose hours, and until when', () => {
  const wait = { zone: null, opens: null, count: 4, first: null, last: null };
  const says = (waiting: CampaignFunnel['waiting'], callableNow = 781) =>
    waitSentence({ ...nothing, waiting, callableNow }, false);
  const hawaii = { ...hours, zone: 'Pacific/Honolulu', count: 916 };
  expect(says([hawaii])).toBe('916 of 1,697 wait for 8:00 AM in Hawaii, until 1:00 PM.');
  const alaska = { ...hours, zone: 'America/Anchorage', count: 84 };
  const early = { ...alaska, first: '2026-11-20T17:00:00.000Z', last: '2026-11-20T17:00:00.000Z' };
  expect(says([hawaii, early])).toBe(
    '1,000 of 1,781 wait for 8:00 AM in Hawaii and Alaska, until 12:00 PM to 1:00 PM.',
  );
  const more = [hawaii, alaska, { ...hours, zone: 'America/Denver', opens: '09:00', count: 1 }];
  expect(says(more)).toBe(
    '1,001 of 1,782 wait for calling hours in Hawaii, Alaska and 1 more zone, until 1:00 PM.',
  );
  expect(
    says([
      { ...wait, reason: 'in_call' },
      { ...hawaii, count: 9 },
    ]),
  ).toBe('13 of 794 wait, 9 of them for 8:00 AM in Hawaii, until 1:00 PM.');
  expect(says([{ ...wait, count: 1, reason: 'undecided_text' }])).toBe(
    '1 of 782 waits for a manager to decide on a text.',
  );
  expect(says([{ ...wait, reason: 'carrier_busy' }])).toBeUndefined();
  expect(says([])).toBeUndefined();
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
    'Waiting because they were called 7 times within 7 days, first at 1:00 PM, last at Nov 27, 11:00 AM: 12',
  );
  expect(part({ most: 1, days: 1 }, true)).toMatch(
    /^Waiting because they were texted once within 24 hours, first at /,
  );
  expect(part(null)).toMatch(/^Rechecking: the attempt cap changed, first at /);
});

test('what was not loaded is said with its reasons', () => {
  const leftOut = [
    { reason: 'This number is already on the list.', reasonCode: { code: 'one' }, count: 1_200 },
    { reason: 'This is not a valid phone number.', reasonCode: { code: 'two' }, count: 3 },
  ];
  const funnel = { ...nothing, leftOut };
  expect(leftOutWords(funnel)).toBe('1,203 numbers in the files were not loaded');
  expect(leftOutParts(funnel).map(({ count, opens }) => [count, opens])).toEqual([
    [1_200, { part: 'left_out', reason: 'one' }],
    [3, { part: 'left_out', reason: 'two' }],
  ]);
});
