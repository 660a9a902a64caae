/** Calls that no webhook reports on: Twilio is asked, and nobody is left on the line. */

import { expect, test } from 'vitest';
import type { CallEvent, VoiceCarrier } from '../../src/carriers/port.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { until } from '../harness/until.ts';
import { callbacksInMemory, openOnDouble, sender } from './open-carrier.ts';

const shown = { kind: 'shown', number: sender, name: '' } as const;
const request = { attemptId: '1-1-1', to: '12122000001', callerId: shown };

const isSearch = ({ what }: { what: string }) => what === 'GET /Calls.json';

async function open(more: Record<string, string> = {}) {
  const { double, carrier } = await openOnDouble({ callsPerSecond: '50', ...more });
  const { voice } = carrier;
  if (!voice) throw new Error('It carries calls.');
  double.deaf = true;
  return { double, voice };
}

/** Collects events until one is of this kind. */
function eventsUntil(voice: VoiceCarrier, kind: CallEvent['kind']): Promise<CallEvent[]> {
  const all: CallEvent[] = [];
  return until(() => {
    const events = voice.events();
    all.push(...events);
    voice.acknowledge(events);
    return all.some((event) => event.kind === kind) ? all : undefined;
  });
}

test('a call whose response was lost and that no webhook reports on is found by number, sender and time, and hung up', async () => {
  const { double, voice } = await open();
  double.callees.set('+12122000001', { rings: 60_000 });
  double.callMishaps.push('cut');
  const [placement] = await voice.place([request]);
  expect(placement).toMatchObject({ kind: 'unknown' });
  expect(double.calls.live().length).toBe(1);
  await until(() => double.calls.live().length === 0 || undefined);
  const events = await eventsUntil(voice, 'ended');
  expect(events).toMatchObject([
    { kind: 'ended', cause: 'lost', note: { code: 'not_reported', system: 'Twilio' } },
  ]);
  expect(double.calls.all.length).toBe(1);
});

test('the end of a call that no webhook reported is asked for', async () => {
  const { double, voice } = await open();
  double.callees.set('+12122000001', { rings: 100, ends: 'busy' });
  double.callMishaps.push('cut');
  await voice.place([request]);
  expect(await eventsUntil(voice, 'ended')).toMatchObject([{ kind: 'ended', cause: 'busy' }]);
});

test('another call to the same number is not taken for it', async () => {
  const { double, voice } = await open();
  double.callees.set('+12122000001', { rings: 60_000 });
  double.callMishaps.push(null, 'cut before');
  await voice.place([request]);
  const [placement] = await voice.place([{ ...request, attemptId: '1-1-2' }]);
  expect(placement).toMatchObject({ kind: 'unknown' });

  await until(() => double.requests.some(isSearch) || undefined);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(double.calls.live().length).toBe(1);
  expect(voice.events()).toEqual([]);
});

test('hanging up is retried until Twilio accepts it', async () => {
  const { double, voice } = await open();
  double.callees.set('+12122000001', { rings: 60_000 });
  await voice.place([request]);
  double.updateMishaps.push('too many', 'down', 'cut before', 'refused');
  voice.hangUp('1-1-1', simMs(0));
  await until(() => double.calls.live().length === 0 || undefined);
  expect(await eventsUntil(voice, 'ended')).toMatchObject([{ kind: 'ended', cause: 'hangup' }]);
});

test('a call that is invalid, too fast or one too many is rejected, and retryable only in the last two cases', async () => {
  const { double, voice } = await open({ callsAtOnce: '2' });
  for (const number of ['+12122000001', '+12122000002']) {
    double.callees.set(number, { rings: 60_000 });
  }
  const place = async (more: object) => (await voice.place([{ ...request, ...more }]))[0];
  const before = performance.now();
  double.callMishaps.push('too many');
  expect(await place({})).toMatchObject({ kind: 'rejected', retryable: true });
  // Then the carrier rests for half a second, and campaigns see when it has room again.
  const campaign = { clientId: 1, campaignId: 1 };
  await until(() => (voice.room?.(campaign, 1) ?? 0) > 0 || undefined);
  expect(await place({ to: '5' })).toEqual({
    ...{ kind: 'rejected', retryable: false },
    note: expect.objectContaining({ code: 'not_accepted', what: 'call', twilio: 21_211 }),
  });
  expect(performance.now() - before).toBeGreaterThan(490);
  expect(await place({ callerId: { ...shown, number: '13025569999' } })).toEqual({
    // It is about our number, not the called one: any other call would be rejected too.
    ...{ kind: 'rejected', retryable: false, trunk: 'refused' },
    note: expect.objectContaining({ code: 'not_accepted', what: 'call', twilio: 21_210 }),
  });
  expect(await place({ callerId: { kind: 'default' } })).toMatchObject({
    ...{ kind: 'rejected', retryable: false },
    note: { code: 'caller_id_unavailable', callerId: 'default' },
  });
  expect(await place({})).toEqual({ kind: 'accepted' });
  expect(await place({})).toEqual({ kind: 'accepted' });
  expect(await place({ attemptId: '1-1-2', to: '12122000002' })).toEqual({ kind: 'accepted' });
  expect(await place({ attemptId: '1-1-3' })).toMatchObject({ kind: 'rejected', retryable: true });
  expect(double.calls.all.length).toBe(2);
});

test('calls that were hung up and that Twilio does not have hold no room, and whatever is reported of one later ends it', async () => {
  const callbacks = callbacksInMemory();
  const { double, carrier } = await openOnDouble(
    { callsPerSecond: '50', callsAtOnce: '2' },
    { callbacks },
  );
  const { voice } = carrier;
  if (!voice) throw new Error('It carries calls.');
  double.deaf = true;
  double.callMishaps.push('down', 'down');
  const requests = [request, { ...request, attemptId: '1-1-2', to: '12122000002' }];
  expect(await voice.place(requests)).toMatchObject([{ kind: 'unknown' }, { kind: 'unknown' }]);
  const campaign = { clientId: 1, campaignId: 1 };
  expect(voice.room?.(campaign, 1)).toBe(0);
  for (const { attemptId } of requests) voice.hangUp(attemptId, simMs(0));
  await until(() => double.requests.filter(isSearch).length > 1 || undefined);
  await until(() => (voice.room?.(campaign, 1) ?? 0) > 0 || undefined);
  // It was placed all the same.
  const sid = `CA${'0d'.repeat(16)}`;
  const told = (what: string, more: object) =>
    callbacks.add(`call/test/1-1-1/${what}`, { CallSid: sid, CallStatus: 'in-progress', ...more });
  told('key/0.1', { key: '9' });
  told('hold/0.2', {});
  const ends = ({ what }: { what: string }) => what === `POST /Calls/${sid}.json`;
  await until(() => double.requests.some(ends) || undefined);
  expect(await eventsUntil(voice, 'key')).toMatchObject([{ attemptId: '1-1-1', key: '9' }]);
});
