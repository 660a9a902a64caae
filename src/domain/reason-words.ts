/**
 * A reason in a few words, for a line of a list where its sentence does not fit: "no message ready".
 * The sentence (reason-sentences.ts) stays one hover away.
 */
import { knownReason, type ReasonCode, type StoredReason } from '#contract/reason.ts';

const words: Partial<Record<ReasonCode, string>> = {
  hold: 'on hold',
  operator_stop: 'stopped by the operator',
  client_stop: 'stopped by an administrator',
  database_trouble: 'database trouble',
  clock_unknown: 'comparing clocks',
  clock_off: 'clocks disagree',
  clock_set: 'clock was set',
  waits_for_carrier_time: "waits for the carrier's clock",
  engine_stopping: 'engine is stopping',
  issued_twice: 'database fault',
  journal_unwritable: 'journal cannot be written',
  waits_for_list: 'list is loading',
  waits_for_carrier: 'carrier disconnected',
  waits_for_trunk: 'trunk does not respond',
  waits_for_customer_message: 'no customer message',
  carrier_busy: 'carrier at capacity',
  speaking_values: 'values are being spoken',
  trunk_failing: 'trunk is failing',
  no_texts_per_minute: '0 texts a minute',
  client_disabled: 'account disabled',
  linkback_number_not_callable: 'linkback number not callable',
  caller_id_not_hidden: 'caller ID cannot be hidden',
  caller_id_missing: 'no caller ID',
  attempt_cap: 'attempt cap',
  daily_limit: 'daily limit',
  least_gap: 'minimum gap',
  contact_policy: 'contact policy',
  no_consent: 'no consent',
  registry_outdated: 'do-not-call list too old',
  follow_up: 'follow-ups due later',
  waits_for_follow_ups: 'waits for follow-ups',
  waits_for_replies: 'waits for replies',
  account_in_call: 'accounts in a call',
  undecided_text: 'unclear texts',
  in_call: 'numbers in a call',
  number_pace: 'waits for its number',
  lint_blocked: 'blocked by a check',
  no_list: 'no contact list',
  nothing_left: 'nothing left',
  no_message: 'no message',
  no_customer_message: 'no customer message',
  no_linkback_number: 'no linkback number',
  no_agents: 'no agents',
  message_not_ready: 'no message ready',
  no_text_message: 'no text message',
  no_sender: 'no sender number',
  carrier_disconnected: 'carrier disconnected',
  trunk_failed: 'trunk failed',
  brake_stopped: 'stopped by the brake',
  client_was_disabled: 'account was disabled',
};

/** Undefined where no few words say it. */
export function reasonInFewWords(stored: StoredReason): string | undefined {
  const known = knownReason(stored);
  return known && words[known.code];
}
