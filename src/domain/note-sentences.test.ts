import { describe, expect, test, vi } from 'vitest';
import type { NoteCode, NoteOf } from '#contract/note.ts';
import { noteSentence } from './reason-sentences.ts';

// The true ones (test/harness/other-sentences.ts).
vi.unmock('./reason-sentences.ts');
vi.unmock('./carrier-words/detail-sentences.ts');

type Example<Code extends NoteCode> = [Omit<NoteOf<Code>, 'code'>, string];

/** Every code at least once, with what it says. */
const said: { [Code in NoteCode]: Example<Code>[] } = {
  disconnected: [[{}, 'The carrier is disconnected.']],
  on_hold: [[{}, 'The platform is on hold.']],
  claim_too_slow: [[{}, 'The text could not be prepared in time and was not sent.']],
  issued_twice: [[{}, 'The database issued this text twice.']],
  calling_hours_ended: [[{}, 'The calling hours have ended.']],
  empty_text: [[{}, 'The text is empty for this account.']],
  engine_ended: [
    [{ what: 'call' }, 'The engine that placed this call stopped while it was in progress.'],
    [{ what: 'text' }, 'The engine that sent this text stopped before the carrier responded.'],
  ],
  database_unavailable: [
    [{ what: 'call' }, 'The database connection was lost while this call was being placed.'],
    [{ what: 'text' }, 'The database connection was lost while this text was being sent.'],
  ],
  shut_down: [
    [{ what: 'call' }, 'The platform was shut down while this call was in progress.'],
    [{ what: 'text' }, 'The platform was shut down while this text was being sent.'],
  ],
  outcome_not_reported: [[{}, 'The carrier did not report how this call ended.']],
  no_receipt: [[{}, 'The carrier accepted this text but never reported its outcome.']],
  before_restore: [[{}, 'Submitted before the database was restored.']],
  canceled_before_sending: [
    [{ why: 'opt_out' }, 'Canceled at the carrier before it was sent: the person asked to stop.'],
    [
      { why: 'unclear' },
      'Canceled at the carrier before it was sent: a text from the person is waiting for a decision.',
    ],
    [{ why: 'stop' }, 'Canceled at the carrier before it was sent: the campaign was stopped.'],
  ],
  reply_late: [
    [{}, "Not sent: more than five minutes had passed since the person's text."],
    [
      { because: { code: 'throttled' } },
      "Not sent: more than five minutes had passed since the person's text. The carrier is throttling requests.",
    ],
  ],
  reply_blocked: [[{}, 'Not sent: the number is on the do-not-call list.']],
  reply_lifted: [[{}, 'Not sent: the opt-out that it confirms was lifted first.']],
  reply_outside_hours: [[{}, 'Not sent: it was outside the calling hours of this number.']],
  former: [[{ said: 'A sentence of before.' }, 'A sentence of before.']],
  not_connected: [[{}, 'The carrier is not connected.']],
  unusable: [
    [{ because: { code: 'api_unreachable', said: 'x' } }, 'Twilio cannot be reached (x).'],
  ],
  throttled: [[{}, 'The carrier is throttling requests.']],
  over_pace: [
    [{}, 'The text was not sent: more texts were due than this carrier may send per second.'],
  ],
  refused: [
    [{}, 'The carrier refused.'],
    [{ said: 'That number is not yours.' }, 'That number is not yours.'],
  ],
  withdrawn: [
    [{ what: 'call' }, 'The call was withdrawn before it was placed.'],
    [{ what: 'text' }, 'The text was withdrawn before it was sent.'],
  ],
  hung_up_before_placed: [[{}, 'The call was hung up before it was placed.']],
  caller_id_unavailable: [
    [
      { callerId: 'hidden' },
      'The carrier cannot hide the caller ID. Choose another one in the campaign.',
    ],
    [{ callerId: 'default' }, 'The carrier has no default caller ID. Choose one in the campaign.'],
  ],
  unreachable: [
    [
      { what: 'text', system: 'Twilio', said: 'ECONNREFUSED' },
      'The text was not accepted: Twilio could not be reached (ECONNREFUSED).',
    ],
  ],
  request_lost: [[{ system: 'Twilio', said: 'socket hang up' }, 'Twilio: socket hang up']],
  connection_lost: [[{ system: 'Asterisk' }, 'The connection was lost before Asterisk responded.']],
  no_response_within: [
    [{ system: 'Asterisk', seconds: 5 }, 'Asterisk did not respond within 5 s.'],
  ],
  responded_with: [
    [{ system: 'Twilio', http: 503 }, 'Twilio responded with HTTP 503.'],
    [
      { system: 'Asterisk', http: 400, said: 'Allocation failed' },
      'Asterisk responded with HTTP 400: Allocation failed',
    ],
  ],
  response_lost: [[{}, 'The response was lost.']],
  no_response: [[{}, 'The carrier did not respond.']],
  canceled_at_carrier: [
    [{ what: 'text' }, 'Canceled.'],
    [{ what: 'text', system: 'Twilio' }, 'The text was canceled at Twilio.'],
    [{ what: 'call', system: 'Twilio' }, 'The call was canceled at Twilio.'],
  ],
  call_lost: [[{ system: 'Asterisk' }, 'Asterisk lost this call.']],
  not_reported: [[{ system: 'Twilio' }, 'Twilio never reported on this call, so it was hung up.']],
  sound_missing: [
    [
      { system: 'Asterisk' },
      'The message could not be played: Asterisk did not receive its sound.',
    ],
  ],
  no_common_codec: [
    [
      {},
      'The call was answered without a codec in common with this Asterisk, so nothing could be heard.',
    ],
  ],
  trunk_silent: [[{}, 'The trunk did not respond at all, not even with ringing.']],
  simulated_trunk: [[{ how: 'silent' }, 'Simulated: the trunk was silent.']],
  forwarded: [
    [{ sip: 302 }, 'The number is forwarded to another one, which is not called (SIP 302).'],
  ],
  login_refused: [[{ sip: 401 }, "The trunk refused this platform's login (SIP 401)."]],
  call_refused: [[{ sip: 403 }, 'The network refused this call (SIP 403).']],
  no_such_number: [[{ sip: 404 }, 'This number does not exist (SIP 404).']],
  number_gone: [[{ sip: 410 }, 'This number no longer exists (SIP 410).']],
  codec_refused: [[{ sip: 488 }, 'The trunk and this Asterisk have no codec in common (SIP 488).']],
  network_ended: [
    [{ sip: 503 }, 'The network ended the call with SIP 503.'],
    [{ q850: 38 }, 'The network ended the call with cause 38.'],
  ],
  not_put_through: [
    [{ system: 'Twilio' }, 'Twilio could not connect the call.'],
    [{ system: 'Twilio', sip: '404' }, 'Twilio could not connect the call (SIP 404).'],
  ],
  not_accepted: [
    [
      { what: 'text', error: 'E17', said: 'No route.' },
      'The text was not accepted (error E17): No route.',
    ],
    [
      { what: 'text', twilio: 21_211, said: 'Invalid To' },
      'The text was not accepted: the number does not exist (Twilio 21211).',
    ],
    [
      { what: 'call', twilio: 99_999, said: 'Something new.' },
      'The call was not accepted: Something new (Twilio 99999).',
    ],
    [{ what: 'call' }, 'The call was not accepted.'],
  ],
  not_delivered: [
    [{ error: '4' }, 'The text was not delivered (error 4).'],
    [
      { twilio: 30_036 },
      'The text was not delivered: the text expired while it waited at Twilio (Twilio 30036).',
    ],
    [{}, 'The text was not delivered.'],
  ],
  receipt: [
    [{ said: 'DELIVRD' }, 'Carrier receipt: DELIVRD.'],
    [{ said: 'UNDELIV', error: '013' }, 'Carrier receipt: UNDELIV (error 013).'],
  ],
  smpp_status: [
    [{ smpp: 0xb }, '0x0000000b ESME_RINVDSTADR, invalid recipient number'],
    [{ smpp: 0x555 }, '0x00000555'],
  ],
  too_long: [[{}, 'The text is too long for SMPP.']],
  remaining_parts_too_late: [[{}, 'The remaining parts would have been sent too late.']],
  carrier_busy: [[{}, 'The carrier was at capacity.']],
  no_id: [[{}, 'The carrier accepted this text but gave it no ID.']],
  partly_accepted: [
    [
      { accepted: 1, parts: 3, because: { code: 'remaining_parts_too_late' } },
      'Only 1 of 3 parts were accepted: The remaining parts would have been sent too late.',
    ],
  ],
  cannot_receive: [[{}, 'This number cannot receive texts.']],
  phone_unreachable: [[{}, 'The phone could not be reached.']],
  expired_before_sending: [[{}, 'The text expired before it could be sent.']],
};

describe('A note', () => {
  const examples = Object.entries(said).flatMap(([code, some]) =>
    some.map(([facts, sentence]) => [sentence, { ...facts, code }] as const),
  );
  test.each(examples)('says: %s', (sentence, note) => {
    expect(noteSentence(note)).toBe(sentence);
  });

  test("of a newer version is given in the carrier's words, or by its code", () => {
    expect(noteSentence({ code: 'echo', said: 'Too much echo' })).toBe('Too much echo');
    const unknown = 'Unknown note "echo", stored by a newer version of Carillon.';
    expect(noteSentence({ code: 'echo' })).toBe(unknown);
    // A code that is known, with facts that are not.
    expect(noteSentence({ code: 'forwarded', to: 'x' })).toContain('"forwarded"');
    const because = { code: 'partly_accepted', accepted: 1, parts: 2, because: { code: 'echo' } };
    expect(noteSentence(because)).toBe(`Only 1 of 2 parts were accepted: ${unknown}`);
  });
});
