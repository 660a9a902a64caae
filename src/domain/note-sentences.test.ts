import { describe, expect, test, vi } from 'vitest';
import type { NoteCode, NoteOf } from '#contract/note.ts';
import { noteSentence } from './reason-sentences.ts';

// The true ones (test/harness/other-sentences.ts).
vi.unmock('./reason-sentences.ts');

type Example<Code extends NoteCode> = [Omit<NoteOf<Code>, 'code'>, string];

/** Every code at least once, with what it says. */
const said: { [Code in NoteCode]: Example<Code>[] } = {
  away: [[{}, 'The carrier is away.']],
  held: [[{}, 'held']],
  taken_too_slowly: [[{}, 'taken too slowly']],
  given_out_twice: [[{}, 'given out twice']],
  no_answer: [[{}, 'no answer']],
  hours_over: [[{}, 'The calling hours are over.']],
  no_words: [[{}, 'The text has no words for this account.']],
  engine_ended: [
    [{ what: 'call' }, 'The engine that placed this call ended while it was in progress.'],
    [{ what: 'text' }, 'The engine that sent this text ended before its carrier answered.'],
  ],
  database_away: [
    [{ what: 'call' }, 'The database went away while this call was being placed.'],
    [{ what: 'text' }, 'The database went away while this text was being sent.'],
  ],
  shut_down: [
    [{ what: 'call' }, 'The platform was shut down while this call was in progress.'],
    [{ what: 'text' }, 'The platform was shut down while this text was being sent.'],
  ],
  outcome_not_told: [[{}, 'The carrier did not say what became of this call.']],
  no_receipt: [[{}, 'The carrier took this text and never said what became of it.']],
  before_restore: [[{}, 'Handed over before the database was restored.']],
  canceled_first: [
    [{ why: 'opt_out' }, 'Canceled at the carrier before it left: the person asked to stop.'],
    [
      { why: 'unclear' },
      'Canceled at the carrier before it left: a text of the person waits for a decision.',
    ],
    [{ why: 'stop' }, 'Canceled at the carrier before it left: the campaign was stopped.'],
  ],
  reply_late: [
    [{}, 'Not sent: five minutes had passed since the text.'],
    [
      { because: { code: 'throttled' } },
      'Not sent: five minutes had passed since the text. throttled',
    ],
  ],
  reply_blocked: [[{}, 'Not sent: the number is on the do not call list.']],
  reply_hours: [[{}, 'Not sent: it was outside the calling hours of this number.']],
  former: [[{ said: 'A sentence of before.' }, 'A sentence of before.']],
  not_connected: [[{}, 'The carrier is not connected.']],
  unusable: [[{ said: 'Twilio cannot be reached (x).' }, 'Twilio cannot be reached (x).']],
  throttled: [[{}, 'throttled']],
  over_pace: [
    [{}, 'The text was not sent: more texts are due than this carrier may send a second.'],
  ],
  refused: [
    [{}, 'refused'],
    [{ said: 'That number is not yours.' }, 'That number is not yours.'],
  ],
  unwanted: [
    [{ what: 'call' }, 'The call was not to be placed any more.'],
    [{ what: 'text' }, 'The text was not to be sent any more.'],
  ],
  hung_up_before: [[{}, 'hung up before it was placed']],
  not_shown: [
    [
      { callerId: 'hidden' },
      'The carrier cannot hide the caller ID. Choose another one in the campaign.',
    ],
    [
      { callerId: 'default' },
      'The carrier has no caller ID of its own. Choose one in the campaign.',
    ],
  ],
  unreachable: [
    [
      { what: 'text', system: 'Twilio', said: 'ECONNREFUSED' },
      'The text was not taken: Twilio could not be reached (ECONNREFUSED).',
    ],
  ],
  request_lost: [[{ system: 'Twilio', said: 'socket hang up' }, 'Twilio: socket hang up']],
  connection_lost: [[{ system: 'Asterisk' }, 'The connection was lost before Asterisk answered.']],
  no_answer_within: [[{ system: 'Asterisk', seconds: 5 }, 'Asterisk did not answer within 5 s.']],
  answered_with: [
    [{ system: 'Twilio', http: 503 }, 'Twilio answered 503.'],
    [
      { system: 'Asterisk', http: 400, said: 'Allocation failed' },
      'Asterisk answered 400: Allocation failed',
    ],
  ],
  answer_lost: [[{}, 'The answer was lost.']],
  carrier_silent: [[{}, 'The carrier did not answer.']],
  canceled_at_carrier: [
    [{ what: 'text' }, 'Canceled.'],
    [{ what: 'text', system: 'Twilio' }, 'The text was canceled at Twilio.'],
    [{ what: 'call', system: 'Twilio' }, 'The call was cancelled at Twilio.'],
  ],
  lost: [[{ system: 'Asterisk' }, 'Asterisk lost this call.']],
  not_reported: [[{ system: 'Twilio' }, 'Twilio did not tell of this call, so it was ended.']],
  sound_missing: [
    [{ system: 'Asterisk' }, 'The message could not be played: Asterisk did not get its sound.'],
  ],
  no_common_codec: [
    [{}, 'It was answered without a codec in common with this Asterisk: nothing could be heard.'],
  ],
  trunk_silent: [[{}, 'The trunk did not answer: no ringing, nothing at all.']],
  simulated_trunk: [[{ how: 'silent' }, 'The trunk was silent.']],
  forwarded: [[{ sip: 302 }, 'The number is forwarded to another, which is not called (SIP 302).']],
  login_refused: [[{ sip: 401 }, 'The trunk refused the login of this platform (SIP 401).']],
  call_refused: [[{ sip: 403 }, 'The network refused this call (SIP 403).']],
  no_such_number: [[{ sip: 404 }, 'There is no such number (SIP 404).']],
  number_gone: [[{ sip: 410 }, 'There is no such number any more (SIP 410).']],
  codec_refused: [[{ sip: 488 }, 'The trunk and this Asterisk have no codec in common (SIP 488).']],
  network_ended: [
    [{ sip: 503 }, 'The network ended it with SIP 503.'],
    [{ q850: 38 }, 'The network ended it with cause 38.'],
  ],
  not_put_through: [
    [{ system: 'Twilio' }, 'Twilio could not connect the call.'],
    [{ system: 'Twilio', sip: '404' }, 'Twilio could not connect the call (SIP 404).'],
  ],
  not_taken: [
    [
      { what: 'text', twilio: 21_211, said: 'Invalid To' },
      'The text was not taken: the number does not exist (Twilio 21211).',
    ],
    [
      { what: 'call', twilio: 99_999, said: 'Something new.' },
      'The call was not taken: Something new (Twilio 99999).',
    ],
    [{ what: 'call' }, 'The call was not taken.'],
  ],
  not_delivered: [
    [
      { twilio: 30_036 },
      'The text was not delivered: it waited at Twilio until it was not to go out any more (Twilio 30036).',
    ],
    [{}, 'The text was not delivered.'],
  ],
  receipt: [
    [{ said: 'DELIVRD' }, 'DELIVRD'],
    [{ said: 'UNDELIV', error: '013' }, 'UNDELIV, error 013'],
  ],
  smpp_status: [
    [{ smpp: 0xb }, '0x0000000b ESME_RINVDSTADR, the number that the text is to'],
    [{ smpp: 0x555 }, '0x00000555'],
  ],
  too_long: [[{}, 'The text is too long for SMPP.']],
  rest_too_late: [[{}, 'The rest would have left too late.']],
  took_no_more: [[{}, 'The carrier took no more texts for now.']],
  no_id: [[{}, 'The carrier took this text without giving it an id.']],
  partly_taken: [
    [
      { taken: 1, parts: 3, because: { code: 'rest_too_late' } },
      'Only 1 of 3 parts were taken: The rest would have left too late.',
    ],
  ],
  cannot_receive: [[{}, 'This number cannot receive texts.']],
  out_of_reach: [[{}, 'The phone could not be reached.']],
  not_left: [[{}, 'It could not leave before its end.']],
};

describe('A note', () => {
  const examples = Object.entries(said).flatMap(([code, some]) =>
    some.map(([facts, sentence]) => [sentence, { ...facts, code }] as const),
  );
  test.each(examples)('says: %s', (sentence, note) => {
    expect(noteSentence(note)).toBe(sentence);
  });

  test('of a newer version is said in the carrier’s words, or by its code', () => {
    expect(noteSentence({ code: 'echo', said: 'Too much echo' })).toBe('Too much echo');
    const unknown = 'Carillon does not know the note "echo" of a newer version.';
    expect(noteSentence({ code: 'echo' })).toBe(unknown);
    // A code that is known, with facts that are not.
    expect(noteSentence({ code: 'forwarded', to: 'x' })).toContain('"forwarded"');
    const because = { code: 'partly_taken', taken: 1, parts: 2, because: { code: 'echo' } };
    expect(noteSentence(because)).toBe(`Only 1 of 2 parts were taken: ${unknown}`);
  });
});
