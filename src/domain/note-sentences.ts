/** What a note says (contract/note.ts): the table of reason-sentences.ts for notes. */
import type { NoteCode, NoteOf, StoredNote } from '#contract/note.ts';
import { statusText } from './carrier-words/smpp.ts';
import { explained } from './carrier-words/twilio.ts';

/** @param say of a note in a note */
type Sentence<Code extends NoteCode> = (
  note: NoteOf<Code>,
  say: (note: StoredNote) => string,
) => string;
type Sentences<Code extends NoteCode> = { [C in Code]: Sentence<C> };

const canceledFirst: Record<NoteOf<'canceled_first'>['why'], string> = {
  opt_out: 'the person asked to stop',
  unclear: 'a text of the person waits for a decision',
  stop: 'the campaign was stopped',
};

const engine = {
  away: () => 'The carrier is away.',
  held: () => 'held',
  taken_too_slowly: () => 'taken too slowly',
  given_out_twice: () => 'given out twice',
  no_answer: () => 'no answer',
  hours_over: () => 'The calling hours are over.',
  no_words: () => 'The text has no words for this account.',
  engine_ended: ({ what }) =>
    what === 'call'
      ? 'The engine that placed this call ended while it was in progress.'
      : 'The engine that sent this text ended before its carrier answered.',
  database_away: ({ what }) =>
    `The database went away while this ${what === 'call' ? 'call was being placed' : 'text was being sent'}.`,
  shut_down: ({ what }) =>
    `The platform was shut down while this ${what === 'call' ? 'call was in progress' : 'text was being sent'}.`,
  outcome_not_told: () => 'The carrier did not say what became of this call.',
  no_receipt: () => 'The carrier took this text and never said what became of it.',
  before_restore: () => 'Handed over before the database was restored.',
  canceled_first: ({ why }) => `Canceled at the carrier before it left: ${canceledFirst[why]}.`,
  reply_late({ because }, say) {
    const last = because ? ` ${say(because)}` : '';
    return `Not sent: five minutes had passed since the text.${last}`;
  },
  reply_blocked: () => 'Not sent: the number is on the do not call list.',
  reply_hours: () => 'Not sent: it was outside the calling hours of this number.',
  former: ({ said }) => said,
} satisfies Partial<Sentences<NoteCode>>;

const handOver = {
  not_connected: () => 'The carrier is not connected.',
  unusable: ({ said }) => said,
  throttled: () => 'throttled',
  over_pace: () => 'The text was not sent: more texts are due than this carrier may send a second.',
  refused: ({ said }) => said ?? 'refused',
  unwanted: ({ what }) =>
    what === 'call'
      ? 'The call was not to be placed any more.'
      : 'The text was not to be sent any more.',
  hung_up_before: () => 'hung up before it was placed',
  not_shown: ({ callerId }) =>
    callerId === 'hidden'
      ? 'The carrier cannot hide the caller ID. Choose another one in the campaign.'
      : 'The carrier has no caller ID of its own. Choose one in the campaign.',
  unreachable: ({ what, system, said }) =>
    `The ${what} was not taken: ${system} could not be reached (${said}).`,
  request_lost: ({ system, said }) => `${system}: ${said}`,
  connection_lost: ({ system }) => `The connection was lost before ${system} answered.`,
  no_answer_within: ({ system, seconds }) => `${system} did not answer within ${seconds} s.`,
  answered_with: ({ system, http, said }) =>
    said === undefined ? `${system} answered ${http}.` : `${system} answered ${http}: ${said}`,
  answer_lost: () => 'The answer was lost.',
  carrier_silent: () => 'The carrier did not answer.',
  canceled_at_carrier({ what, system }) {
    if (!system) return 'Canceled.';
    return what === 'call'
      ? `The call was cancelled at ${system}.`
      : `The text was canceled at ${system}.`;
  },
} satisfies Partial<Sentences<NoteCode>>;

const calls = {
  lost: ({ system }) => `${system} lost this call.`,
  not_reported: ({ system }) => `${system} did not tell of this call, so it was ended.`,
  sound_missing: ({ system }) =>
    `The message could not be played: ${system} did not get its sound.`,
  no_common_codec: () =>
    'It was answered without a codec in common with this Asterisk: nothing could be heard.',
  trunk_silent: () => 'The trunk did not answer: no ringing, nothing at all.',
  simulated_trunk: ({ how }) => `The trunk was ${how}.`,
  forwarded: ({ sip }) => `The number is forwarded to another, which is not called (SIP ${sip}).`,
  login_refused: ({ sip }) => `The trunk refused the login of this platform (SIP ${sip}).`,
  call_refused: ({ sip }) => `The network refused this call (SIP ${sip}).`,
  no_such_number: ({ sip }) => `There is no such number (SIP ${sip}).`,
  number_gone: ({ sip }) => `There is no such number any more (SIP ${sip}).`,
  codec_refused: ({ sip }) => `The trunk and this Asterisk have no codec in common (SIP ${sip}).`,
  network_ended: ({ sip, q850 }) =>
    `The network ended it with ${sip === undefined ? `cause ${q850 ?? 0}` : `SIP ${sip}`}.`,
  not_put_through: ({ system, sip }) =>
    `${system} could not connect the call${sip === undefined ? '' : ` (SIP ${sip})`}.`,
} satisfies Partial<Sentences<NoteCode>>;

const texts = {
  not_taken: ({ what, twilio, said }) => explained(`The ${what} was not taken`, twilio, said),
  not_delivered: ({ twilio, said }) => explained('The text was not delivered', twilio, said),
  receipt: ({ said, error }) => (error === undefined ? said : `${said}, error ${error}`),
  smpp_status: ({ smpp }) => statusText(smpp),
  too_long: () => 'The text is too long for SMPP.',
  rest_too_late: () => 'The rest would have left too late.',
  took_no_more: () => 'The carrier took no more texts for now.',
  no_id: () => 'The carrier took this text without giving it an id.',
  partly_taken: ({ taken, parts, because }, say) =>
    `Only ${taken} of ${parts} parts were taken: ${say(because)}`,
  cannot_receive: () => 'This number cannot receive texts.',
  out_of_reach: () => 'The phone could not be reached.',
  not_left: () => 'It could not leave before its end.',
} satisfies Partial<Sentences<NoteCode>>;

export const noteSentences: Sentences<NoteCode> = { ...engine, ...handOver, ...calls, ...texts };
