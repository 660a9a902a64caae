import { expect, test, vi } from 'vitest';
import { recordingTexts } from '#contract/message-recording.ts';
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
    'On hold: The database was restored from a backup of Nov 21, 8:00 AM ET. No calls or texts go out until the operator runs "carillon restore reconcile".',
  ],
  operator_stop: [
    { scope: 'client', carrier: null, since, said: 'A complaint' },
    'Stopped by the operator on Nov 22, 11:02 AM ET: all calls and texts of this client. A complaint.',
  ],
  client_stop: [
    { carrier: null, since, said: 'Wrong script', by: 'Ann Lee' },
    'Stopped by Ann Lee on Nov 22, 11:02 AM ET: all calls and texts of this client. Wrong script.',
  ],
  database_trouble: [
    { trouble: 'full', channel: 'text' },
    'The disk of the database is full. Texts resume automatically when this is resolved.',
  ],
  clock_unknown: [{}, "Waiting to compare this engine's clock with the database's."],
  clock_off: [
    { by: 3_000, source: null },
    "The clock of this engine is 3 seconds ahead of the database's. No calls or texts go out until they agree.",
  ],
  clock_set: [
    { by: -3_600_000, contradicted: false },
    'The clock of this engine was set back by 60 minutes. No calls or texts go out until a carrier confirms the time, the clock is corrected or 10 minutes have passed.',
  ],
  waits_for_carrier_time: [
    { carrier: 'trunk' },
    `This engine's machine was asleep. Waiting for the carrier "trunk" to report its time again.`,
  ],
  engine_stopping: [{}, 'The engine is stopping.'],
  issued_twice: [{}, 'The database returned the same call twice, so it was not placed again.'],
  journal_unwritable: [
    { said: 'The journal cannot be written (ENOSPC)' },
    'The journal cannot be written (ENOSPC). No calls or texts go out until it can be written.',
  ],
  waits_for_list: [{}, 'Waiting for a contact list to finish loading.'],
  waits_for_follow_ups: [
    { campaign: 'Spring offer' },
    'Waiting for follow-ups of "Spring offer", whose rules lead to this campaign.',
  ],
  waits_for_replies: [
    {},
    'Waiting for replies: numbers that do not reply in time are texted again.',
  ],
  waits_for_carrier: [
    { channel: 'voice' },
    'The carrier is disconnected. Calls resume when it is connected again.',
  ],
  waits_for_trunk: [
    {},
    'Waiting for the trunk: it does not respond to Asterisk. Calls resume when it does.',
  ],
  waits_for_customer_message: [{}, 'The campaign has no customer message. Choose one to continue.'],
  carrier_busy: [{}, 'The carrier is at capacity. Retrying shortly.'],
  speaking_values: [
    {},
    'Calls are slower than their pace, because names and other values are still being spoken for them.',
  ],
  trunk_failing: [{}, 'Recent calls failed at the trunk. Waiting for calls in progress to end.'],
  no_texts_per_minute: [{}, 'Texts per minute is 0, so nothing is sent.'],
  client_disabled: [{}, 'The client account is disabled.'],
  linkback_number_not_callable: [
    { fault: 'foreign', country: 'Jamaica' },
    'The linkback number cannot be called. This is a foreign number (Jamaica); your operator can allow it.',
  ],
  caller_id_not_hidden: [
    {},
    'The carrier cannot hide the caller ID. Choose another one in the campaign.',
  ],
  caller_id_missing: [{}, 'The carrier has no default caller ID. Choose one in the campaign.'],
  calling_hours: [
    { until },
    'Waiting for calling hours: the next number may be called from Nov 21, 8:00 AM ET.',
  ],
  attempt_cap: [
    { until },
    'Attempt cap reached. The next number may be tried again from Nov 21, 8:00 AM ET.',
  ],
  daily_limit: [
    { kind: 'calls', most: 1_000, until },
    "Reached today's limit of 1,000 calls. Calls go on at Nov 21, 8:00 AM ET.",
  ],
  least_gap: [
    { until },
    'Waiting because of the minimum gap between two attempts: the next number may be tried again from Nov 21, 8:00 AM ET.',
  ],
  contact_policy: [
    { until },
    'Waiting because of the contact policy: the next number may be tried again from Nov 21, 8:00 AM ET.',
  ],
  follow_up: [{ until }, 'Waiting for follow-ups: the next is due at Nov 21, 8:00 AM ET.'],
  due_later: [{ until }, 'Waiting until Nov 21, 8:00 AM ET.'],
  account_in_call: [{}, 'Waiting for calls to other numbers of the same accounts to end.'],
  registry_outdated: [
    { days: 45, most: 31 },
    'The national do-not-call list is 45 days old. This campaign waits for one that is at most 31 days old.',
  ],
  no_consent: [
    {},
    'Waiting for consent: the numbers that are left lack the consent that the contact policy asks for.',
  ],
  undecided_text: [
    {},
    'Waiting for a manager to decide on unclear texts in the Text Message Manager.',
  ],
  in_call: [{}, 'Waiting for other calls to the same numbers to end.'],
  number_pace: [
    { segmentsPerSecond: 3 },
    'The sending number is at its limit of 3 segments a second.',
  ],
  needs_approval: [
    { by: 'Bo Lee', alone: true },
    'Bo Lee prepared this campaign last, and your organization requires that somebody else starts or approves it. Nobody else can: ask an administrator to add a manager, or the operator to turn launch approval off.',
  ],
  changed_since_approval: [
    { by: 'Bo Lee' },
    'Bo Lee changed what was approved, so the campaign stopped. Somebody else must start or approve it.',
  ],
  lint_blocked: [
    {
      ...{ rule: 'text_bracket', message: 'Reminder', place: 'Character 7' },
      ...{ said: '"[first_name" is sent as it is written.', cure: 'Write [first_name].' },
    },
    'The message "Reminder" blocks the start. Character 7: "[first_name" is sent as it is written. Write [first_name].',
  ],
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
  no_agents: [{}, 'The campaign has no agents. Enter the number of agents, then start it again.'],
  message_not_ready: [
    { message: '50%_done' },
    'The voice message "50%_done" is not ready yet. Start the campaign when it is.',
  ],
  no_text_message: [{}, 'The campaign has no text message. Choose one, then start it again.'],
  no_sender: [{}, 'The campaign has no sender number. Choose one, then start it again.'],
  carrier_disconnected: [
    {},
    'The carrier is disconnected. Start the campaign again when it is connected.',
  ],
  trunk_failed: [
    { calls: 20, said: 'Forbidden (SIP 403).' },
    '20 calls in a row failed at the trunk, so the campaign was stopped. The last failure: Forbidden (SIP 403). Start it again when the trunk works.',
  ],
  brake_stopped: [
    {
      signal: 'failed',
      limit: 0.2,
      hits: 14,
      trials: 31,
      newest: true,
      since: '2026-11-20T14:00:00Z',
      calls: 14,
      open: 3,
    },
    "Of 31 calls in a row, 14 failed, 45.2 %, which is surely above the operator's limit of 20 %. 3 of these 31 had no result yet and count as good. The brake stopped the campaign. Find out why, then start it again; only a person can.",
  ],
  client_was_disabled: [{}, 'The client was disabled.'],
  rendering_failed: [{}, 'The message could not be rendered. Save it again to try once more.'],
  message_too_long: [{ step: 4 }, 'Step 4: With this step, the message exceeds 15 minutes.'],
  no_such_voice: [{}, 'There is no such voice.'],
  no_such_field: [{}, 'This account field is not available to messages.'],
  nothing_to_speak: [{ step: 1 }, 'Step 1: The text contains nothing that can be spoken.'],
  letters_not_spoken: [
    { letters: 'м и р' },
    'The voices speak English only and cannot speak these letters: м и р',
  ],
  speech_too_long: [
    { minutes: 28, most: 15 },
    'This would take about 28 minutes to speak. The limit is 15 minutes.',
  ],
  speech_too_slow: [{}, 'The text takes too long to speak. Make it shorter.'],
  speech_failed: [{}, 'The speech engine cannot speak this text.'],
  sound_not_audio: [
    {},
    'This file is not audio that Carillon can read. Use an MP3, MP4, M4A or WAV file.',
  ],
  sound_too_long: [{}, 'The sound is longer than 5 minutes.'],
  sound_silent: [{}, 'No sound can be heard in this file.'],
  sound_unsupported: [
    {},
    'Carillon cannot read the encoding of this sound file. Save it as MP3 or WAV and try again.',
  ],
  sound_broken: [
    {},
    'This file is damaged and cannot be read. Save it as MP3 or WAV and try again.',
  ],
  sound_cut_off: [
    {},
    'This file is cut off before its sound ends. Copy or download it again, then choose it again.',
  ],
  sound_no_decoder: [
    {},
    'On this server, Carillon can read only WAV files. Save the sound as WAV and try again.',
  ],
  sound_gone: [{ step: 2 }, 'Step 2: The recording or sound file no longer exists.'],
  recording_busy: [{}, 'The number was busy.'],
  recording_no_answer: [{}, 'Nobody answered.'],
  recording_failed: [{}, 'The call did not go through.'],
  recording_hung_up: [{}, 'The call ended before a recording was saved.'],
  recording_silent: [{}, 'No key was pressed, so the call was hung up.'],
  recording_too_long: [{}, 'The call took too long and was ended.'],
  recording_not_by_phone: [
    {},
    'The carrier cannot record by telephone. Upload a sound file instead.',
  ],
  recording_carrier_disconnected: [
    {},
    'The carrier is disconnected. Try again when it is connected.',
  ],
  recording_no_engine: [
    {},
    'No engine took the call. Ask your operator to check that an engine is running.',
  ],
  recording_lost: [{}, 'The call was lost when the engine stopped. Record again.'],
  recording_do_not_call: [{}, recordingTexts.doNotCall],
  manager_busy: [{}, 'Your number was busy.'],
  manager_no_answer: [{}, 'You did not answer.'],
  manager_call_failed: [{}, 'The call did not go through.'],
  manager_carrier_disconnected: [
    { channel: 'text' },
    'The carrier is disconnected, so no text was sent. Try again when it is connected.',
  ],
  manager_do_not_call: [{}, 'The number is on the do-not-call list, so nothing went out.'],
  manager_phone_gone: [{}, 'The number is no longer your confirmed phone, so nothing went out.'],
  code_hours: [
    { allowedFrom: until },
    'This number is outside its calling hours, and nothing proves yet that it is yours. A code can be sent from Nov 21, 8:00 AM ET.',
  ],
  code_limit: [
    { of: 'number', most: 5, allowedFrom: until },
    'This number was sent 5 codes within 24 hours. The next one can be sent from Nov 21, 8:00 AM ET.',
  ],
  manager_no_engine: [
    {},
    'No engine took it within 20 seconds. Ask your operator to check that an engine is running.',
  ],
  manager_contact_lost: [
    {},
    'The engine stopped meanwhile. Nobody knows whether the carrier took it, so it is not repeated.',
  ],
  number_malformed: [{}, 'This is not a valid phone number.'],
  number_foreign_code: [{}, 'This number has another country code. Only +1 is accepted.'],
  number_premium: [{}, 'Premium-rate numbers (900) cannot be called.'],
  number_toll_free: [{}, 'Toll-free numbers cannot be called.'],
  number_personal: [{}, 'Personal numbers (500 and similar codes) cannot be called.'],
  number_service: [{}, 'Numbers with this area code belong to a service and cannot be called.'],
  number_unassigned: [{}, 'This area code is not assigned.'],
  number_foreign: [
    { country: 'Jamaica' },
    'This is a foreign number (Jamaica) that the operator has not allowed.',
  ],
  number_elsewhere: [
    { place: 'TX, United States' },
    'This is a number in TX, United States, where the operator has not allowed calls.',
  ],
  number_duplicate: [{}, 'This number is already on the list.'],
  number_do_not_call: [{}, 'This number is on the do-not-call list.'],
  number_account_stop: [{}, 'Another number of this account asked to stop.'],
  number_called_since: [{ since: '11/20/2026' }, 'This number has been called since 11/20/2026.'],
  account_without_number: [{}, 'The account has no phone number.'],
  account_without_imported_number: [{}, 'None of the phone numbers of the account were imported.'],
  report_failed: [{}, 'The report could not be created. Export it again.'],
  report_no_room: [
    {},
    'There is no space left to store the report. Ask your operator to free space, then export again.',
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
    'The database dates from Nov 21, 8:00 AM ET, but calls and texts were submitted until Nov 22, 11:02 AM ET.',
  ],
  [
    { hold: 'rolled_back' },
    'The database went back to an earlier state, but more has happened since.',
  ],
  [
    { hold: 'failover', lost: 'east:data' },
    'The database server was replaced. Part of the journal of east:data is missing, so some of its calls and texts are unknown.',
  ],
] as const)('a hold of %o says why', (facts, sentence) => {
  expect(holdCause({ ...facts, asked: false })).toBe(sentence);
});

