/**
 * Why something does not run, was stopped, failed or was refused: a code and its facts, never a
 * sentence. A fact is an instant (ISO 8601, UTC), a name or a count; `domain/reason-sentences.ts`
 * turns a reason into its sentence. Two reasons are the same when code and facts are.
 */
import { z } from 'zod';
import { holdCode } from './hold-code.ts';
import { lintRules } from './lint-rule.ts';
import { storedNote } from './note.ts';

/** Calls or texts. */
const channel = z.enum(['voice', 'text']);
export type Channel = z.infer<typeof channel>;

const instant = z.string().refine((text) => !Number.isNaN(Date.parse(text)));
const count = z.number();
/** Milliseconds; negative means behind, positive ahead. */
const milliseconds = z.number();
const name = z.string();
/** The words of another system or person: shown, never compared. */
const said = z.string();

const of = <Code extends string>(code: Code) => z.object({ code: z.literal(code) });

/** What keeps a process from writing (domain/trouble-words.ts). */
export const troubleKinds = ['unreachable', 'read_only', 'full', 'overloaded', 'journal'] as const;

/** The whole platform, an engine or its machine: no calls or texts go out. */
const platformReasons = [
  of('hold').extend({
    hold: holdCode,
    asOf: instant.optional(),
    aheadUntil: instant.optional(),
    lost: name.optional(),
    /** The operator has asked for the reconciliation. */
    asked: z.boolean(),
  }),
  of('operator_stop').extend({
    scope: z.enum(['all', 'client', 'carrier']),
    carrier: name.nullable(),
    since: instant,
    said,
  }),
  /** By an administrator; `carrier` is null for all calls and texts of the client. */
  of('client_stop').extend({ carrier: name.nullable(), since: instant, said, by: name }),
  of('database_trouble').extend({ trouble: z.enum(troubleKinds), channel }),
  of('clock_unknown'),
  /** `source`: a carrier's name; null for the database. */
  of('clock_off').extend({ by: milliseconds, source: name.nullable() }),
  of('clock_set').extend({ by: milliseconds, contradicted: z.boolean() }),
  of('waits_for_carrier_time').extend({ carrier: name }),
  of('engine_stopping'),
  of('issued_twice'),
  /** `said`: which file cannot be written, and the error of the system. */
  of('journal_unwritable').extend({ said }),
] as const;

/** What a running campaign waits for. */
const waitReasons = [
  of('waits_for_list'),
  of('waits_for_carrier').extend({ channel }),
  of('waits_for_trunk'),
  of('waits_for_customer_message'),
  of('carrier_busy'),
  /** Values that its next calls speak are being prepared. */
  of('speaking_values'),
  of('trunk_failing'),
  of('no_texts_per_minute'),
  of('client_disabled'),
  of('linkback_number_not_callable').extend({
    fault: z.enum(['premium', 'personal', 'service', 'unassigned', 'foreign', 'elsewhere']),
    country: name.optional(),
    place: name.optional(),
  }),
  of('caller_id_not_hidden'),
  of('caller_id_missing'),
  /** Without `until`: none of the days that are looked ahead has hours. */
  of('calling_hours').extend({ until: instant.optional() }),
  of('attempt_cap').extend({ until: instant }),
  /** `most`: micro-dollars for the cost. */
  of('daily_limit').extend({
    kind: z.enum(['calls', 'texts', 'cost']),
    most: count,
    until: instant,
  }),
  of('least_gap').extend({ until: instant }),
  /** Without `until`: nobody knows when, as until a service answers. */
  of('contact_policy').extend({ until: instant.optional() }),
  of('no_consent'),
  /** `days`: how old the national do-not-call list is, null without one. `most`: how old it may be. */
  of('registry_outdated').extend({ days: count.nullable(), most: count }),
  of('follow_up').extend({ until: instant }),
  /** `campaign`: its rules lead here, and follow-ups may still come of it. */
  of('waits_for_follow_ups').extend({ campaign: name }),
  /** Its own rules send texts again that are not answered. */
  of('waits_for_replies'),
  of('due_later').extend({ until: instant }),
  of('account_in_call'),
  of('undecided_text'),
  of('in_call'),
  of('number_pace').extend({ segmentsPerSecond: count }),
] as const;

/** Why a campaign could not start. */
const startReasons = [
  /** `by`: who prepared it; absent: the operator. `alone`: the client has nobody else. */
  of('needs_approval').extend({ by: name.optional(), alone: z.boolean() }),
  /** A check of messages that the operator set to block; its words as they were at the start. */
  of('lint_blocked').extend({
    rule: z.enum(lintRules),
    message: name,
    place: said,
    said,
    cure: said,
  }),
  of('no_list'),
  of('nothing_left').extend({ channel }),
  of('no_message'),
  of('no_customer_message'),
  of('no_linkback_number'),
  of('no_agents'),
  /** `failed`: it never will be, before somebody changes it. */
  of('message_not_ready').extend({ message: name, failed: z.literal(true).optional() }),
  of('no_text_message'),
  of('no_sender'),
  /** An automatic start is retried. */
  of('carrier_disconnected'),
] as const;

