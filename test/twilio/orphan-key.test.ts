/** Keys in orphaned calls, which may be a 9. */

import { expect, test } from 'vitest';
import { simMs } from '../../src/domain/milliseconds.ts';
import { until } from '../harness/until.ts';
import { callbacksInMemory, openOnDouble, sender } from './open-carrier.ts';

const shown = { kind: 'shown', number: sender, name: '' } as const;
const request = { attemptId: '1-1-1', to: '12122000001', callerId: shown };

async function open() {
  const callbacks = callbacksInMemory();
  const { double, carrier } = await openOnDouble({ callsPerSecond: '50' }, { callbacks });
  const { voice } = carrier;
  if (!voice) throw new Error('It carries calls.');
  double.deaf = true;
  double.callees.set('+12122000001', { rings: 60_000 });
  return { callbacks, double, voice };
}

const nine = (CallSid: string | undefined) => ({ CallSid: CallSid ?? '', key: '9' });

test('a 9 in a call from before a restart is emitted until it is acknowledged, and the call is hung up', async () => {
  const { callbacks, double, voice } = await open();
  // As an engine left it that was killed.
  await voice.place([request]);
  const [left] = double.calls.all;
  callbacks.add('call/test/1-2-3/key/1.0', nine(left?.sid));
  const [event] = await until(() => (voice.events().length > 0 ? voice.events() : undefined));
  expect(event).toMatchObject({ kind: 'key', key: '9', attemptId: '1-2-3' });
  await until(() => double.calls.live().length === 0 || undefined);
  expect(voice.events()).toEqual([event]);
  expect(callbacks.left()).toBe(1);
  if (event) voice.acknowledge([event]);
  await until(() => callbacks.left() === 0 || undefined);
  expect(voice.events()).toEqual([]);
});

test('a 9 in a call of an engine that died is emitted once, by the engine that ends its calls', async () => {
  const { callbacks, voice } = await open();
  const CallSid = `CA${'0c'.repeat(16)}`;
  callbacks.add('call/dead/1-2-4/status', { CallSid, CallStatus: 'initiated' });
  callbacks.add('call/dead/1-2-4/key/1.0', nine(CallSid));
  callbacks.add('call/dead/1-2-4-agent/key/1.0', nine(CallSid));
  voice.hangUp('1-2-4', simMs(0));
  const [event] = await until(() => (voice.events().length > 0 ? voice.events() : undefined));
  expect(event).toMatchObject({ kind: 'key', key: '9', attemptId: '1-2-4' });
  // The rest of that call is finished; the key waits until it is stored.
  await until(() => callbacks.left() === 1 || undefined);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(voice.events()).toEqual([event]);
  if (event) voice.acknowledge([event]);
  expect(voice.events()).toEqual([]);
  await until(() => callbacks.left() === 0 || undefined);
});

test('a 9 that comes after the end of its call is emitted after that end', async () => {
  const { callbacks, double, voice } = await open();
  await voice.place([request]);
  const sid = double.calls.all[0]?.sid;
  callbacks.add('call/test/1-1-1/status', { CallSid: sid ?? '', CallStatus: 'completed' });
  callbacks.add('call/test/1-1-1/key/1.0', nine(sid));
  const emitted: string[] = [];
  await until(() => {
    const events = voice.events();
    emitted.push(...events.map(({ kind }) => kind));
    voice.acknowledge(events);
    return emitted.length === 3 || undefined;
  });
  expect(emitted).toEqual(['answered', 'ended', 'key']);
  await until(() => callbacks.left() === 0 || undefined);
});
