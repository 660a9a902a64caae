import { expect, test } from 'vitest';
import { forecastChanges } from '#contract/forecast.ts';
import { type AsSet, isRestUnsaved, mostTried, triedSchedule, unsaved } from './tried.ts';

const linkback: AsSet = { kind: 'linkback', rate: 0, agents: 4, ratio: 2 };
const broadcast: AsSet = { kind: 'broadcast', rate: 20, agents: 1, ratio: 1 };

test('nothing is asked for that is saved, so that agents by the hour count', () => {
  expect(unsaved(linkback, undefined)).toEqual({});
  expect(unsaved(linkback, { ...linkback })).toEqual({});
  expect(unsaved(broadcast, { ...broadcast })).toEqual({});
});

test('what an editor has otherwise is asked for, and nothing else', () => {
  expect(unsaved(linkback, { ...linkback, agents: 5 })).toEqual({ agentCount: 4 });
  expect(unsaved(linkback, { ...linkback, ratio: 3 })).toEqual({ callRatio: 2 });
  const adaptive: AsSet = { ...linkback, pacing: 'adaptive' };
  expect(unsaved(adaptive, { ...linkback, pacing: 'ratio' })).toEqual({ pacing: 'adaptive' });
  expect(unsaved(broadcast, { ...broadcast, rate: 30 })).toEqual({ callsPerMinute: 20 });
  expect(unsaved({ ...broadcast, kind: 'texting' }, broadcast)).toEqual({});
});

test('a slider leads far beyond what is set, and never beyond what is taken', () => {
  const most = (set: Partial<AsSet>) => mostTried({ ...broadcast, ...set });
  expect([most({}), most({ rate: 60 }), most({ rate: 60_000 })]).toEqual([200, 240, 100_000]);
  expect(most({ kind: 'texting', rate: 100_000 })).toBe(100_000);
  expect([4, 100, 9_000].map((agents) => mostTried({ ...linkback, agents }))).toEqual([
    ...[20, 300, 10_000],
  ]);
  const ends = {
    callsPerMinute: most({ rate: 60_000 }),
    textPerMinute: most({ kind: 'texting', rate: 60_000 }),
    agentCount: mostTried({ ...linkback, agents: 9_000 }),
  };
  expect(forecastChanges.safeParse({ clientId: 1, ...ends }).error).toBeUndefined();
});

test('no forecast is asked for without agents, which none can be made for', () => {
  expect(unsaved({ ...linkback, agents: 0 }, linkback)).toEqual({});
});

test('what no forecast can be asked for before it is saved is known', () => {
  const set = { ...broadcast, rest: 'no stop' };
  expect(isRestUnsaved(set, undefined)).toBe(false);
  expect(isRestUnsaved({ ...set, rate: 30 }, set)).toBe(false);
  expect(isRestUnsaved({ ...set, rest: 'stop at 3' }, set)).toBe(true);
});

test('the numbers that are never called open with the hours and times that are tried', () => {
  const start = '2026-11-20T15:00:00.000Z';
  expect(triedSchedule({ callsPerMinute: 200, open: '12:00', start })).toEqual({
    ...{ open: '12:00', start },
  });
  expect(triedSchedule({ agentCount: 9 })).toEqual({});
});
