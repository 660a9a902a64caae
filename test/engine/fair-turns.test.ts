import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFairRoom } from '../../src/carriers/fair-room.ts';
import { createFairTurns, type Sender } from '../../src/carriers/fair-turns.ts';

const senderOf = ([clientId, campaignId]: readonly [number, number]): Sender => ({
  clientId,
  campaignId,
});
const keyOf = ({ clientId, campaignId }: Sender) => `${clientId}-${campaignId}`;
const someSenders = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 6 })), {
    minLength: 1,
    maxLength: 12,
    selector: (one) => one.join('-'),
  })
  .map((pairs) => pairs.map(senderOf));

/** Where one may go at a time, the first that may. */
const turnOf = (waiting: Sender[], order = createFairTurns()) =>
  waiting.find((one) => order.partOf(1, one, waiting) >= 1);

/** So often each had its turn. */
function serve(waiting: (turn: number) => Sender[], turns: number, order = createFairTurns()) {
  const had = new Map<string, number>();
  for (let turn = 0; turn < turns; turn += 1) {
    const one = turnOf(waiting(turn), order);
    if (!one) continue;
    order.charge(one, 1);
    had.set(keyOf(one), (had.get(keyOf(one)) ?? 0) + 1);
  }
  return had;
}

test('clients that always wait have the same, to one turn, and so have the campaigns of each', () => {
  fc.assert(
    fc.property(someSenders, fc.integer({ min: 1, max: 300 }), (senders, turns) => {
      const had = serve(() => senders, turns);
      const ofClient = new Map<number, number[]>();
      for (const one of senders) {
        ofClient.set(one.clientId, [
          ...(ofClient.get(one.clientId) ?? []),
          had.get(keyOf(one)) ?? 0,
        ]);
      }
      for (const own of ofClient.values()) {
        expect(Math.max(...own) - Math.min(...own)).toBeLessThanOrEqual(1);
      }
      const sums = [...ofClient.values()].map((own) => own.reduce((a, b) => a + b));
      expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(1);
      expect(sums.reduce((a, b) => a + b)).toBe(turns);
    }),
  );
});

test('while others come and go, a campaign that waits is passed by each other one a bounded number of times', () => {
  const pattern = fc.array(fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), {
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(someSenders, pattern, (senders, comings) => {
      const order = createFairTurns();
      const [patient] = senders;
      if (!patient) return;
      let passed = 0;
      for (const coming of comings) {
        const waiting = senders.filter((one, index) => one === patient || coming[index]);
        const one = turnOf(waiting, order);
        if (one) order.charge(one, 1);
        passed = one === patient ? 0 : passed + 1;
        // Each other client once, and each campaign of its own client with all other clients between.
        expect(passed).toBeLessThan(2 * 12 * 4);
      }
    }),
  );
});

test('one that was away has not saved up its turns', () => {
  const order = createFairTurns();
  const [early, late] = [senderOf([1, 1]), senderOf([2, 1])];
  serve(() => [early], 1_000, order);
  const had = serve(() => [late, early], 10, order);
  expect(had.get('1-1')).toBeGreaterThanOrEqual(4);
});

/** Numbers that look like chance and are the same each time. */
function chance(): { next(): number; between(low: number, high: number): number } {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return { next, between: (low, high) => low + Math.floor(next() * (high - low + 1)) };
}

