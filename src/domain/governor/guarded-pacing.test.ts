import { expect, test } from 'vitest';
import { callsAhead } from './abandoned-call.ts';
import { guardedRoom } from './guarded-pacing.ts';

const state = { agentCount: 10, agentsBusy: 6, callRatio: 1, inFlight: 1, atRisk: 1 };
const readingOf = (persons: number, abandoned: number) => ({
  ...{ today: 5, firstDay: 5 },
  days: [{ day: 5, persons, abandoned }],
});
/** Four wait, two ring, four are to be called. */
const ahead = { ready: 4, coming: [1_000, 3_000] };

test('a free campaign that calls ahead lets its calls share all who wait, and calls every free agent', () => {
  const room = guardedRoom({ ...state, ahead, reading: readingOf(400, 0) }, () => 17);
  expect(room).toEqual({ open: 17, agentsFirst: 4, own: 0 });
});

test('else each who waits gets a customer of its own, and one is left for each call from before', () => {
  for (const reading of [readingOf(0, 0), readingOf(100, 1), readingOf(100, 3)]) {
    const room = guardedRoom({ ...state, ahead, reading }, () => 17);
    expect(room).toEqual({ open: 0, agentsFirst: 4, own: 3 });
    const many = guardedRoom({ ...state, inFlight: 30, ahead, reading }, () => 17);
    expect(many).toEqual({ open: 0, agentsFirst: 4, own: 0 });
  }
});

test('agents beyond those on duty stay for calls in flight, and get no customer', () => {
  const fewer = { ...state, agentCount: 4, agentsBusy: 7, inFlight: 0, ahead };
  const free = { ...fewer, reading: readingOf(400, 0) };
  const ready: (number | undefined)[] = [];
  for (const agentCount of [7, 6, 4, 0]) {
    guardedRoom({ ...free, agentCount }, (known) => ready.push(known.ahead?.ready));
  }
  expect(ready).toEqual([4, 3, 1, 0]);
  const careful = { ...fewer, reading: readingOf(0, 0) };
  expect(guardedRoom(careful)).toEqual({ open: 0, agentsFirst: 0, own: 1 });
  expect(guardedRoom({ ...careful, agentCount: 0 }).own).toBe(0);
});

test('a free campaign has two calls at risk for each person who was, and calls agents first for the rest', () => {
  const free = {
    ...state,
    agentsBusy: 0,
    callRatio: 3,
    inFlight: 6,
    atRisk: 6,
    reading: readingOf(400, 0),
  };
  expect(guardedRoom(free)).toEqual({ open: 24, agentsFirst: 0 });
  // Every window bears 12.
  expect(guardedRoom({ ...free, ventured: 0 })).toEqual({ open: 6, agentsFirst: 0 });
  expect(guardedRoom({ ...free, ventured: 7 })).toEqual({ open: 8, agentsFirst: 0 });
  expect(guardedRoom({ ...free, ventured: 0, inFlight: 1, atRisk: 11 })).toEqual({
    ...{ open: 1, agentsFirst: 8 },
  });
  expect(guardedRoom({ ...free, ventured: 1_000 })).toEqual({ open: 24, agentsFirst: 0 });
});

test('a call that is lost counts against the bound before it has ended', () => {
  const busy = {
    ...state,
    agentsBusy: 0,
    callRatio: 3,
    reading: readingOf(160, 0),
    ventured: 1_000,
  };
  expect(guardedRoom({ ...busy, lost: 0 }).open).toBe(29);
  expect(guardedRoom({ ...busy, atRisk: 2, lost: 1 })).toEqual({ open: 2, agentsFirst: 7 });
  // More than have answered so far.
  const begun = { ...busy, reading: readingOf(1, 0), atRisk: 3, lost: 3 };
  expect(guardedRoom(begun)).toEqual({ open: 0, agentsFirst: 9 });
});

test('agents are called ahead where 2 seconds count', () => {
  expect(callsAhead({ waitSeconds: 2, hangUps: true })).toBe(true);
  expect(callsAhead({ waitSeconds: 20, hangUps: false })).toBe(false);
});
