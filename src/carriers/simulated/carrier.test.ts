import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { CallEvent, Sound } from '../port.ts';
import { callLogName } from './call-log.ts';
import { simulatedCarrier } from './carrier.ts';
import { type CarrierProfile, usualProfile } from './profile.ts';

const folder = mkdtempSync(join(tmpdir(), 'carillon-carrier-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const person: Partial<CarrierProfile> = {
  person: 1,
  setup: [1_000, 1_000],
  personRings: [5_000, 5_000],
  patience: [8_000, 8_000],
  hangsUpEarly: 0,
  pressesNine: 0,
};
const sound: Sound = {
  kind: 'message',
  clientId: 1,
  voiceMessageId: 1,
  version: 1,
  durationMs: 10_000,
};

/** One Lehmer sequence for all; what a seed is worth is tested where it is made. */
let state = 1;
const next = () => {
  state = (state * 48_271) % 2_147_483_647;
  return state / 2_147_483_647;
};
const random = {
  next,
  between: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
};

function open(profile: Partial<CarrierProfile>) {
  let now = 0;
  const clock = {
    now: () => now,
    advance(ms: number) {
      now += ms;
    },
  };
  const carrier = simulatedCarrier({
    clock,
    dataFolder: folder,
    randomOf: () => random,
    profile: { ...usualProfile, ...profile },
  });
  return { clock, carrier };
}

const call = (attemptId: string) => ({
  attemptId,
  to: '12125550100',
  callerId: { kind: 'default' } as const,
});
const brief = (events: CallEvent[]) => events.map(({ kind, at }) => `${kind}@${at}`);

test('a call that was answered waits for the engine, however late it looks', async () => {
  const { clock, carrier } = open(person);
  await carrier.place([call('a')]);
  clock.advance(3_600_000);
  const answered = carrier.events();
  expect(brief(answered)).toEqual(['answered@6000']);
  expect(carrier.events()).toEqual(answered);
  carrier.play('a', sound, 6_000);
  carrier.acknowledge(answered);
  const played = carrier.events();
  expect(brief(played)).toEqual(['played@16000']);
  carrier.hangUp('a', 16_000);
  carrier.acknowledge(played);
  expect(brief(carrier.events())).toEqual(['ended@16000']);
});

test('an end is told until it is acknowledged, and once only', async () => {
  const { clock, carrier } = open({ person: 0, machine: 0, busy: 1, setup: [2_000, 2_000] });
  await carrier.place([call('b')]);
  clock.advance(1_999);
  expect(carrier.events()).toEqual([]);
  clock.advance(1);
  const ended = carrier.events();
  expect(ended).toEqual([{ attemptId: 'b', at: 2_000, kind: 'ended', cause: 'busy' }]);
  expect(carrier.events()).toEqual(ended);
  carrier.acknowledge(ended);
  clock.advance(100_000);
  expect(carrier.events()).toEqual([]);
});

test('someone to whom nothing is played hangs up', async () => {
  const { clock, carrier } = open(person);
  await carrier.place([call('c')]);
  clock.advance(60_000);
  carrier.acknowledge(carrier.events());
  expect(brief(carrier.events())).toEqual(['ended@14000']);
});

test('an attempt handed over twice is logged twice and called once', async () => {
  const { clock, carrier } = open(person);
  await carrier.place([call('d')]);
  await carrier.place([call('d')]);
  clock.advance(60_000);
  expect(carrier.events().length).toBe(1);
  const lines = readFileSync(join(folder, callLogName), 'utf8').split('\n').filter(Boolean);
  const own = lines.map((line) => JSON.parse(line)).filter((line) => line.attemptId === 'd');
  expect(own).toEqual([
    { at: '1970-01-01T00:00:00.000Z', attemptId: 'd', kind: 'call', to: '12125550100' },
    { at: '1970-01-01T00:00:00.000Z', attemptId: 'd', kind: 'call', to: '12125550100' },
  ]);
});

test('the usual profile gives about its shares', async () => {
  const { clock, carrier } = open({});
  await carrier.place(Array.from({ length: 5_000 }, (_, index) => call(`1-1-${index}`)));
  const seen: Record<string, number> = {};
  for (let second = 0; second < 120; second += 1) {
    clock.advance(1_000);
    const events = carrier.events();
    for (const event of events) {
      const kind = event.kind === 'answered' ? event.by : event.kind === 'ended' ? event.cause : '';
      seen[kind] = (seen[kind] ?? 0) + 1;
    }
    carrier.acknowledge(events);
  }
  expect((seen.person ?? 0) / 5_000).toBeCloseTo(usualProfile.person, 1);
  expect((seen.machine ?? 0) / 5_000).toBeCloseTo(usualProfile.machine, 1);
  expect((seen.busy ?? 0) / 5_000).toBeCloseTo(usualProfile.busy, 1);
  expect(seen.hangup).toBe((seen.person ?? 0) + (seen.machine ?? 0));
});
