import { expect, test, vi } from 'vitest';
import {
  knownReason,
  type ReasonCode,
  type ReasonOf,
  reason,
  sameReason,
} from '#contract/reason.ts';
import { holdCause, loggedReason, reasonOrNull, reasonSentence } from './reason-sentences.ts';

// The true ones (test/harness/other-sentences.ts).
vi.unmock('./reason-sentences.ts');

const until = '2026-11-21T13:00:00.000Z';
const since = '2026-11-22T16:02:00.000Z';

type Example<C extends ReasonCode> = [facts: Omit<ReasonOf<C>, 'code'>, sentence: string];

/** Each code once; the compiler asks for those that are missing. */
const examples: { [C in ReasonCode]: Example<C> } = {
  hold: [
    { hold: 'restored', asOf: until, asked: false },
    'On hold: The database was restored from a backup of Nov 21, 8:00 AM ET. Nothing is called or texted until the operator runs "carillon restore reconcile".',
  ],
  operator_stop: [
    { scope: 'client', carrier: null, since, said: 'A complaint' },
    'Stopped by the operator since Nov 22, 11:02 AM ET: the calls and texts of this client. A complaint.',
  ],
  database_trouble: [
    { trouble: 'full', channel: 'text' },
    'The database cannot write: its disk is full. Texts go on by themselves when it can.',
  ],
  clock_unknown: [{}, 'Waiting until the clock of this engine is compared with the database’s.'],
  clock_off: [
    { by: 3_000, source: null },
    'The clock of this engine is off by 3 seconds: it is ahead of the database’s. Nothing is placed until they agree.',
  ],
  clock_set: [
    { by: -3_600_000, contradicted: false },
    'The clock of this engine was put back by 60 minutes. Nothing is placed until a carrier tells the same time, the clock is put right or 10 minutes have passed.',
  ],
  carrier_time: [
    { carrier: 'trunk' },
    'This engine’s machine slept. Waiting until the carrier "trunk" has told its time again.',
  ],
  engine_stopping: [{}, 'It is being stopped.'],
  given_twice: [{}, 'The database gave out a call a second time.'],
  journal_unwritable: [
    { said: 'The journal cannot be written (ENOSPC)' },
    'The journal cannot be written (ENOSPC). Nothing is placed until it can.',
  ],
  waits_for_list: [{}, 'Waiting for a contact list that is being loaded.'],
  waits_for_carrier: [
    { channel: 'voice' },
    'The carrier is away. Calls go on when it is connected again.',
  ],
  waits_for_trunk: [
    {},
    'Waiting for the trunk: Asterisk gets no answer from it. Calls go on when it answers.',
  ],
  waits_for_customer_message: [{}, 'Waiting for a customer message: the campaign has none.'],
  carrier_busy: [{}, 'The carrier takes no more for the moment. It is tried again soon.'],
  trunk_tried: [{}, 'The last calls failed at the trunk. Waiting for those that are under way.'],
  no_texts_per_minute: [{}, 'Texts per minute is 0: nothing is sent.'],
  client_disabled: [{}, 'The client account is disabled.'],
  agent_number: [
    { fault: 'foreign', country: 'Jamaica' },
    'The linkback number cannot be called. This is a foreign number (Jamaica); your operator can allow it.',
  ],
  caller_id_not_hidden: [
    {},
    'The carrier cannot hide the caller ID. Choose another one in the campaign.',
  ],
  caller_id_missing: [{}, 'The carrier has no caller ID of its own. Choose one in the campaign.'],
  calling_hours: [
    { until },
    'Waiting for calling hours: the next number may be called from Nov 21, 8:00 AM ET.',
  ],
  attempt_cap: [
    { until },
    'Waiting for the cap on attempts: the next number may be tried again from Nov 21, 8:00 AM ET.',
  ],
  least_gap: [
    { until },
    'Waiting for the least gap between two tries: the next number may be tried again from Nov 21, 8:00 AM ET.',
  ],
  due_later: [{ until }, 'Waiting until Nov 21, 8:00 AM ET.'],
  account_in_call: [{}, 'Waiting for calls to other numbers of the accounts.'],
  undecided_text: [
    {},
    'Waiting for a manager to decide on unclear texts in the Text Message Manager.',
  ],
  in_call: [{}, 'Waiting for numbers that are in another call.'],
  number_pace: [{ segmentsPerSecond: 3 }, 'Waiting for the sending number: 3 segments a second.'],
  no_list: [
    {},
    'The campaign has no contact list with numbers. Upload a list for it, then start it again.',
  ],
  nothing_left: [
    { channel: 'text' },
    'The contact lists of the campaign have no numbers left to text. Upload or reuse a list, then start it again.',
  ],
  no_message: [{}, 'The campaign has no voice message. Choose one, then start it again.'],
  no_customer_message: [
    {},
    'The campaign has no customer message. Choose one, then start it again.',
  ],
  no_linkback_number: [
    {},
    'The campaign has no linkback phone number. Enter one, then start it again.',
  ],
  no_agents: [{}, 'The campaign has no agents. Enter how many there are, then start it again.'],
  message_not_ready: [
    { message: '50%_done' },
    'The voice message "50%_done" is not ready yet. Start the campaign when it is.',
  ],
  no_text_message: [{}, 'The campaign has no text message. Choose one, then start it again.'],
  no_sender: [{}, 'The campaign has no sender number. Choose one, then start it again.'],
  carrier_away: [{}, 'The carrier is away. Start the campaign again when it is connected.'],
  trunk_failed: [
    { calls: 20, said: 'Forbidden (SIP 403).' },
    '20 calls in a row failed at the trunk, so the campaign was stopped. The last one: Forbidden (SIP 403). Start it again when the trunk is well.',
  ],
  client_was_disabled: [{}, 'The client was disabled.'],
  rendering_failed: [{}, 'The message could not be rendered. Save it again to try once more.'],
  message_too_long: [{ step: 4 }, 'Step 4: Here the message gets longer than 15 minutes.'],
  no_such_voice: [{}, 'There is no such voice.'],
  no_such_field: [{}, 'This account field is not available to messages.'],
  nothing_to_speak: [{ step: 1 }, 'Step 1: The text holds nothing that can be spoken.'],
  letters_not_spoken: [
    { letters: 'м и р' },
    'The voices speak English only and cannot speak these letters: м и р',
  ],
  speech_too_long: [
    { minutes: 28, most: 15 },
    'This would take about 28 minutes to say; 15 minutes is the most. Make it shorter.',
  ],
  speech_too_slow: [{}, 'The text takes too long to speak; make it shorter.'],
  speech_failed: [{}, 'The speech engine cannot speak this text.'],
  sound_not_audio: [
    {},
    'This file is not audio that Carillon can read. Use an MP3, MP4, M4A or WAV file.',
  ],
  sound_too_long: [{}, 'The sound is longer than 5 minutes.'],
  sound_silent: [{}, 'There is nothing to be heard in this file.'],
  sound_unsupported: [
    {},
    'The sound in this file is packed in a way that Carillon cannot read. Save it as MP3 or WAV and try again.',
  ],
  sound_broken: [
    {},
    'This file is damaged and cannot be read. Save it as MP3 or WAV and try again.',
  ],
  sound_no_decoder: [
    {},
    'On this server Carillon can read WAV files only. Save the sound as WAV and try again.',
  ],
  sound_gone: [{ step: 2 }, 'Step 2: The recording or sound file is no longer there.'],
  recording_busy: [{}, 'The number was busy.'],
  recording_no_answer: [{}, 'Nobody answered.'],
  recording_failed: [{}, 'The call did not go through.'],
  recording_hung_up: [{}, 'The call ended before a recording was kept.'],
  recording_silent: [{}, 'No key was pressed, so the call was ended.'],
  recording_too_long: [{}, 'The call took too long and was ended.'],
  recording_not_by_phone: [
    {},
    'The carrier does not record by telephone. Upload a sound file instead.',
  ],
  recording_carrier_away: [{}, 'The carrier is away. Try again when it is connected.'],
  recording_no_engine: [
    {},
    'No engine took the call. Ask your operator whether Carillon runs whole.',
  ],
  recording_lost: [{}, 'The call was lost when the engine stopped. Record again.'],
  number_malformed: [{}, 'This is not a valid phone number.'],
  number_foreign_code: [
    {},
    'This number has the code of another country: after + only 1 may follow.',
  ],
  number_premium: [{}, 'Premium-rate numbers (900) are not called.'],
  number_toll_free: [{}, 'Toll-free numbers are not called.'],
  number_personal: [{}, 'Personal numbers (500 and its like) are not called.'],
  number_service: [{}, 'Numbers of this area code belong to a service and are not called.'],
  number_unassigned: [{}, 'This area code is assigned to nobody.'],
  number_foreign: [
    { country: 'Jamaica' },
    'This is a foreign number (Jamaica), which the operator has not allowed.',
  ],
  number_duplicate: [{}, 'This number is already on the list.'],
  number_do_not_call: [{}, 'This number is on the do-not-call list.'],
  number_account_stop: [{}, 'Another number of this account asked to stop.'],
  number_called_since: [{ since: '11/20/2026' }, 'This number was called since 11/20/2026.'],
  account_without_number: [{}, 'The account has no phone number.'],
  account_without_imported_number: [{}, 'None of the phone numbers of the account was imported.'],
  report_failed: [{}, 'The report could not be made. Export it again.'],
  report_no_room: [
    {},
    'There is no room to store the report. Ask your operator to make room and export again.',
  ],
  report_too_large: [{}, 'The report is larger than 4 GB. Export fewer records at a time.'],
  former: [{ said: 'Words of a version before.' }, 'Words of a version before.'],
};

