/**
 * The only module that turns a reason into a sentence: for the console, the command line and the
 * log. No other code may depend on these words: it reads the reason's code.
 */
import { recordingTexts } from '#contract/message-recording.ts';
import { knownNote, type Note, type StoredNote } from '#contract/note.ts';
import {
  type Channel,
  knownReason,
  type Reason,
  type ReasonCode,
  type ReasonOf,
  type StoredReason,
} from '#contract/reason.ts';
import { clockOffSentence, roughly } from './clock-offset.ts';
import { ownNumberWords } from './dialing.ts';
import { easternTime } from './eastern-time.ts';
import { brakeSentence } from './governor/brake-words.ts';
import { noteSentences } from './note-sentences.ts';
import { counted } from './plural.ts';
import { paceWords } from './texting-number-kind.ts';
import { holdCause as timedHoldCause, timedSentences } from './timed-sentences.ts';
import type { TroubleKind } from './trouble-words.ts';

type Sentences<Code extends ReasonCode> = { [C in Code]: (reason: ReasonOf<C>) => string };

const at = (iso: string) => easternTime(Date.parse(iso));

/** One or two sentences: why no calls or texts go out. */
export function holdCause(facts: Omit<ReasonOf<'hold'>, 'code'>): string {
  return timedHoldCause(facts, at);
}

/** With instants, which are written in Eastern Time and say so. */
const timed: Sentences<keyof typeof timedSentences> = {
  hold: (reason) => timedSentences.hold(reason, at),
  operator_stop: (reason) => timedSentences.operator_stop(reason, at),
  client_stop: (reason) => timedSentences.client_stop(reason, at),
  calling_hours: (reason) => timedSentences.calling_hours(reason, at),
  attempt_cap: (reason) => timedSentences.attempt_cap(reason, at),
  daily_limit: (reason) => timedSentences.daily_limit(reason, at),
  least_gap: (reason) => timedSentences.least_gap(reason, at),
  contact_policy: (reason) => timedSentences.contact_policy(reason, at),
  follow_up: (reason) => timedSentences.follow_up(reason, at),
  due_later: (reason) => timedSentences.due_later(reason, at),
  code_hours: (reason) => timedSentences.code_hours(reason, at),
  code_limit: (reason) => timedSentences.code_limit(reason, at),
};

function clockSet({ by, contradicted }: ReasonOf<'clock_set'>): string {
  const how = `The clock of this engine was set ${by > 0 ? 'ahead' : 'back'} by ${roughly(by)}.`;
  const until = contradicted
    ? 'until a carrier confirms the time, the clock is corrected or Carillon is restarted'
    : 'until a carrier confirms the time, the clock is corrected or 10 minutes have passed';
  return `${how} No calls or texts go out ${until}.`;
}

const troubles: Record<TroubleKind, string> = {
  unreachable: 'The database cannot be reached.',
  read_only: 'The database is read-only.',
  full: 'The disk of the database is full.',
  overloaded: 'The database has run out of connections or memory.',
  journal: 'The journal in the data folder cannot be written.',
};

/** What keeps a process from writing, without its consequences. */
export function troubleSentence(kind: TroubleKind): string {
  return troubles[kind];
}

const whatOf: Record<Channel, 'Calls' | 'Texts'> = { voice: 'Calls', text: 'Texts' };

const platform = {
  database_trouble: ({ trouble, channel }) =>
    `${troubles[trouble]} ${whatOf[channel]} resume automatically when this is resolved.`,
  clock_unknown: () => "Waiting to compare this engine's clock with the database's.",
  clock_off({ by, source }) {
    const other = source === null ? "the database's" : `that of the carrier "${source}"`;
    return `${clockOffSentence(by, other, 'this engine')} No calls or texts go out until they agree.`;
  },
  clock_set: clockSet,
  waits_for_carrier_time: ({ carrier }) =>
    `This engine's machine was asleep. Waiting for the carrier "${carrier}" to report its time again.`,
  engine_stopping: () => 'The engine is stopping.',
  issued_twice: () => 'The database returned the same call twice, so it was not placed again.',
  journal_unwritable: ({ said }) => `${said}. No calls or texts go out until it can be written.`,
} satisfies Partial<Sentences<ReasonCode>>;