test.each([
  [{ scope: 'all', carrier: null, said: '' }, 'all calls and texts.'],
  [
    { scope: 'carrier', carrier: 'trunk', said: 'Why?' },
    'all calls and texts through the carrier "trunk". Why?',
  ],
] as const)('a stop of %o has a sentence', (stop, end) => {
  expect(reasonSentence({ code: 'operator_stop', since, ...stop })).toBe(
    `Stopped by the operator on Nov 22, 11:02 AM ET: ${end}`,
  );
});

test("an administrator's stop of a carrier names it", () => {
  const facts = { carrier: 'trunk', since, said: '', by: 'Ann Lee' };
  expect(reasonSentence({ code: 'client_stop', ...facts })).toBe(
    'Stopped by Ann Lee on Nov 22, 11:02 AM ET: this client\'s calls and texts through the carrier "trunk".',
  );
});

test('what a newer version stored is named and breaks no read', () => {
  const later = 'Unknown reason "of_2027", stored by a newer version of Carillon.';
  expect(reasonSentence({ code: 'of_2027', until: 7 })).toBe(later);
  expect(reasonOrNull({ code: 'of_2027' })).toBe(later);
  expect(reasonSentence({ code: 'attempt_cap' })).toContain('"attempt_cap"');
  expect(reasonOrNull(null)).toBeNull();
});

