/** What a note says (contract/note.ts): the table of reason-sentences.ts for notes. */
import type { NoteCode, NoteOf, StoredNote } from '#contract/note.ts';
import { carrierDetailSentence } from './carrier-words/detail-sentences.ts';
import { statusText } from './carrier-words/smpp.ts';
import { explained } from './carrier-words/twilio.ts';

/** @param say of a note in a note */
type Sentence<Code extends NoteCode> = (
  note: NoteOf<Code>,
  say: (note: StoredNote) => string,
) => string;
type Sentences<Code extends NoteCode> = { [C in Code]: Sentence<C> };

const canceledFirst: Record<NoteOf<'canceled_before_sending'>['why'], string> = {
  opt_out: 'the person asked to stop',
  unclear: 'a text from the person is waiting for a decision',
  stop: 'the campaign was stopped',
};

const engine = {
  disconnected: () => 'The carrier is disconnected.',
  on_hold: () => 'The platform is on hold.',
  claim_too_slow: () => 'The text could not be prepared in time and was not sent.',
  issued_twice: () => 'The database issued this text twice.',
  calling_hours_ended: () => 'The calling hours have ended.',
  empty_text: () => 'The text is empty for this account.',
  engine_ended: ({ what }) =>
    what === 'call'
      ? 'The engine that placed this call stopped while it was in progress.'
      : 'The engine that sent this text stopped before the carrier responded.',
  database_unavailable: ({ what }) =>
    `The database connection was lost while this ${what === 'call' ? 'call was being placed' : 'text was being sent'}.`,
  shut_down: ({ what }) =>
    `The platform was shut down while this ${what === 'call' ? 'call was in progress' : 'text was being sent'}.`,
  outcome_not_reported: () => 'The carrier did not report how this call ended.',
  no_receipt: () => 'The carrier accepted this text but never reported its outcome.',
  before_restore: () => 'Submitted before the database was restored.',
  canceled_before_sending: ({ why }) =>
    `Canceled at the carrier before it was sent: ${canceledFirst[why]}.`,
  reply_late({ because }, say) {
    const last = because ? ` ${say(because)}` : '';
    return `Not sent: more than five minutes had passed since the person's text.${last}`;
  },
  reply_blocked: () => 'Not sent: the number is on the do-not-call list.',
  reply_lifted: () => 'Not sent: the opt-out that it confirms was lifted first.',
  reply_outside_hours: () => 'Not sent: it was outside the calling hours of this number.',
  former: ({ said }) => said,
} satisfies Partial<Sentences<NoteCode>>;

const submission = {
  not_connected: () => 'The carrier is not connected.',
  unusable: ({ because }) => carrierDetailSentence(because),
  throttled: () => 'The carrier is throttling requests.',
  over_pace: () =>
    'The text was not sent: more texts were due than this carrier may send per second.',
  refused: ({ said }) => said ?? 'The carrier refused.',
  withdrawn: ({ what }) =>
    what === 'call'
      ? 'The call was withdrawn before it was placed.'
      : 'The text was withdrawn before it was sent.',
  hung_up_before_placed: () => 'The call was hung up before it was placed.',
  caller_id_unavailable: ({ callerId }) =>
    callerId === 'hidden'
      ? 'The carrier cannot hide the caller ID. Choose another one in the campaign.'
      : 'The carrier has no default caller ID. Choose one in the campaign.',
  unreachable: ({ what, system, said }) =>
    `The ${what} was not accepted: ${system} could not be reached (${said}).`,
  request_lost: ({ system, said }) => `${system}: ${said}`,
  connection_lost: ({ system }) => `The connection was lost before ${system} responded.`,
  no_response_within: ({ system, seconds }) => `${system} did not respond within ${seconds} s.`,
  responded_with: ({ system, http, said }) =>
    `${system} responded with HTTP ${http}${said === undefined ? '.' : `: ${said}`}`,
  response_lost: () => 'The response was lost.',
  no_response: () => 'The carrier did not respond.',
  canceled_at_carrier({ what, system }) {
    if (!system) return 'Canceled.';
    return what === 'call'
      ? `The call was canceled at ${system}.`
      : `The text was canceled at ${system}.`;
  },
} satisfies Partial<Sentences<NoteCode>>;

const calls = {
  call_lost: ({ system }) => `${system} lost this call.`,
  not_reported: ({ system }) => `${system} never reported on this call, so it was hung up.`,
  sound_missing: ({ system }) =>
    `The message could not be played: ${system} did not receive its sound.`,
  no_common_codec: () =>
    'The call was answered without a codec in common with this Asterisk, so nothing could be heard.',
  trunk_silent: () => 'The trunk did not respond at all, not even with ringing.',
  simulated_trunk: ({ how }) => `Simulated: the trunk was ${how}.`,
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
  not_accepted: (note) => refused(`The ${note.what} was not accepted`, note),
  not_delivered: (note) => refused('The text was not delivered', note),
  receipt: ({ said, error }) =>
    error === undefined
      ? `Carrier receipt: ${said}.`
      : `Carrier receipt: ${said} (error ${error}).`,
  smpp_status: ({ smpp }) => statusText(smpp),
  too_long: () => 'The text is too long for SMPP.',
  remaining_parts_too_late: () => 'The remaining parts would have been sent too late.',
  carrier_busy: () => 'The carrier was at capacity.',
  no_id: () => 'The carrier accepted this text but gave it no ID.',
  partly_accepted: ({ accepted, parts, because }, say) =>
    `Only ${accepted} of ${parts} parts were accepted: ${say(because)}`,
  cannot_receive: () => 'This number cannot receive texts.',
  phone_unreachable: () => 'The phone could not be reached.',
  expired_before_sending: () => 'The text expired before it could be sent.',
} satisfies Partial<Sentences<NoteCode>>;

type Refusal = NoteOf<'not_accepted'> | NoteOf<'not_delivered'>;

function refused(what: string, { twilio, error, said }: Refusal): string {
  return error === undefined
    ? explained(what, twilio, said)
    : explained(`${what} (error ${error})`, undefined, said);
}

export const noteSentences: Sentences<NoteCode> = { ...engine, ...submission, ...calls, ...texts };