const waits = {
  waits_for_list: () => 'Waiting for a contact list to finish loading.',
  waits_for_carrier: ({ channel }) =>
    `The carrier is disconnected. ${whatOf[channel]} resume when it is connected again.`,
  waits_for_trunk: () =>
    'Waiting for the trunk: it does not respond to Asterisk. Calls resume when it does.',
  waits_for_customer_message: () => 'The campaign has no customer message. Choose one to continue.',
  carrier_busy: () => 'The carrier is at capacity. Retrying shortly.',
  speaking_values: () =>
    'Calls are slower than their pace, because names and other values are still being spoken for them.',
  trunk_failing: () => 'Recent calls failed at the trunk. Waiting for calls in progress to end.',
  no_texts_per_minute: () => 'Texts per minute is 0, so nothing is sent.',
  client_disabled: () => 'The client account is disabled.',
  linkback_number_not_callable: ({ fault, country, place }) =>
    `The linkback number cannot be called. ${ownNumberWords({ fault, country, place })}.`,
  caller_id_not_hidden: () =>
    'The carrier cannot hide the caller ID. Choose another one in the campaign.',
  caller_id_missing: () => 'The carrier has no default caller ID. Choose one in the campaign.',
  account_in_call: () => 'Waiting for calls to other numbers of the same accounts to end.',
  registry_outdated: ({ days, most }) =>
    days === null
      ? `There is no file of the national do-not-call list. This campaign waits for one that is at most ${counted(most, 'day')} old.`
      : `The national do-not-call list is ${counted(days, 'day')} old. This campaign waits for one that is at most ${counted(most, 'day')} old.`,
  no_consent: () =>
    'Waiting for consent: the numbers that are left lack the consent that the contact policy asks for.',
  waits_for_follow_ups: ({ campaign }) =>
    `Waiting for follow-ups of "${campaign}", whose rules lead to this campaign.`,
  waits_for_replies: () =>
    'Waiting for replies: numbers that do not reply in time are texted again.',
  undecided_text: () =>
    'Waiting for a manager to decide on unclear texts in the Text Message Manager.',
  in_call: () => 'Waiting for other calls to the same numbers to end.',
  number_pace: ({ segmentsPerSecond }) =>
    `The sending number is at its limit of ${paceWords(segmentsPerSecond)}.`,
} satisfies Partial<Sentences<ReasonCode>>;

const starts = {
  needs_approval({ by = 'The operator', alone }) {
    const second = `${by} prepared this campaign last, and your organization requires that somebody else starts or approves it.`;
    return alone
      ? `${second} Nobody else can: ask an administrator to add a manager, or the operator to turn launch approval off.`
      : second;
  },
  lint_blocked: ({ message, place, said: sentence, cure }) =>
    `The message "${message}" blocks the start. ${place}: ${sentence} ${cure}`,
  no_list: () =>
    'The campaign has no contact list with numbers. Upload a list for it, then start it again.',
  nothing_left: ({ channel }) =>
    `The contact lists of the campaign have no numbers left to ${channel === 'text' ? 'text' : 'call'}. Upload or reuse a list, then start it again.`,
  no_message: () => 'The campaign has no voice message. Choose one, then start it again.',
  no_customer_message: () =>
    'The campaign has no customer message. Choose one, then start it again.',
  no_linkback_number: () =>
    'The campaign has no linkback phone number. Enter one, then start it again.',
  no_agents: () => 'The campaign has no agents. Enter the number of agents, then start it again.',
  message_not_ready: ({ message, failed }) =>
    failed
      ? `The voice message "${message}" has an error. Mend it, then start the campaign.`
      : `The voice message "${message}" is not ready yet. Start the campaign when it is.`,
  no_text_message: () => 'The campaign has no text message. Choose one, then start it again.',
  no_sender: () => 'The campaign has no sender number. Choose one, then start it again.',
  carrier_disconnected: () =>
    'The carrier is disconnected. Start the campaign again when it is connected.',
} satisfies Partial<Sentences<ReasonCode>>;