/** A carrier that takes `perSecond`, asked by campaigns every `every` milliseconds. */
function share(perSecond: number, seconds: number, campaigns: (Sender & Demand)[]) {
  const random = chance();
  const nextStep = new Map<string, number>();
  let now = 0;
  const room = createFairRoom(() => now);
  const had = new Map(campaigns.map((one) => [keyOf(one), 0]));
  const owed = new Map<string, number>();
  let waiting = 0;
  let credit = 0;
  let served = 0;
  for (; now < seconds * 1_000; now += 1) {
    credit = Math.min(2, credit + perSecond / 1_000);
    for (; credit >= 1 && waiting > 0; waiting -= 1) {
      credit -= 1;
      served += 1;
    }
    for (const one of campaigns) {
      const key = keyOf(one);
      const wants = Math.min((owed.get(key) ?? 0) + one.perSecond / 1_000, one.perSecond + 1);
      owed.set(key, wants);
      if (now < (nextStep.get(key) ?? 0) || now >= (one.until ?? Infinity)) continue;
      // On a busy machine a step is late, sometimes by far.
      const late = random.next() < 0.05 ? random.between(0, 600) : 0;
      nextStep.set(key, now + random.between(1, 2 * one.every) + late);
      const free = Math.max(2, 0.8 * perSecond) - waiting;
      const may = room.ask(one, Math.floor(wants), free);
      expect(may).toBeLessThanOrEqual(Math.max(0, free));
      // A claim may find less than there was room for.
      const found = Math.min(may, one.finds ?? may);
      for (let n = 0; n < found; n += 1) room.submitted(one);
      owed.set(key, wants - found);
      waiting += found;
      had.set(key, (had.get(key) ?? 0) + found);
    }
  }
  return { had, served: served / seconds };
}

interface Demand {
  perSecond: number;
  /** Milliseconds between two steps. */
  every: number;
  until?: number;
  finds?: number;
}

test.each([
  [5, 3, 20],
  [5, 30, 20],
  [50, 30, 90],
  [50, 10, 20],
  [5, 30, 300],
])(
  'a carrier that takes %i a second is used whole by %i campaigns of three clients with a step each %i ms, each with its part',
  (perSecond, count, every) => {
    const campaigns = Array.from({ length: count }, (_, n) => ({
      ...{ clientId: (n % 3) + 1, campaignId: n, perSecond: 20, every },
    }));
    const seconds = 40;
    const { had, served } = share(perSecond, seconds, campaigns);
    expect(served).toBeGreaterThan(perSecond * 0.97);
    for (const one of campaigns) {
      const siblings = campaigns.filter(({ clientId }) => clientId === one.clientId).length;
      const part = (perSecond * seconds) / 3 / siblings;
      const own = had.get(keyOf(one)) ?? 0;
      expect(Math.abs(own - part)).toBeLessThanOrEqual(part * 0.1 + 2);
    }
  },
);

test('what one campaign does not want, or does not find, the others have', () => {
  const greedy = { perSecond: 100, every: 20 };
  const { had, served } = share(50, 60, [
    { clientId: 1, campaignId: 1, ...greedy },
    { clientId: 2, campaignId: 1, perSecond: 2, every: 20 },
    { clientId: 3, campaignId: 1, ...greedy, finds: 0 },
    { clientId: 4, campaignId: 1, ...greedy, until: 10_000 },
  ]);
  // What is kept for one that finds nothing is free when it asks again.
  expect(served).toBeGreaterThan(45);
  expect(had.get('2-1')).toBeGreaterThan(110);
  expect(had.get('3-1')).toBe(0);
  expect(had.get('1-1')).toBeGreaterThan(50 * 50 * 0.85);
});

test('parts of long texts count: who sends three parts a text gets a third of the texts', () => {
  let now = 0;
  const room = createFairRoom(() => now);
  const [long, short] = [senderOf([1, 1]), senderOf([2, 1])];
  const texts = { long: 0, short: 0 };
  for (; now < 100_000; now += 100) {
    const parts = room.ask(long, 5, 3) > 0 ? 3 : 0;
    for (let n = 0; n < parts / 3; n += 1) room.submitted(long, 3);
    texts.long += parts / 3;
    const may = room.ask(short, 5, 3 - parts);
    for (let n = 0; n < may; n += 1) room.submitted(short);
    texts.short += may;
  }
  expect(texts.short / texts.long).toBeGreaterThan(2.5);
  expect(texts.short / texts.long).toBeLessThan(3.5);
});
