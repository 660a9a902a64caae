import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simMs } from './milliseconds.ts';
import { askPace, chargePace, type PaceState, repliesTurn, segmentsFree } from './text-pace.ts';

const fresh: PaceState = { nextFree: simMs(0), turns: {} };
const start = Date.parse('2026-11-20T20:00:00Z');

interface Sent {
  at: number;
  who: string;
  segments: number;
}

interface Sender {
  who: string;
  segments: number;
  /** Milliseconds between two requests. */
  every: number;
}

/** Everybody always has texts due, and asks as often as that. */
function play(senders: readonly Sender[], perSecond: number, ms: number, speed = 1) {
  let state = fresh;
  const sent: Sent[] = [];
  const next = new Map(senders.map(({ who, every }) => [who, start + every]));
  const askAt = new Map<string, number>();
  for (;;) {
    const [sender] = senders.toSorted((a, b) => (next.get(a.who) ?? 0) - (next.get(b.who) ?? 0));
    const now = sender && next.get(sender.who);
    if (!sender || now === undefined || now > start + ms) return { sent, state };
    const { who, segments, every } = sender;
    next.set(who, now + every);
    if (now < (askAt.get(who) ?? 0)) continue;
    const terms = { now: simMs(now), who, perSecond, speed };
    const grant = askPace(state, { ...terms, texts: 1_000, segmentsEach: segments });
    askAt.set(who, grant.texts === 0 ? grant.notBefore : 0);
    state = grant.state;
    if (grant.texts === 0) continue;
    state = chargePace(state, { ...terms, segments: grant.texts * segments });
    for (let n = 0; n < grant.texts; n += 1) sent.push({ at: now, who, segments });
  }
}

/** What a carrier that sends just so much would still have to keep, at most. */
function longestQueue(sent: readonly Sent[], perSecond: number): number {
  let freeAt = 0;
  let longest = 0;
  for (const { at, segments } of sent) {
    longest = Math.max(longest, freeAt - at);
    freeAt = Math.max(freeAt, at) + (segments * 1_000) / perSecond;
  }
  return longest;
}

const senders = fc
  .array(
    fc.record({
      segments: fc.integer({ min: 1, max: 6 }),
      every: fc.integer({ min: 20, max: 300 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) => all.map((one, n) => ({ ...one, who: String(n + 1) })));
const rates = fc.constantFrom(0.5, 1, 3, 10, 75, 250);

test('nothing waits at a carrier that sends what the number can, for longer than a second and one text', () => {
  fc.assert(
    fc.property(senders, rates, (all, perSecond) => {
      const { sent } = play(all, perSecond, 30_000);
      // A grant is made of texts of one size; the last one may take more than was free.
      const longestText = Math.max(...all.map(({ segments }) => segments));
      expect(longestQueue(sent, perSecond)).toBeLessThanOrEqual(
        1_000 + (longestText * 1_000) / perSecond,
      );
    }),
  );
});

test('what the number can is used: at least 95 % of it while everybody has texts due', () => {
  fc.assert(
    fc.property(senders, rates, (all, perSecond) => {
      const ms = 60_000;
      const { sent } = play(all, perSecond, ms);
      const used = sent.reduce((sum, { segments }) => sum + segments, 0);
      const longestText = Math.max(...all.map(({ segments }) => segments));
      expect(used).toBeGreaterThanOrEqual(0.95 * perSecond * (ms / 1_000) - longestText);
    }),
  );
});

test('campaigns that share a number are served in turn: none waits for longer than the others take', () => {
  fc.assert(
    fc.property(senders, (all) => {
      const perSecond = 1;
      const { sent } = play(all, perSecond, 120_000);
      const round = all.reduce((sum, { segments }) => sum + segments, 0) * 1_000;
      for (const { who } of all) {
        const times = [start, ...sent.filter((one) => one.who === who).map(({ at }) => at)];
        const gaps = times.slice(1).map((at, n) => at - (times[n] ?? at));
        expect(gaps.length).toBeGreaterThan(2);
        // The first round finds what has gathered, and a request may come late.
        expect(Math.max(...gaps)).toBeLessThanOrEqual(round + 2_500);
      }
    }),
    { numRuns: 50 },
  );
});

test('auto-replies go before all campaigns', () => {
  const terms = { perSecond: 1, speed: 1 };
  let state = chargePace(fresh, { ...terms, now: simMs(start), who: '1', segments: 1 });
  const ask = (who: string, now: number) => {
    const grant = askPace(state, { ...terms, now: simMs(now), who, texts: 1, segmentsEach: 1 });
    state = grant.state;
    return grant.texts;
  };
  expect(ask(repliesTurn, start + 200)).toBe(0);
  expect(ask('2', start + 1_000)).toBe(0);
  expect(ask(repliesTurn, start + 1_000)).toBe(1);
});

test('one who was refused and does not come again does not hold up the others for long', () => {
  const terms = { perSecond: 1, speed: 1 };
  let state = chargePace(fresh, { ...terms, now: simMs(start), who: '1', segments: 1 });
  const ask = (who: string, now: number) => {
    const grant = askPace(state, { ...terms, now: simMs(now), who, texts: 1, segmentsEach: 1 });
    state = grant.state;
    return grant.texts;
  };
  expect(ask('gone', start + 100)).toBe(0);
  expect(ask('1', start + 1_100)).toBe(0);
  expect(ask('1', start + 2_600)).toBe(1);
});

test('a clock that was put back by hours stops nothing for longer than a minute', () => {
  const terms = { perSecond: 1, speed: 1 };
  const state = chargePace(fresh, {
    ...terms,
    now: simMs(start + 7_200_000),
    who: '1',
    segments: 3,
  });
  expect(segmentsFree(state.nextFree, simMs(start), terms)).toBeGreaterThanOrEqual(-60);
});

test('a faster clock has more gathered between two requests, and the same pace', () => {
  const { sent } = play([{ who: '1', segments: 1, every: 6_000 }], 1, 600_000, 60);
  expect(sent.length).toBeGreaterThan(570);
  expect(sent.length).toBeLessThanOrEqual(632);
});
