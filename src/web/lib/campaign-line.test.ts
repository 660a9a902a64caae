import { expect, test } from 'vitest';
import { completedName, runStatus } from '#contract/campaign.ts';
import type { CampaignFigures } from '#contract/campaign-figures.ts';
import { campaignLine, type LinedCampaign } from './campaign-line.ts';

// 10:42 AM on a Friday in Eastern Time.
const now = new Date('2026-11-20T15:42:00Z');
const schedule = {
  ...{ startTime: '2026-11-20T14:00:00Z', stopTime: '2026-11-21T01:00:00Z' },
  ...{ startAutomatically: true, stopAutomatically: true },
  ...{ startWeekdays: '1111100', stopWeekdays: '1111100' },
};
const byHand = { ...schedule, startAutomatically: false, stopAutomatically: false };
const stopped = { campaignStatusId: runStatus.stopped, campaignStatusName: 'Stopped' };
const running = { campaignStatusId: runStatus.running, campaignStatusName: 'Running' };

const line = (campaign: Partial<LinedCampaign>, figures: object = {}) =>
  campaignLine(
    { ...running, ...byHand, ...campaign },
    {
      ...{ total: 7_730, called: 928, barred: 0, inProgress: 0, lastCall: null },
      ...{ reason: null, statusReason: null, ...figures },
    } as unknown as CampaignFigures,
    now,
  ).text;
const because = (code: string, facts: object = {}) => ({
  reason: { code, ...facts },
  statusReason: 'A sentence that is far too long for the column of a list. And another one.',
});

test('a running campaign says how far it is, and its schedule or its pace', () => {
  expect(line({ ...schedule, callsPerMinute: 60 })).toBe('928 of 7,730. Mon–Fri 9 AM – 8 PM.');
  expect(line({ callsPerMinute: 60 })).toBe('928 of 7,730. 60 a minute.');
  expect(line({ textPerMinute: 1_200 })).toBe('928 of 7,730. 1,200 a minute.');
  expect(line({ callRatio: 1.5 })).toBe('928 of 7,730. 1.5 calls per free agent.');
  expect(line({ callRatio: 1 })).toBe('928 of 7,730. One call per free agent.');
});

test('what it waits for comes before its schedule, in words that fit', () => {
  const hours = because('calling_hours', { until: '2026-11-20T16:00:00Z' });
  expect(line(schedule, hours)).toBe('928 of 7,730. Waits until 11 AM.');
  const tomorrow = because('calling_hours', { until: '2026-11-21T13:00:00Z' });
  expect(line(schedule, tomorrow)).toBe('928 of 7,730. Waits until 8 AM tomorrow.');
  const carrier = because('waits_for_carrier', { channel: 'voice' });
  expect(line(schedule, carrier)).toBe('928 of 7,730. Carrier disconnected.');
});

test('starting, stopping and completed campaigns say so', () => {
  expect(line({ campaignStatusId: runStatus.starting })).toBe('928 of 7,730. About to start.');
  expect(line({ campaignStatusId: runStatus.stopping })).toBe('928 of 7,730. Finishing.');
  const completed = { ...stopped, campaignStatusName: completedName };
  const lastCall = '2026-11-20T14:12:00Z';
  expect(line(completed, { called: 7_730, lastCall })).toBe(
    '7,730 of 7,730, last call today at 9:12 AM.',
  );
});

test('a stopped campaign says its next start, what keeps it from one, or its last call', () => {
  expect(line({ ...stopped, ...schedule })).toBe('928 of 7,730. Starts Monday at 9:00 AM.');
  expect(line({ ...stopped, ...schedule }, because('no_message'))).toBe(
    '928 of 7,730. No message.',
  );
  expect(line(stopped, { lastCall: '2026-11-06T15:00:00Z' })).toBe(
    '928 of 7,730, last call Nov 6.',
  );
  expect(line(stopped)).toBe('928 of 7,730. Not started yet.');
});

test('a campaign without a list says that, and what it also lacks', () => {
  expect(line(stopped, { total: 0 })).toBe('No list.');
  expect(line(stopped, { total: 0, ...because('no_list') })).toBe('No list.');
  expect(line(stopped, { total: 0, ...because('no_message') })).toBe('No list. No message.');
});
