import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  assignFree,
  keptBy,
  planMoves,
  type ShareCampaign,
  type ShareEngine,
} from './engine-share.ts';

const names = ['simulated', 'trunk', 'twilio'];
const ids = ['a', 'b', 'c', 'd', 'e'];

const engine = fc.record({
  able: fc.boolean(),
  voice: fc.subarray(names),
  text: fc.subarray(names),
});
const engines = fc
  .array(engine, { maxLength: 5 })
  .map((some) =>
    some.map((one, n): ShareEngine => ({ id: ids[n] ?? '', name: ids[n] ?? '', ...one })),
  );

/** `gone` is an engine that is not known. */
const maybeEngine = fc.option(fc.constantFrom(...ids, 'gone'), { nil: undefined });
const campaign = fc.record({
  channel: fc.constantFrom('voice' as const, 'text' as const),
  carrier: fc.constantFrom(...names),
  holder: maybeEngine,
  offeredTo: fc.option(fc.constantFrom(...ids), { nil: undefined }),
  followers: fc.subarray(ids, { maxLength: 2 }),
  stays: fc.boolean(),
  cost: fc.nat(3),
});
const campaigns = fc
  .array(campaign, { maxLength: 12 })
  .map((some) => some.map((one, n): ShareCampaign => ({ key: `1-${n}`, ...one })));

/** Engines and campaigns without a hand-over under way. */
const calm = fc.tuple(engines, campaigns).map(([some, all]) => ({
  engines: some,
  campaigns: all.map((one) => ({ ...one, offeredTo: undefined, followers: [], stays: false })),
}));

test('a campaign without an owner is given to one engine, whatever the shares are', () => {
  fc.assert(
    fc.property(engines, campaigns, (some, all) => {
      const assigned = assignFree(some, all);
      const free = all.filter(({ holder }) => holder === undefined);
      expect(assigned.size).toBe(some.length === 0 ? 0 : free.length);
    }),
  );
});

test('it is given to an engine that can run it, where there is one', () => {
  fc.assert(
    fc.property(engines, campaigns, (some, all) => {
      const assigned = assignFree(some, all);
      for (const { key, channel, carrier } of all) {
        const chosen = some.find(({ id }) => id === assigned.get(key));
        if (!chosen) continue;
        const best = Math.max(...some.map((one) => fitness(one, channel, carrier)));
        expect(fitness(chosen, channel, carrier)).toBe(best);
      }
    }),
  );
});

test('with the same carriers everywhere each engine comes to at most its share, and then nothing moves', () => {
  const alike = calm.map((given) => ({
    engines: given.engines.map((one) => ({ ...one, voice: names, text: names })),
    campaigns: given.campaigns.map((one) => ({
      ...one,
      holder: given.engines.some(({ id }) => id === one.holder) ? one.holder : undefined,
    })),
  }));
  fc.assert(
    fc.property(alike, (given) => {
      const able = given.engines.filter((one) => one.able);
      fc.pre(able.length > 0);
      const settled = settle(given.engines, given.campaigns);
      const share = Math.ceil(settled.length / able.length);
      for (const { id } of able) expect(countOf(settled, id)).toBeLessThanOrEqual(share);
      for (const { holder } of settled) expect(able.map(({ id }) => id)).toContain(holder);
      expect(planMoves(given.engines, settled)).toEqual([]);
    }),
  );
});

test('with carriers that only some engines have, the largest share is as small as it can be', () => {
  const small = fc.tuple(
    fc.array(fc.subarray(names, { minLength: 1 }), { minLength: 1, maxLength: 3 }),
    fc.array(fc.record({ carrier: fc.constantFrom(...names), holder: fc.nat(2) }), {
      maxLength: 6,
    }),
  );
  fc.assert(
    fc.property(small, ([carriers, given]) => {
      const some = carriers.map((voice, n): ShareEngine => {
        return { id: ids[n] ?? '', name: ids[n] ?? '', able: true, voice, text: [] };
      });
      const all = given
        .filter(({ carrier }) => carriers.some((voice) => voice.includes(carrier)))
        .map(({ carrier, holder }, n): ShareCampaign => {
          const able = some.filter(({ voice }) => voice.includes(carrier));
          return { ...plain(`1-${n}`), carrier, holder: able[holder % able.length]?.id };
        });
      const settled = settle(some, all);
      const largest = Math.max(0, ...some.map(({ id }) => countOf(settled, id)));
      expect(largest).toBe(smallestLargest(some, all, new Map()));
    }),
  );
});

test('nothing moves for less than one whole campaign, and what moves goes where it can run', () => {
  fc.assert(
    fc.property(engines, campaigns, (some, all) => {
      const moves = planMoves(some, all);
      expect(new Set(moves.map(({ key }) => key)).size).toBe(moves.length);
      for (const { key, from, to } of moves) {
        const moved = all.find((one) => one.key === key);
        const [source, target] = [from, to].map((id) => some.find((one) => one.id === id));
        expect(moved).toMatchObject({ stays: false, offeredTo: undefined, holder: from });
        expect(target?.able).toBe(true);
        expect(moved?.followers).not.toContain(to);
        if (!moved || !source || !target) throw new Error('an unknown engine');
        const { channel, carrier } = moved;
        expect(fitness(target, channel, carrier)).toBeGreaterThanOrEqual(
          fitness(source, channel, carrier),
        );
      }
    }),
  );
});

