/** Instructions, compared with Twilio's own TwiML builder, and the API's immediate responses. */
import twilio from 'twilio';
import { expect, test } from 'vitest';
import { receiveCall } from '../../src/carriers/twilio/call-callback.ts';
import { keepLine, playing, talking } from '../../src/carriers/twilio/twiml.ts';
import { readTwiml } from './double/twiml.ts';

const base = 'https://carillon.example/carrier/main/call/engine/1-2-3';
const sid = `CA${'0a'.repeat(16)}`;
const url = 'https://carillon.example/sounds/message.1.2.sig.wav?a=1&b="<2>"';
const { VoiceResponse } = twilio.twiml;

function gatherOf(response: InstanceType<typeof VoiceResponse>, action: string, timeout: number) {
  return response.gather({
    ...{ input: ['dtmf'], numDigits: 1, finishOnKey: '', timeout },
    ...{ action: `${base}/${action}`, method: 'POST' },
  });
}

/** Attributes in any order. */
const same = (ours: string, theirs: InstanceType<typeof VoiceResponse>) =>
  expect(readTwiml(ours)).toEqual(readTwiml(theirs.toString()));

test("every instruction is what Twilio's own builder makes", () => {
  const play = new VoiceResponse();
  gatherOf(play, 'key/4.0', 1).play(url);
  play.redirect({ method: 'POST' }, `${base}/played/4.0`);
  const sound = { kind: 'sound', url, durationMs: 20_000 } as const;
  same(playing(base, sound, 4, true), play);

  const toMachine = new VoiceResponse();
  toMachine.play(url);
  toMachine.redirect({ method: 'POST' }, `${base}/played/4.0`);
  same(playing(base, sound, 4, false), toMachine);

  const ringing = new VoiceResponse();
  gatherOf(ringing, 'key/5.0', 1).play({ loop: 40 }, url);
  ringing.redirect({ method: 'POST' }, `${base}/hold/5.0`);
  same(playing(base, { kind: 'ringing', url }, 5, true), ringing);

  const silence = new VoiceResponse();
  gatherOf(silence, 'key/6.0', 5);
  silence.redirect({ method: 'POST' }, `${base}/played/6.0`);
  same(playing(base, { kind: 'silence', durationMs: 5_000 }, 6, true), silence);

  const talk = new VoiceResponse();
  talk.dial().conference(
    {
      ...{ startConferenceOnEnter: true, endConferenceOnExit: true, beep: 'false' },
      ...{ waitUrl: '', maxParticipants: 2 },
    },
    'carillon-CA1',
  );
  talk.hangup();
  same(talking('carillon-CA1'), talk);

  const hold = new VoiceResponse();
  gatherOf(hold, 'key/4.8', 5);
  hold.redirect({ method: 'POST' }, `${base}/hold/4.8`);
  same(keepLine(base, { sound: 4, round: 7 }), hold);
});

test('an instruction is short enough for a request', () => {
  const long = { kind: 'sound', url: `https://${'x'.repeat(600)}`, durationMs: 1 } as const;
  expect(playing(`https://${'x'.repeat(300)}`, long, 999_999, true).length).toBeLessThan(4_000);
});

function received(path: string, fields: Record<string, string>) {
  const all = { CallSid: sid, CallStatus: 'in-progress', ...fields };
  const verdict = receiveCall(path, `https://carillon.example/carrier/main/${path}`, all);
  return verdict.kind === 'taken'
    ? { keep: verdict.keep, body: verdict.response.body }
    : verdict.kind;
}

test('whatever a call asks, its line is kept open at once, and the fields that an engine needs are stored once', () => {
  const leg = 'call/engine/1-2-3';
  expect(received(`${leg}/answer/0.0`, {})).toEqual({
    ...{ keep: { once: `${sid} answer/0.0`, fields: { CallSid: sid } } },
    body: keepLine(base, { sound: 0, round: 0 }),
  });
  expect(received(`${leg}/key/4.0`, { Digits: '9' })).toEqual({
    ...{ keep: { once: `${sid} key/4.0`, fields: { CallSid: sid, key: '9' } } },
    body: keepLine(base, { sound: 4, round: 0 }),
  });
  expect(received(`${leg}/played/4.0`, {})).toMatchObject({ keep: { once: `${sid} played/4.0` } });
  expect(received(`${leg}/hold/4.3`, {})).toMatchObject({ keep: { once: `${sid} hold/4.3` } });
  expect(received(`${leg}-agent/answer/0.0`, {})).toMatchObject({
    body: keepLine(`${base}-agent`, { sound: 0, round: 0 }),
  });
  expect(received(`${leg}/status`, { CallStatus: 'ringing' })).toEqual({ keep: null, body: '' });
  expect(received(`${leg}/status`, { CallStatus: 'busy', To: '+1' })).toEqual({
    ...{ keep: { once: `${sid} busy`, fields: { CallSid: sid, CallStatus: 'busy' } }, body: '' },
  });
  expect(received(`${leg}/amd`, { AnsweredBy: 'human' })).toMatchObject({
    keep: { fields: { CallSid: sid, AnsweredBy: 'human' } },
  });
});

test('a call that has been orphaned for minutes ends', () => {
  expect(readTwiml(keepLine(base, { sound: 3, round: 40 }))).toEqual([
    { name: 'Hangup', attributes: {}, inside: [], text: '' },
  ]);
});

test.each([
  'call/engine/1-2/status',
  'call/engine/1-2-3/else',
  'call/engine/1-2-3/answer',
  'call/a/b/1-2-3/status',
  'call/engine/1-2-3/key/1.99999',
])('%s is no webhook of ours', (path) => {
  expect(received(path, {})).toBe('unknown');
});

test('what names no call of Twilio is unknown', () => {
  expect(received('call/engine/1-2-3/status', { CallSid: 'CA1' })).toBe('unknown');
});