const stops = {
  changed_since_approval: ({ by = 'The operator' }) =>
    `${by} changed what was approved, so the campaign stopped. Somebody else must start or approve it.`,
  trunk_failed({ calls, said, note }) {
    const words = note ? noteSentence(note) : said;
    const last = words === '' ? '' : ` The last failure: ${words}`;
    return `${calls} calls in a row failed at the trunk, so the campaign was stopped.${last} Start it again when the trunk works.`;
  },
  brake_stopped: (verdict) =>
    brakeSentence(verdict, verdict.signal === 'agents' ? verdict.calls : verdict.hits),
  client_was_disabled: () => 'The client was disabled.',
} satisfies Partial<Sentences<ReasonCode>>;

const messages = {
  rendering_failed: () => 'The message could not be rendered. Save it again to try once more.',
  message_too_long: () => 'With this step, the message exceeds 15 minutes.',
  no_such_voice: () => 'There is no such voice.',
  no_such_field: () => 'This account field is not available to messages.',
  nothing_to_speak: () => 'The text contains nothing that can be spoken.',
  letters_not_spoken: ({ letters }) =>
    `The voices speak English only and cannot speak these letters: ${letters}`,
  speech_too_long: ({ minutes, most }) =>
    `This would take about ${minutes} minutes to speak. The limit is ${most} minutes.`,
  speech_too_slow: () => 'The text takes too long to speak. Make it shorter.',
  speech_failed: () => 'The speech engine cannot speak this text.',
  sound_not_audio: () =>
    'This file is not audio that Carillon can read. Use an MP3, MP4, M4A or WAV file.',
  sound_too_long: () => 'The sound is longer than 5 minutes.',
  sound_silent: () => 'No sound can be heard in this file.',
  sound_unsupported: () =>
    'Carillon cannot read the encoding of this sound file. Save it as MP3 or WAV and try again.',
  sound_broken: () =>
    'This file is damaged and cannot be read. Save it as MP3 or WAV and try again.',
  sound_cut_off: () =>
    'This file is cut off before its sound ends. Copy or download it again, then choose it again.',
  sound_no_decoder: () =>
    'On this server, Carillon can read only WAV files. Save the sound as WAV and try again.',
  sound_gone: () => 'The recording or sound file no longer exists.',
} satisfies Partial<Sentences<ReasonCode>>;

const recordings = {
  recording_busy: () => 'The number was busy.',
  recording_no_answer: () => 'Nobody answered.',
  recording_failed: () => 'The call did not go through.',
  recording_hung_up: () => 'The call ended before a recording was saved.',
  recording_silent: () => 'No key was pressed, so the call was hung up.',
  recording_too_long: () => 'The call took too long and was ended.',
  recording_not_by_phone: () =>
    'The carrier cannot record by telephone. Upload a sound file instead.',
  recording_carrier_disconnected: () =>
    'The carrier is disconnected. Try again when it is connected.',
  recording_no_engine: () =>
    'No engine took the call. Ask your operator to check that an engine is running.',
  recording_lost: () => 'The call was lost when the engine stopped. Record again.',
  recording_do_not_call: () => recordingTexts.doNotCall,
} satisfies Partial<Sentences<ReasonCode>>;