test('hours that nobody knows of have no date', () => {
  const none = 'Waiting for calling hours: none begin within the next two weeks.';
  expect(reasonSentence({ code: 'calling_hours' })).toBe(none);
});

test('reasons are the same by code and facts, in whatever order they were stored', () => {
  const one = { code: 'nothing_left', channel: 'text' };
  expect(sameReason(one, { channel: 'text', code: 'nothing_left' })).toBe(true);
  expect(sameReason(one, { ...one, more: undefined })).toBe(true);
  expect(sameReason(one, { ...one, channel: 'voice' })).toBe(false);
  const failed = { code: 'trunk_failed', calls: 20, said: '' };
  const note = { code: 'call_refused', sip: 403 };
  const same = { sip: 403, code: 'call_refused' };
  expect(sameReason({ ...failed, note }, { ...failed, note: same })).toBe(true);
  expect(sameReason({ ...failed, note }, { ...failed, note: { ...note, sip: 404 } })).toBe(false);
  expect(sameReason(one, null)).toBe(false);
  expect(sameReason(null, null)).toBe(true);
});

test('a trunk that failed says the note of its last call', () => {
  const note = { code: 'call_refused', sip: 403 };
  expect(reasonSentence({ code: 'trunk_failed', calls: 20, said: '', note })).toBe(
    '20 calls in a row failed at the trunk, so the campaign was stopped. The last failure: The network refused this call (SIP 403). Start it again when the trunk works.',
  );
});

test('a message that failed is not said to become ready', () => {
  const reason = { code: 'message_not_ready', message: 'Reminder', failed: true };
  expect(reasonSentence(reason)).toBe(
    'The voice message "Reminder" has an error. Mend it, then start the campaign.',
  );
});

test('a line of the log has the code, its facts and the sentence', () => {
  expect(loggedReason({ code: 'no_list' })).toEqual({
    code: 'no_list',
    sentence: examples.no_list[1],
  });
});