/** Why a campaign was stopped. */
const stopReasons = [
  of('changed_since_approval').extend({ by: name.optional() }),
  /** `note`: of the last call; `said`: the carrier's words on it. */
  of('trunk_failed').extend({ calls: count, said, note: storedNote.optional() }),
  /** A share is surely above the operator's limit; both 0 to 1. `newest`: of some placed one after the other. */
  of('brake_stopped').extend({
    signal: z.enum(['failed', 'optOuts', 'machines', 'agents', 'textErrors', 'unknown']),
    limit: z.number(),
    hits: count,
    trials: count,
    newest: z.boolean(),
    since: instant,
    /** Of `hits`, those that have a call, which the report lists; absent: an older version counted. */
    calls: count.optional(),
    /** Of `trials`, those without a result; absent: an older version counted. */
    open: count.optional(),
  }),
  of('client_was_disabled'),
] as const;

const step = { step: count.optional() };

/** Why a voice message could not be rendered; `step`: which of its steps. */
const messageReasons = [
  of('rendering_failed'),
  of('message_too_long').extend(step),
  of('no_such_voice').extend(step),
  of('no_such_field').extend(step),
  of('nothing_to_speak').extend(step),
  of('letters_not_spoken').extend({ ...step, letters: said }),
  of('speech_too_long').extend({ ...step, minutes: count, most: count }),
  of('speech_too_slow').extend(step),
  of('speech_failed').extend(step),
  of('sound_not_audio').extend(step),
  of('sound_too_long').extend(step),
  of('sound_silent').extend(step),
  of('sound_unsupported').extend(step),
  of('sound_broken').extend(step),
  of('sound_cut_off').extend(step),
  of('sound_no_decoder').extend(step),
  of('sound_gone').extend(step),
] as const;

/** Why a recording by telephone ended with nothing saved. */
const recordingReasons = [
  of('recording_busy'),
  of('recording_no_answer'),
  of('recording_failed'),
  of('recording_hung_up'),
  of('recording_silent'),
  of('recording_too_long'),
  of('recording_not_by_phone'),
  of('recording_carrier_disconnected'),
  of('recording_no_engine'),
  of('recording_lost'),
  /** It came onto the do-not-call list after it was asked for. */
  of('recording_do_not_call'),
] as const;

/** Why a call or text to a manager's own phone failed, or nobody knows what became of it. */
const managerContactReasons = [
  of('manager_busy'),
  of('manager_no_answer'),
  of('manager_call_failed'),
  of('manager_carrier_disconnected').extend({ channel }),
  of('manager_no_engine'),
  of('manager_contact_lost'),
  /** It came onto the do-not-call list after it was asked for. */
  of('manager_do_not_call'),
  /** Its manager removed or changed it after it was asked for, or may no longer sign in. */
  of('manager_phone_gone'),
  /** No code goes to a number that nobody has proven: by its calling hours, or by the codes of a day. */
  of('code_hours').extend({ allowedFrom: instant }),
  of('code_limit').extend({ of: z.enum(['number', 'manager']), most: count, allowedFrom: instant }),
] as const;

/** Why a number or an account of a contact file was not imported. */
const rejectReasons = [
  of('number_malformed'),
  of('number_foreign_code'),
  of('number_premium'),
  of('number_toll_free'),
  of('number_personal'),
  of('number_service'),
  of('number_unassigned'),
  of('number_foreign').extend({ country: name }),
  /** `place`: a state and its country. */
  of('number_elsewhere').extend({ place: name }),
  of('number_duplicate'),
  of('number_do_not_call'),
  of('number_account_stop'),
  /** `since`: a date as it was asked for. */
  of('number_called_since').extend({ since: name }),
  of('account_without_number'),
  of('account_without_imported_number'),
] as const;

const reportReasons = [of('report_failed'), of('report_no_room'), of('report_too_large')] as const;

/** A sentence stored by a version without codes. */
const formerReasons = [of('former').extend({ said })] as const;

export const reason = z.discriminatedUnion('code', [
  ...platformReasons,
  ...waitReasons,
  ...startReasons,
  ...stopReasons,
  ...messageReasons,
  ...recordingReasons,
  ...managerContactReasons,
  ...rejectReasons,
  ...reportReasons,
  ...formerReasons,
]);
export type Reason = z.infer<typeof reason>;
export type ReasonCode = Reason['code'];
/** The facts of these codes, with the code. */
export type ReasonOf<Code extends ReasonCode> = Extract<Reason, { code: Code }>;

/** Why a voice message, or a part of one, has no sound. */
export type SpeechReason = Exclude<
  z.infer<(typeof messageReasons)[number]>,
  { code: 'rendering_failed' }
>;

/** As stored and on the wire: a newer version may have codes that this one lacks. */
export const storedReason = z.looseObject({ code: z.string() });
export type StoredReason = z.infer<typeof storedReason>;

/** Undefined when this version does not know the code, or not with these facts. */
export function knownReason(stored: StoredReason): Reason | undefined {
  return reason.safeParse(stored).data;
}

/** Null means no reason. */
export function sameReason(one: StoredReason | null, other: StoredReason | null): boolean {
  if (one === null || other === null) return one === other;
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
}

/** The database keeps keys in an order of its own; an undefined fact is absent. */
function inOrder(facts: unknown): unknown {
  if (typeof facts !== 'object' || facts === null) return facts;
  return Object.entries(facts)
    .filter(([, fact]) => fact !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, fact]) => [name, inOrder(fact)]);
}
