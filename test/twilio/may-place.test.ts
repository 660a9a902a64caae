/** Calls that still wait when the engine may no longer place them. */

import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { TwilioClient } from '../../src/carriers/twilio/api.ts';
import { createGate } from '../../src/carriers/twilio/gate.ts';
import type { Failure } from '../../src/carriers/twilio/link.ts';
import { placeCall } from '../../src/carriers/twilio/place-call.ts';
import { twilioSettings } from '../../src/carriers/twilio/settings.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { until } from '../harness/until.ts';
import { callbacksInMemory, openOnDouble, sender } from './open-carrier.ts';

const shown = { kind: 'shown', number: sender, name: '' } as const;
const requests = [1, 2, 3].map((line) => ({
  ...{ attemptId: `1-1-${line}`, to: `1212200000${line}`, callerId: shown },
}));
const notWanted = {
  ...{ kind: 'rejected', note: { code: 'withdrawn', what: 'call' }, retryable: true },
};
const isCall = ({ what }: { what: string }) => what === 'POST /Calls.json';

test('mayPlace is asked right before a call is written, even after a wait: an unwanted call is not written, and is retryable', async () => {
  const { double, carrier } = await openOnDouble({ callsPerSecond: '10' });
  for (const { to } of requests) double.callees.set(`+${to}`, { rings: 60_000 });
  let asked = 0;
  // The second and the third wait for their turn: a tenth of a second each.
  const mayPlace = () => {
    asked += 1;
    return double.calls.all.length === 0;
  };
  const placements = await carrier.voice?.place(requests, mayPlace);
  expect(placements).toEqual([{ kind: 'accepted' }, notWanted, notWanted]);
  expect(asked).toBe(3);
  expect(double.requests.filter(isCall).length).toBe(1);
  // That is no fault of Twilio's.
  expect([carrier.voice?.connected(), carrier.detail()]).toEqual([true, undefined]);
  // Under the same ids; the first one is in flight, and so is called once.
  const again = await carrier.voice?.place(requests);
  expect(again).toEqual(requests.map(() => ({ kind: 'accepted' })));
  expect(double.calls.all.map(({ to }) => to).toSorted()).toEqual(
    requests.map(({ to }) => `+${to}`),
  );
});

test('mayPlace is not asked before the connection is up, and without one nothing is written', async () => {
  // It accepts the connection and never responds to the TLS handshake.
  const mute = createServer().listen(0, '127.0.0.1');
  const arrived = new Promise((resolve) => mute.once('connection', resolve));
  await until(() => mute.address() !== null || undefined);
  const { port } = mute.address() as { port: number };
  const settings = twilioSettings.parse({
    ...{ accountSid: `AC${'0'.repeat(32)}`, authToken: '0123456789' },
    apiUrl: `https://127.0.0.1:${port}`,
  });
  const api = new TwilioClient(settings, 400);
  const link = { usable: () => true, detail: () => undefined, close() {} };
  const reported: unknown[] = [];
  const counting = {
    ...link,
    worked: () => void reported.push('worked'),
    refused: () => void reported.push('refused'),
    failed: (why: Failure) => void reported.push(why),
  };
  let asked = 0;
  const call = { to: '12122000001', from: sender, base: 'https://a.example', ringSeconds: 30 };
  const gate = createGate(10, 10);
  const placing = placeCall({ api, link: counting, gate }, { ...call, detects: true }, () => {
    asked += 1;
    return true;
  });
  await arrived;
  expect(await placing).toEqual({
    ...{ kind: 'rejected', retryable: true },
    note: { code: 'unreachable', what: 'call', system: 'Twilio', said: 'no response in time' },
  });
  expect(asked).toBe(0);
  expect(reported).toEqual([{ said: 'no response in time' }]);
  api.close();
  mute.close();
});

test('mayPlace is not asked for the call to an agent: a customer waits for it', async () => {
  const callbacks = callbacksInMemory();
  const more = { callsPerSecond: '50', detection: 'off' };
  const { double, carrier } = await openOnDouble(more, { callbacks });
  const { voice } = carrier;
  const [request] = requests;
  if (!voice || !request) throw new Error('It carries calls.');
  double.deaf = true;
  let asked = 0;
  const mayPlace = () => {
    asked += 1;
    return asked === 1;
  };
  expect(await voice.place([request], mayPlace)).toEqual([{ kind: 'accepted' }]);
  const [customer] = double.calls.all;
  callbacks.add('call/test/1-1-1/answer/0.0', { CallSid: customer?.sid ?? '' });
  const answered = await until(() => voice.events().find(({ kind }) => kind === 'answered'));
  voice.dialAgent(
    '1-1-1',
    { to: '13025550100', callerId: shown, answerWithin: simMs(20_000) },
    answered.at,
  );
  await until(() => double.calls.all.some(({ to }) => to === '+13025550100') || undefined);
  expect(asked).toBe(1);
});
