import { expect, test } from 'vitest';
import type { Campaign } from '#contract/campaign.ts';
import type { CampaignFunnel } from '#contract/campaign-funnel.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import { startCounts, startLead } from './start-counts.ts';

const funnel: CampaignFunnel = {
  ...{ campaignId: 1, at: '2026-11-20T15:42:00.000Z', lists: 3, loaded: 24_318, called: 0 },
  followUps: 0,
  ...{ inProgress: 0, callableNow: 0, cap: null, leftOut: [] },
  waiting: [
    {
      ...{ reason: 'calling_hours', zone: 'America/Denver', opens: '08:00', count: 3_000 },
      ...{ first: '2026-11-20T16:00:00.000Z', last: '2026-11-20T16:00:00.000Z' },
    },
    {
      ...{ reason: 'calling_hours', zone: 'Pacific/Honolulu', opens: '08:00', count: 142 },
      ...{ first: '2026-11-20T18:00:00.000Z', last: '2026-11-20T18:00:00.000Z' },
    },
    {
      ...{ reason: 'campaign_stopped', zone: null, opens: null, count: 20_630 },
      ...{ first: null, last: null },
    },
  ],
  barred: [
    { reason: 'do_not_call', count: 500 },
    { reason: 'opt_out_key', count: 40 },
    { reason: 'opt_out_text', count: 6 },
  ],
};

const campaign: Campaign = {
  ...{ campaignId: 1, clientId: 1, name: 'Q4 statements', campaignStatusId: 1 },
  ...{ campaignStatusName: 'Stopped', campaignType: 1, campaignTypeName: 'Broadcast' },
  ...{ updated: '2026-11-20T15:00:00Z', startTime: null, stopTime: '2026-11-21T01:00:00.000Z' },
  ...{ startAutomatically: false, stopAutomatically: true, startWeekdays: '0000000' },
  ...{ stopWeekdays: '1111100', campaignStarted: null, startTimeSpan: null, stopTimeSpan: null },
  ...{ statusReason: null, reason: null, callsPerMinute: 60 },
};

test('the three counts add up to the lists, and say whose hours and until when', () => {
  const { rows, sum } = startCounts([funnel], false);
  expect(rows.map(({ label, value }) => [label, value])).toEqual([
    ['Can be called now', 20_630],
    ['Wait for their hours, 11:00 AM to 1:00 PM', 3_142],
    ['Never called: Do Not Call, opt-outs', 546],
  ]);
  expect(sum).toEqual({ label: 'In 3 lists', value: 24_318 });
});

test('what was called and what waits for something else are counted too', () => {
  const wait = { zone: null, opens: null, first: null, last: null };
  const later: CampaignFunnel = {
    ...funnel,
    ...{ lists: 1, loaded: 20, called: 7, inProgress: 1, callableNow: 2, barred: [] },
    waiting: [
      { ...wait, reason: 'attempt_cap', count: 4 },
      { ...wait, reason: 'undecided_text', count: 6 },
    ],
  };
  const { rows, sum } = startCounts([later], true);
  expect(rows.map(({ label, value }) => [label, value])).toEqual([
    ['Can be texted now', 2],
    ['Wait for their hours', 0],
    ['Wait for the attempt cap, unclear texts', 10],
    ['Already texted', 8],
    ['Never texted', 0],
  ]);
  expect(rows.reduce((total, { value }) => total + value, 0)).toBe(sum.value);
  expect(sum.label).toBe('In 1 list');
  expect(startCounts([funnel, later], false).sum).toEqual({ label: 'In 4 lists', value: 24_338 });
});

test('rate and end: until the automatic stop, and when the last number is due', () => {
  // 23,772 calls at 60 a minute are 6 hours and 36 minutes.
  expect(startLead(campaign, funnel)).toBe(
    '60 calls a minute until 8:00 PM. Done at about 5:18 PM.',
  );
  expect(startLead({ ...campaign, callsPerMinute: 30 }, funnel)).toBe(
    '30 calls a minute until 8:00 PM. Not all of them by then.',
  );
});

test('a campaign that the national do-not-call list holds says so first', () => {
  const held = { code: 'registry_outdated', days: 45, most: 31 };
  expect(startLead(campaign, { ...funnel, held })).toBe(reasonSentence(held));
});

test('no finish is shown where nobody knows it', () => {
  const open = { ...campaign, stopAutomatically: false };
  // Beyond the end of the earliest calling hours.
  expect(startLead({ ...open, callsPerMinute: 30 }, funnel)).toBe('30 calls a minute.');
  const { callsPerMinute: _, ...linkback } = open;
  expect(startLead({ ...linkback, agentCount: 12, callRatio: 1.5 }, funnel)).toBe(
    'For 12 agents, 1.5 calls for each available agent.',
  );
  expect(startLead(open, undefined)).toBe('60 calls a minute.');
});

test('a number whose opening is later than the others keeps the finish back', () => {
  const few = {
    ...funnel,
    waiting: [{ ...funnel.waiting[1], count: 60 } as CampaignFunnel['waiting'][number]],
  };
  expect(startLead(campaign, few)).toBe('60 calls a minute until 8:00 PM. Done at about 1:01 PM.');
});