test('an engine that drains hands over all that somebody else can run, and keeps the rest', () => {
  const a = { id: 'a', name: 'a', able: false, voice: ['simulated', 'trunk'], text: [] };
  const b = { id: 'b', name: 'b', able: true, voice: ['simulated'], text: [] };
  const all = [plain('1-1'), plain('1-2'), { ...plain('1-3'), carrier: 'trunk' }];
  const held = all.map((one) => ({ ...one, holder: 'a' }));
  expect(planMoves([a, b], held).map(({ key, to }) => `${key} to ${to}`)).toEqual([
    '1-1 to b',
    '1-2 to b',
  ]);
});

test('a campaign waits for its old calls where the only other engine follows them still', () => {
  const a = { id: 'a', name: 'a', able: true, voice: ['simulated'], text: [] };
  const b = { id: 'b', name: 'b', able: false, voice: ['simulated'], text: [] };
  const held = { ...plain('1-1'), holder: 'b' };
  expect(planMoves([a, b], [{ ...held, followers: ['a'] }])).toEqual([]);
  expect(planMoves([a, b], [held])).toEqual([{ key: '1-1', from: 'b', to: 'a' }]);
});

test('what an engine that drains keeps is what planMoves leaves with it in the end', () => {
  const drained = calm.map((given) => ({
    engines: given.engines.map((one) => (one.id === 'a' ? { ...one, able: false } : one)),
    campaigns: given.campaigns,
  }));
  fc.assert(
    fc.property(drained, (given) => {
      fc.pre(given.engines.some(({ id }) => id === 'a'));
      const moved = planMoves(given.engines, given.campaigns).filter(({ from }) => from === 'a');
      const kept = keptBy('a', given.engines, given.campaigns).map(({ key }) => key);
      const all = given.campaigns.filter(({ holder }) => holder === 'a').map(({ key }) => key);
      expect([...kept, ...moved.map(({ key }) => key)].sort()).toEqual(all.sort());
    }),
  );
});

test('of an engine with too many the cheapest campaign goes first', () => {
  const some = ['a', 'b'].map((id) => ({
    id,
    name: id,
    able: true,
    voice: ['simulated'],
    text: [],
  }));
  const all = [40, 3, 900, 17].map((cost, n) => ({ ...plain(`1-${n}`), holder: 'a', cost }));
  expect(planMoves(some, all).map(({ key }) => key)).toEqual(['1-1', '1-3']);
});

test('what is on its way counts for the engine that gets it', () => {
  const some = ['a', 'b'].map((id) => ({
    id,
    name: id,
    able: true,
    voice: ['simulated'],
    text: [],
  }));
  const all = [1, 2, 3].map((n) => ({ ...plain(`1-${n}`), holder: 'a' }));
  expect(planMoves(some, all)).toHaveLength(1);
  const onItsWay = all.map((one, n) => ({ ...one, offeredTo: n === 0 ? 'b' : undefined }));
  expect(planMoves(some, onItsWay)).toEqual([]);
  const letGo = onItsWay.map((one, n) => ({ ...one, holder: n === 0 ? undefined : 'a' }));
  expect(assignFree(some, letGo)).toEqual(new Map([['1-1', 'b']]));
});

function plain(key: string): ShareCampaign {
  return {
    ...{ key, channel: 'voice', carrier: 'simulated', holder: undefined, offeredTo: undefined },
    ...{ followers: [], stays: false, cost: 0 },
  };
}

function fitness(one: ShareEngine, channel: 'voice' | 'text', carrier: string): number {
  return (one[channel].includes(carrier) ? 2 : 0) + (one.able ? 1 : 0);
}

function countOf(all: readonly ShareCampaign[], id: string): number {
  return all.filter(({ holder }) => holder === id).length;
}

/** Every engine takes and hands over until none has anything to do. */
function settle(some: readonly ShareEngine[], all: readonly ShareCampaign[]): ShareCampaign[] {
  let now = [...all];
  for (let round = 0; round < 100; round += 1) {
    const assigned = assignFree(some, now);
    now = now.map((one) => ({ ...one, holder: one.holder ?? assigned.get(one.key) }));
    const moves = new Map(planMoves(some, now).map(({ key, to }) => [key, to]));
    if (moves.size === 0) return now;
    now = now.map((one) => ({ ...one, holder: moves.get(one.key) ?? one.holder }));
  }
  throw new Error('the shares never settle');
}

/** By trying every way. */
function smallestLargest(
  some: readonly ShareEngine[],
  [first, ...rest]: readonly ShareCampaign[],
  loads: ReadonlyMap<string, number>,
): number {
  if (!first) return Math.max(0, ...loads.values());
  const able = some.filter(({ voice }) => voice.includes(first.carrier));
  return Math.min(
    ...able.map(({ id }) => {
      const next = new Map(loads).set(id, (loads.get(id) ?? 0) + 1);
      return smallestLargest(some, rest, next);
    }),
  );
}