test.each(Object.entries(examples))('%s has its sentence', (code, [facts, sentence]) => {
  const stored = { code, ...facts };
  expect(knownReason(stored)).toEqual(stored);
  expect(reasonSentence(stored)).toBe(sentence);
});

test('there are no other codes', () => {
  const codes = reason.options.map((option) => option.shape.code.value);
  expect(codes.toSorted()).toEqual(Object.keys(examples).toSorted());
});

test.each([
  [{ hold: 'restored' }, 'The database was restored.'],
  [
    { hold: 'rolled_back', asOf: until, aheadUntil: since },
    'The database is of Nov 21, 8:00 AM ET, but calls and texts were handed over until Nov 22, 11:02 AM ET.',
  ],
  [{ hold: 'rolled_back' }, 'The database is older than it was, but more has happened since.'],
  [
    { hold: 'failover', lost: 'east:data' },
    'The database server was replaced by another one. Part of the journal of east:data is lost, so nobody knows whom it called.',
  ],
] as const)('a hold of %o says why', (facts, sentence) => {
  expect(holdCause({ ...facts, asked: false })).toBe(sentence);
});

test.each([
  [{ scope: 'all', carrier: null, said: '' }, 'all calls and texts.'],
  [
    { scope: 'carrier', carrier: 'trunk', said: 'Why?' },
    'what goes over the carrier "trunk". Why?',
  ],
] as const)('a stop of %o is told in a sentence', (stop, end) => {
  expect(reasonSentence({ code: 'operator_stop', since, ...stop })).toBe(
    `Stopped by the operator since Nov 22, 11:02 AM ET: ${end}`,
  );
});