const managerContacts = {
  manager_busy: () => 'Your number was busy.',
  manager_no_answer: () => 'You did not answer.',
  manager_call_failed: () => 'The call did not go through.',
  manager_carrier_disconnected: ({ channel }) =>
    `The carrier is disconnected, so no ${channel === 'voice' ? 'call was placed' : 'text was sent'}. Try again when it is connected.`,
  manager_no_engine: () =>
    'No engine took it within 20 seconds. Ask your operator to check that an engine is running.',
  manager_contact_lost: () =>
    'The engine stopped meanwhile. Nobody knows whether the carrier took it, so it is not repeated.',
  manager_do_not_call: () => 'The number is on the do-not-call list, so nothing went out.',
  manager_phone_gone: () => 'The number is no longer your confirmed phone, so nothing went out.',
} satisfies Partial<Sentences<ReasonCode>>;

const rejects = {
  number_malformed: () => 'This is not a valid phone number.',
  number_foreign_code: () => 'This number has another country code. Only +1 is accepted.',
  number_premium: () => 'Premium-rate numbers (900) cannot be called.',
  number_toll_free: () => 'Toll-free numbers cannot be called.',
  number_personal: () => 'Personal numbers (500 and similar codes) cannot be called.',
  number_service: () => 'Numbers with this area code belong to a service and cannot be called.',
  number_unassigned: () => 'This area code is not assigned.',
  number_foreign: ({ country }) =>
    `This is a foreign number (${country}) that the operator has not allowed.`,
  number_elsewhere: ({ place }) =>
    `This is a number in ${place}, where the operator has not allowed calls.`,
  number_duplicate: () => 'This number is already on the list.',
  number_do_not_call: () => 'This number is on the do-not-call list.',
  number_account_stop: () => 'Another number of this account asked to stop.',
  number_called_since: ({ since }) => `This number has been called since ${since}.`,
  account_without_number: () => 'The account has no phone number.',
  account_without_imported_number: () => 'None of the phone numbers of the account were imported.',
} satisfies Partial<Sentences<ReasonCode>>;

const reports = {
  report_failed: () => 'The report could not be created. Export it again.',
  report_no_room: () =>
    'There is no space left to store the report. Ask your operator to free space, then export again.',
  report_too_large: () => 'The report is larger than 4 GB. Export fewer records at a time.',
} satisfies Partial<Sentences<ReasonCode>>;

const sentences: Sentences<ReasonCode> = {
  ...timed,
  ...platform,
  ...waits,
  ...starts,
  ...stops,
  ...messages,
  ...recordings,
  ...managerContacts,
  ...rejects,
  ...reports,
  former: ({ said }) => said,
};

/** One sentence, sometimes two. A reason of a newer version is named by its code. */
export function reasonSentence(stored: StoredReason): string {
  const reason = knownReason(stored);
  if (!reason) return `Unknown reason "${stored.code}", stored by a newer version of Carillon.`;
  // The code picks the sentence of its own facts, which the compiler cannot follow.
  const sentence = sentences[reason.code] as (reason: Reason) => string;
  return 'step' in reason && reason.step !== undefined
    ? `Step ${reason.step}: ${sentence(reason)}`
    : sentence(reason);
}

/** The same; null for no reason. */
export function reasonOrNull(stored: StoredReason | null): string | null {
  return stored && reasonSentence(stored);
}

/** For a line of the log: the code with its facts, and the sentence beside them. */
export function loggedReason(reason: StoredReason): StoredReason & { sentence: string } {
  return { ...reason, sentence: reasonSentence(reason) };
}

/** The sentence of a note on an attempt or a text, with the carrier's own words. */
export function noteSentence(stored: StoredNote): string {
  const note = knownNote(stored);
  if (!note) {
    return stored.said ?? `Unknown note "${stored.code}", stored by a newer version of Carillon.`;
  }
  const sentence = noteSentences[note.code] as (note: Note, say: typeof noteSentence) => string;
  return sentence(note, noteSentence);
}

/** The same for a note as `loggedReason`. */
export function loggedNote(note: StoredNote): StoredNote & { sentence: string } {
  return { ...note, sentence: noteSentence(note) };
}
