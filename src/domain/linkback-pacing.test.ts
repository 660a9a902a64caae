import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freeAgents, type LinkbackState, roomForCalls } from './linkback-pacing.ts';

const state: fc.Arbitrary<LinkbackState> = fc.record({
  agentCount: fc.integer({ min: 1, max: 500 }),
  agentsBusy: fc.integer({ min: 0, max: 600 }),
  callRatio: fc.integer({ min: 1, max: 1_000 }).map((hundredths) => hundredths / 100),
  inFlight: fc.integer({ min: 0, max: 800 }),
});

test('calls in flight never exceed the larger of 1 and the ratio times the free agents', () => {
  fc.assert(
    fc.property(state, (given) => {
      const free = given.agentCount - given.agentsBusy;
      const room = roomForCalls(given);
      const hundredths = Math.round(given.callRatio * 100);
      const most = free > 0 ? Math.max(1, Math.floor((hundredths * free) / 100)) : 0;
      expect(room).toBe(Math.max(0, most - given.inFlight));
    }),
  );
});

test('with no agent free there is no room, also when agents became fewer meanwhile', () => {
  const one = { agentCount: 3, callRatio: 9, inFlight: 0 };
  expect(roomForCalls({ ...one, agentsBusy: 3 })).toBe(0);
  expect(roomForCalls({ ...one, agentsBusy: 5 })).toBe(0);
  expect(freeAgents({ ...one, agentsBusy: 5 })).toBe(0);
});

test('a ratio below one call for all free agents still gives one', () => {
  const two = { agentCount: 2, agentsBusy: 0, callRatio: 0.3 };
  expect(roomForCalls({ ...two, inFlight: 0 })).toBe(1);
  expect(roomForCalls({ ...two, inFlight: 1 })).toBe(0);
});

test('a busy agent takes room away, and gives it back', () => {
  const ten = { agentCount: 10, callRatio: 1.5, inFlight: 0 };
  expect(roomForCalls({ ...ten, agentsBusy: 0 })).toBe(15);
  expect(roomForCalls({ ...ten, agentsBusy: 4 })).toBe(9);
  expect(roomForCalls({ agentCount: 100, agentsBusy: 0, callRatio: 0.29, inFlight: 0 })).toBe(29);
});