test('what a newer version stored is named and breaks no read', () => {
  const later = 'Carillon does not know the reason "of_2027" of a newer version.';
  expect(reasonSentence({ code: 'of_2027', until: 7 })).toBe(later);
  expect(reasonOrNull({ code: 'of_2027' })).toBe(later);
  expect(reasonSentence({ code: 'calling_hours' })).toContain('"calling_hours"');
  expect(reasonOrNull(null)).toBeNull();
});

test('reasons are the same by code and facts, in whatever order they were stored', () => {
  const one = { code: 'nothing_left', channel: 'text' };
  expect(sameReason(one, { channel: 'text', code: 'nothing_left' })).toBe(true);
  expect(sameReason(one, { ...one, more: undefined })).toBe(true);
  expect(sameReason(one, { ...one, channel: 'voice' })).toBe(false);
  const failed = { code: 'trunk_failed', calls: 20, said: '' };
  const note = { code: 'call_refused', sip: 403 };
  expect(sameReason({ ...failed, note }, { ...failed, note: { sip: 403, code: note.code } })).toBe(
    true,
  );
  expect(sameReason({ ...failed, note }, { ...failed, note: { ...note, sip: 404 } })).toBe(false);
  expect(sameReason(one, null)).toBe(false);
  expect(sameReason(null, null)).toBe(true);
});

test('a trunk that failed says the note of its last call', () => {
  const note = { code: 'call_refused', sip: 403 };
  expect(reasonSentence({ code: 'trunk_failed', calls: 20, said: '', note })).toBe(
    '20 calls in a row failed at the trunk, so the campaign was stopped. The last one: The network refused this call (SIP 403). Start it again when the trunk is well.',
  );
});

test('a line of the log has the code, its facts and the sentence', () => {
  expect(loggedReason({ code: 'no_list' })).toEqual({
    code: 'no_list',
    sentence: examples.no_list[1],
  });
});
