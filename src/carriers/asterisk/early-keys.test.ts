/** Keys pressed before it is known who answered, against a small Asterisk that speaks ARI; test/asterisk has a real one. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { simMs } from '#domain/milliseconds.ts';
import { smallAri } from '../../../test/harness/ari.ts';
import { until } from '../../../test/harness/until.ts';
import type { CarrierSurroundings } from '../kind.ts';
import type { CallEvent } from '../port.ts';
import { asteriskKind } from './kind.ts';

const at = simMs(Date.parse('2026-11-20T20:00:00Z'));
const id = '1-2-3';

/** A call that was placed; where its sound is asked for, Asterisk responds later than its events come. */
async function placed(settings: Record<string, string> = {}) {
  const ari = await smallAri();
  onTestFinished(ari.close);
  const around: CarrierSurroundings = {
    ...{ name: 'asterisk', engineName: 'one', dataFolder: '' },
    ...{ log: { info() {}, warn() {}, error() {} }, clock: { now: () => at } },
    ...{ randomOf: () => ({ next: () => 0.5, between: (low: number) => low }) },
    ...{ soundUrl: () => 'http://127.0.0.1/sound.wav', callbackUrl: () => '' },
    callbacks: { take: async () => [], find: async () => [], done: async () => {} },
  };
  const given = { endpoint: 'PJSIP/{number}@trunk', nodes: ari.url, password: 'secret' };
  const open = asteriskKind.open(asteriskKind.settings.parse({ ...given, ...settings }), around);
  onTestFinished(() => open.close());
  const { voice } = open;
  if (!voice) throw new Error('no voice port');
  await until(() => voice.connected() || undefined);
  const request = { attemptId: id, to: '12125550100', callerId: { kind: 'default' } } as const;
  expect(await voice.place([request])).toEqual([{ kind: 'accepted' }]);
  /** All events until the call has ended, acknowledged one by one, without their instants, which must grow. */
  const events = async () => {
    const all: CallEvent[] = [];
    while (all.at(-1)?.kind !== 'ended') {
      const event = await until(() => voice.events()[0]);
      expect(event.at).toBeGreaterThan(all.at(-1)?.at ?? 0);
      voice.acknowledge([event]);
      all.push(event);
    }
    return all.map(({ at: _at, attemptId: _id, ...event }) => event);
  };
  return { ari, events };
}

const answeredThen = (...keys: string[]) => [
  { kind: 'answered', by: 'person' },
  ...keys.map((key) => ({ kind: 'key', key })),
];

describe('A key pressed before it is known who answered counts', () => {
  test.each([
    ['while Asterisk still listens', {}],
    ['before the call is known to have sound', { detection: 'off' }],
  ])('if the person hangs up %s', async (_, settings) => {
    const { ari, events } = await placed(settings);
    ari.answer(id, 'customer');
    for (const key of ['1', '9']) ari.press(id, key);
    ari.leave(id);
    expect(await events()).toEqual([
      ...answeredThen('1', '9'),
      expect.objectContaining({ kind: 'ended', cause: 'hangup' }),
    ]);
  });

  test('if the call was gone when the link came back', async () => {
    const { ari, events } = await placed();
    ari.answer(id, 'customer');
    ari.press(id, '9');
    await until(() => ari.asked.some(({ path }) => path.endsWith('/continue')) || undefined);
    ari.leave(id, 'silently');
    ari.cut();
    expect(await events()).toEqual([
      ...answeredThen('9'),
      expect.objectContaining({ kind: 'ended', cause: 'lost' }),
    ]);
  });

  test('if neither side could hear the other: a person pressed it, and without a key nobody answered', async () => {
    for (const keys of [['9'], []]) {
      const { ari, events } = await placed();
      ari.deaf.add(id);
      ari.answer(id, 'customer');
      for (const key of keys) ari.press(id, key);
      const ended = { kind: 'ended', cause: 'failed', trunk: 'refused' };
      expect(await events()).toEqual([
        ...(keys.length > 0 ? answeredThen('9') : []),
        expect.objectContaining(ended),
      ]);
    }
  });
});
