/** The switch of the zone, in the sentences that the console composes. */
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { CampaignFunnel } from '#contract/campaign-funnel.ts';
import { waitSentence } from '../features/live-monitoring/wait-sentence.ts';
import { noteOf } from '../features/live-monitoring/waiting-words.ts';
import { atTime, nextTime, onDay } from '../features/number/when.ts';
import { campaignLine } from '../lib/campaign-line.ts';
import { momentWords, spanWords } from '../lib/moment-words.ts';
import { nextInWords } from '../lib/schedule-words.ts';
import { statusSentence } from '../lib/status-sentence.ts';
import { chooseZone } from '../lib/zone.ts';
import { startCounts } from '../ui/run/start-counts.ts';

beforeAll(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
});
// Three hours behind: 10:42 AM Eastern is 7:42 AM there.
beforeEach(() => void vi.stubEnv('TZ', 'America/Los_Angeles'));
afterEach(() => {
  chooseZone('eastern');
  vi.unstubAllEnvs();
});

const now = new Date('2026-11-20T15:42:00Z');
const noon = '2026-11-20T18:00:00Z';
// 12:30 AM on the next day in Eastern Time.
const night = '2026-11-21T05:30:00Z';
const part = {
  ...{ reason: 'calling_hours' as const, zone: 'Pacific/Honolulu', opens: '08:00' },
  ...{ count: 9, first: noon, last: noon },
};
const funnel = {
  ...{ at: now.toISOString(), waiting: [part], barred: [], leftOut: [], cap: null },
  ...{ callableNow: 0, called: 0, inProgress: 0, lists: 1, loaded: 9 },
} as unknown as CampaignFunnel;
const workdays = '1111100';
const campaign = {
  ...{ campaignStatusId: 3, campaignStatusName: 'Running', callsPerMinute: 60 },
  ...{ startTime: '2026-11-20T14:00:00Z', stopTime: '2026-11-21T01:00:00Z' },
  ...{ startAutomatically: true, stopAutomatically: true },
  ...{ startWeekdays: workdays, stopWeekdays: workdays },
};
const figures = {
  ...{ total: 9, called: 2, barred: 0, inProgress: 0, reason: null, statusReason: null },
  lastCall: night,
} as unknown as Parameters<typeof campaignLine>[1];

const waits = {
  reason: { code: 'calling_hours', until: noon },
  statusReason: 'Waiting for calling hours: the next number may be called from Nov 20, 1:00 PM ET.',
};
const stopped = {
  reason: { code: 'operator_stop', scope: 'all', carrier: null, since: night, said: '' },
  statusReason: 'Stopped by the operator on Nov 21, 12:30 AM ET: all calls and texts.',
};

function said() {
  return {
    monitoring: waitSentence(funnel, false),
    note: noteOf(part, now).note,
    start: startCounts([funnel], false).rows[1]?.label,
    number: [atTime(night, now.getTime()), nextTime(noon, now.getTime())],
    day: onDay(night, now.getTime()),
    span: spanWords(noon, night, now),
    next: nextInWords({ time: '00:30', weekdays: '0000010' }, now),
    line: campaignLine(campaign, figures, now).text,
    until: campaignLine(campaign, { ...figures, ...waits }, now).text,
    waits: statusSentence(waits, now),
    stopped: statusSentence(stopped, now),
  };
}

test('sentences of the console are in Eastern Time, which the screen names', () => {
  expect(said()).toEqual({
    monitoring: '9 of 9 wait for 8:00 AM in Hawaii, until 1:00 PM.',
    note: 'at 1:00 PM',
    start: 'Wait for their hours, 1:00 PM',
    number: ['Nov 21, 12:30 AM', 'today at 1:00 PM, in 2 h 18 min'],
    day: 'Nov 21',
    span: '1:00 PM to Nov 21, 12:30 AM',
    next: 'tomorrow at 12:30 AM',
    line: '2 of 9. Mon–Fri 9 AM – 8 PM.',
    until: '2 of 9. Waits until 1 PM.',
    waits: 'Waiting for calling hours: the next number may be called from Nov 20, 1:00 PM.',
    stopped: 'Stopped by the operator on Nov 21, 12:30 AM: all calls and texts.',
  });
});

test("after the switch they follow the browser's zone; a schedule stays Eastern and says so", () => {
  chooseZone('browser');
  expect(momentWords(noon, now)).toBe('10:00 AM');
  expect(said()).toEqual({
    monitoring: '9 of 9 wait for 8:00 AM in Hawaii, until 10:00 AM.',
    note: 'at 10:00 AM',
    start: 'Wait for their hours, 10:00 AM',
    number: ['9:30 PM', 'today at 10:00 AM, in 2 h 18 min'],
    day: 'Nov 20',
    span: '10:00 AM to 9:30 PM',
    next: '9:30 PM',
    line: '2 of 9. Mon–Fri 9 AM – 8 PM ET.',
    until: '2 of 9. Waits until 10 AM.',
    waits: 'Waiting for calling hours: the next number may be called from Nov 20, 10:00 AM.',
    stopped: 'Stopped by the operator on Nov 20, 9:30 PM: all calls and texts.',
  });
});
