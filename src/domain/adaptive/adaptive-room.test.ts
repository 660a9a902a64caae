import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simMs } from '../milliseconds.ts';
import {
  type AdaptiveState,
  adaptiveRoom,
  affordable,
  fewestCalls,
  priceOf,
  smallestTeam,
  stayingOn,
} from './adaptive-room.ts';
import { ExpectedLosses } from './expected-losses.ts';
import { LearnedCourse } from './learned-course.ts';

/** Half of the calls are answered after 10 s; three of ten persons ask 8 s later; talks last 20 to 120 s. */
function learned(): LearnedCourse {
  const course = new LearnedCourse();
  for (let call = 0; call < 1_000; call += 1) {
    const rings = simMs(4_000 + (call % 10) * 1_500);
    course.note({ stage: 'ringing', age: rings, awaited: call % 2 === 0 });
    if (call % 2 === 1) continue;
    const asks = call % 20 < 6;
    const age = simMs(2_000 + (call % 7) * 2_000);
    course.note({ stage: 'listening', age, awaited: asks });
    const talk = simMs(20_000 + (call % 11) * 10_000);
    if (asks) course.note({ stage: 'engaged', age: talk, awaited: true, picked: call % 100 !== 0 });
  }
  return course;
}
const course = learned();

const ages = (most: number, longest: number) =>
  fc.array(fc.integer({ min: 0, max: longest }), { maxLength: most });
const states = fc
  .record({
    ringing: ages(60, 40_000),
    listening: ages(20, 20_000),
    engaged: ages(30, 150_000),
    free: fc.integer({ min: 0, max: 20 }),
    budget: fc.integer({ min: 0, max: 60 }),
  })
  .map(({ free, budget, ...inProgress }): AdaptiveState => {
    const agentCount = Math.max(smallestTeam, free + inProgress.engaged.length);
    return {
      ...{ agentCount, free, budget, most: 15 * agentCount },
      inFlight: inProgress.ringing.length + inProgress.listening.length,
      ...{ learned: course.learned(), silent: course.silent() },
      outlook: course.outlook(inProgress),
    };
  });

test('never more calls than the budget affords, and the most of those', () => {
  fc.assert(
    fc.property(states, (state) => {
      const room = adaptiveRoom(state);
      const losses = new ExpectedLosses(state.outlook, state);
      const gain = state.outlook.oneMore.at(-1) ?? 0;
      const limit = gain * (priceOf(state.budget, state.agentCount) + state.silent);
      const isAfforded = (count: number) =>
        losses.of(count) <= state.budget && losses.of(count) - losses.of(count - 1) <= limit;
      if (state.budget < 1) {
        expect(room).toBe(Math.max(0, state.free - state.inFlight));
        return;
      }
      expect(room + state.inFlight).toBeLessThanOrEqual(Math.max(state.inFlight, state.most));
      if (room > 0) expect(isAfforded(room)).toBe(true);
      if (room + state.inFlight < state.most) expect(isAfforded(room + 1)).toBe(false);
    }),
    { numRuns: 150 },
  );
});

test('a larger budget, another free agent and one call in flight less never mean fewer calls', () => {
  fc.assert(
    fc.property(states, (state) => {
      if (state.budget < 1) return;
      const room = adaptiveRoom(state);
      expect(adaptiveRoom({ ...state, budget: state.budget + 5 })).toBeGreaterThanOrEqual(room);
      const another = { ...state, free: state.free + 1 };
      expect(adaptiveRoom(another)).toBeGreaterThanOrEqual(room);
    }),
    { numRuns: 100 },
  );
});

const idle: AdaptiveState = {
  ...{ agentCount: 20, free: 20, inFlight: 0, budget: 10, most: 300 },
  ...{ learned: course.learned(), silent: course.silent() },
  outlook: course.outlook({ ringing: [], listening: [], engaged: [] }),
};

test('a small team, one that is not known yet, and one without budget get one call for each free agent', () => {
  expect(adaptiveRoom(idle)).toBeGreaterThan(40);
  const small = { ...idle, agentCount: smallestTeam - 1, free: 3, inFlight: 1 };
  expect(adaptiveRoom(small)).toBe(2);
  expect(adaptiveRoom({ ...idle, learned: fewestCalls - 1 })).toBe(20);
  expect(adaptiveRoom({ ...idle, budget: 0, inFlight: 25 })).toBe(0);
});

test('agents who will soon be free get calls before they are', () => {
  const talks = (age: number) => Array.from({ length: 20 }, () => age);
  const room = (age: number) =>
    adaptiveRoom({
      ...idle,
      free: 0,
      outlook: course.outlook({ ringing: [], listening: [], engaged: talks(age) }),
    });
  expect(room(0)).toBe(0);
  expect(room(110_000)).toBeGreaterThan(20);
});

test('what is affordable is what leaves the campaign free, in its period and in the last 30 days', () => {
  const reading = (persons: number, abandoned: number) => ({
    ...{ today: 10, firstDay: 0 },
    days: [{ day: 5, persons, abandoned }],
  });
  expect(affordable(reading(155, 0))).toBe(0);
  expect(affordable(reading(236, 0))).toBe(0);
  expect(affordable(reading(237, 0))).toBe(1);
  expect(affordable(reading(751, 4))).toBe(6);
  expect(affordable(reading(751, 10))).toBe(0);
  expect(affordable(reading(751, 30))).toBe(0);
});

test('agents who go off duty are not expected to be free: as many calls as without them', () => {
  const ages = Array.from({ length: 20 }, (_, index) => 20_000 + index * 5_000);
  const room = (engaged: readonly number[]) =>
    adaptiveRoom({
      ...{ agentCount: 6, free: 0, inFlight: 0, learned: 1_000, budget: 30, silent: 0, most: 90 },
      outlook: learned().outlook({ ringing: [], listening: [], engaged }),
    });
  const stay = stayingOn(ages, { agentsBusy: 20, agentCount: 6 });
  expect(stay).toEqual(ages.slice(0, 6).reverse());
  expect(room(stay)).toBeLessThan(room(ages));
  expect(stayingOn(ages, { agentsBusy: 20, agentCount: 30 })).toHaveLength(20);
});

test('agents who are called ahead are free once they wait: later after a talk, sooner the longer they ring', () => {
  const taught = learned();
  for (let call = 0; call < 200; call += 1) {
    const age = simMs(6_000 + (call % 4) * 2_000);
    taught.note({ stage: 'coming', age, awaited: call % 20 !== 0 });
  }
  const talking = { ringing: [], listening: [], engaged: [110_000] };
  const [free] = taught.outlook(talking).freed;
  const { freed } = taught.outlook({ ...talking, coming: [0, 8_000] });
  expect(freed).toHaveLength(3);
  const [again, called, ringing] = freed;
  for (let step = 0; step < 10; step += 1) {
    expect(again?.[step]).toBeLessThanOrEqual(free?.[step] ?? 0);
    expect(called?.[step]).toBeLessThanOrEqual(ringing?.[step] ?? 0);
  }
  // Nobody waits before the sixth second; one of twenty does not come.
  expect(called?.[1]).toBeLessThan(0.1);
  expect(called?.at(-1)).toBeCloseTo(0.95, 1);
});
