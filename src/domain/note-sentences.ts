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
  unclear: 'a text from the person is waiting for a decision',
  stop: 'the campaign was stopped',
};

const engine = {
  away: () => 'The carrier is disconnected.',
  held: () => 'The platform is on hold.',
  taken_too_slowly: () => 'Reserving this text took too long, so it was not sent.',
  given_out_twice: () => 'The database issued this text twice.',
  no_answer: () => 'The carrier did not respond.',
  hours_over: () => 'The calling hours have ended.',
  no_words: () => 'The text is empty for this account.',
  engine_ended: ({ what }) =>
    what === 'call'
      ? 'The engine that placed this call stopped while it was in progress.'
      : 'The engine that sent this text stopped before the carrier responded.',
  database_away: ({ what }) =>
    `The database connection was lost while this ${what === 'call' ? 'call was being placed' : 'text was being sent'}.`,
  shut_down: ({ what }) =>
    `The platform was shut down while this ${what === 'call' ? 'call was in progress' : 'text was being sent'}.`,
  outcome_not_told: () => 'The carrier did not report how this call ended.',
  no_receipt: () => 'The carrier accepted this text but never reported its outcome.',
  before_restore: () => 'Submitted before the database was restored.',
  canceled_first: ({ why }) => `Canceled at the carrier before it was sent: ${canceledFirst[why]}.`,
  reply_late({ because }, say) {
    const last = because ? ` ${say(because)}` : '';
    return `Not sent: more than five minutes had passed since the person's text.${last}`;
  },
  reply_blocked: () => 'Not sent: the number is on the do-not-call list.',
  reply_hours: () => 'Not sent: it was outside the calling hours of this number.',
  former: ({ said }) => said,
} satisfies Partial<Sentences<NoteCode>>;

const submission = {
  not_connected: () => 'The carrier is not connected.',
  unusable: ({ said }) => said,
  throttled: () => 'The carrier is throttling requests.',
  over_pace: () =>
    'The text was not sent: more texts were due than this carrier may send per second.',
  refused: ({ said }) => said ?? 'The carrier refused.',
  unwanted: ({ what }) =>
    what === 'call'
      ? 'The call was withdrawn before it was placed.'
      : 'The text was withdrawn before it was sent.',
  hung_up_before: () => 'The call was hung up before it was placed.',
  not_shown: ({ callerId }) =>
    callerId === 'hidden'
      ? 'The carrier cannot hide the caller ID. Choose another one in the campaign.'
      : 'The carrier has no default caller ID. Choose one in the campaign.',
  unreachable: ({ what, system, said }) =>
    `The ${what} was not accepted: ${system} could not be reached (${said}).`,
  request_lost: ({ system, said }) => `${system}: ${said}`,
  connection_lost: ({ system }) => `The connection was lost before ${system} responded.`,
  no_answer_within: ({ system, seconds }) => `${system} did not respond within ${seconds} s.`,
  answered_with: ({ system, http, said }) =>
    `${system} responded with HTTP ${http}${said === undefined ? '.' : `: ${said}`}`,
  answer_lost: () => 'The response was lost.',
  carrier_silent: () => 'The carrier did not respond.',
  canceled_at_carrier({ what, system }) {
    if (!system) return 'Canceled.';
    return what === 'call'
      ? `The call was canceled at ${system}.`
      : `The text was canceled at ${system}.`;
  },
} satisfies Partial<Sentences<NoteCode>>;

const calls = {
  lost: ({ system }) => `${system} lost this call.`,
  not_reported: ({ system }) => `${system} never reported on this call, so it was hung up.`,
  sound_missing: ({ system }) =>
    `The message could not be played: ${system} did not receive its sound.`,
  no_common_codec: () =>
    'The call was answered without a codec in common with this Asterisk, so nothing could be heard.',
  trunk_silent: () => 'The trunk did not respond at all, not even with ringing.',
  simulated_trunk: ({ how }) => `The trunk was ${how}.`,
  forwarded: ({ sip }) =>
    `The number is forwarded to another one, which is not called (SIP ${sip}).`,
  login_refused: ({ sip }) => `The trunk refused this platform's login (SIP ${sip}).`,
  call_refused: ({ sip }) => `The network refused this call (SIP ${sip}).`,
  no_such_number: ({ sip }) => `This number does not exist (SIP ${sip}).`,
  number_gone: ({ sip }) => `This number no longer exists (SIP ${sip}).`,
  codec_refused: ({ sip }) => `The trunk and this Asterisk have no codec in common (SIP ${sip}).`,
  network_ended: ({ sip, q850 }) =>
    `The network ended the call with ${sip === undefined ? `cause ${q850 ?? 0}` : `SIP ${sip}`}.`,
  not_put_through: ({ system, sip }) =>
    `${system} could not connect the call${sip === undefined ? '' : ` (SIP ${sip})`}.`,
} satisfies Partial<Sentences<NoteCode>>;

const texts = {
  not_taken: ({ what, twilio, said }) => explained(`The ${what} was not accepted`, twilio, said),
  not_delivered: ({ twilio, said }) => explained('The text was not delivered', twilio, said),
  receipt: ({ said, error }) => (error === undefined ? said : `${said}, error ${error}`),
  smpp_status: ({ smpp }) => statusText(smpp),
  too_long: () => 'The text is too long for SMPP.',
  rest_too_late: () => 'The remaining parts would have been sent too late.',
  took_no_more: () => 'The carrier was at capacity.',
  no_id: () => 'The carrier accepted this text but gave it no ID.',
  partly_taken: ({ taken, parts, because }, say) =>
    `Only ${taken} of ${parts} parts were accepted: ${say(because)}`,
  cannot_receive: () => 'This number cannot receive texts.',
  out_of_reach: () => 'The phone could not be reached.',
  not_left: () => 'The text expired before it could be sent.',
} satisfies Partial<Sentences<NoteCode>>;

export const noteSentences: Sentences<NoteCode> = { ...engine, ...submission, ...calls, ...texts };
