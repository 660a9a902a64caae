/**
 * Notes on how a call, a text or an auto-reply ended: our code, its facts and the carrier's own
 * words beside them. `domain/reason-sentences.ts` turns a note into its sentence, and nothing
 * compares sentences.
 */
import { z } from 'zod';
import { storedCarrierDetail } from './carrier-detail.ts';

/** The carrier's system, by the name that its kind gives it: "Asterisk". */
const system = z.string();
const what = z.enum(['call', 'text']);
const count = z.number();

/** The carrier's own words, or the network's: never translated, never compared. */
const said = z.string();

const of = <Code extends string>(code: Code) =>
  z.object({ code: z.literal(code), said: said.optional() });

/** As stored in the database: a newer version may have codes that this one lacks. */
export const storedNote = z.looseObject({ code: z.string(), said: said.optional() });
export type StoredNote = z.infer<typeof storedNote>;

/** Notes of the engine and the platform. */
const engineNotes = [
  of('disconnected'),
  of('on_hold'),
  of('claim_too_slow'),
  of('issued_twice'),
  of('calling_hours_ended'),
  of('empty_text'),
  of('engine_ended').extend({ what }),
  of('database_unavailable').extend({ what }),
  of('shut_down').extend({ what }),
  of('outcome_not_reported'),
  of('no_receipt'),
  of('before_restore'),
  of('canceled_before_sending').extend({ why: z.enum(['opt_out', 'unclear', 'stop']) }),
  of('reply_late').extend({ because: storedNote.optional() }),
  of('reply_blocked'),
  of('reply_lifted'),
  of('reply_outside_hours'),
  /** A sentence that a version before the codes stored. */
  of('former').extend({ said }),
] as const;

/** Before anything was submitted to a carrier, or of a response that did not come. */
const submissionNotes = [
  of('not_connected'),
  /** `because`: what the carrier's connection says. */
  of('unusable').extend({ because: storedCarrierDetail }),
  of('throttled'),
  of('over_pace'),
  of('refused'),
  of('withdrawn').extend({ what }),
  of('hung_up_before_placed'),
  /** `callerId`: the setting of the campaign. */
  of('caller_id_unavailable').extend({ callerId: z.enum(['hidden', 'default']) }),
  of('unreachable').extend({ what, system, said }),
  of('request_lost').extend({ system, said }),
  of('connection_lost').extend({ system }),
  of('no_response_within').extend({ system, seconds: count }),
  /** `http`: the status of the response. */
  of('responded_with').extend({ system, http: count }),
  of('response_lost'),
  of('no_response'),
  of('canceled_at_carrier').extend({ what, system: system.optional() }),
] as const;

/** Calls. `sip`: the status, `q850`: the cause, as the network reported them. */
const callNotes = [
  of('call_lost').extend({ system }),
  of('not_reported').extend({ system }),
  of('sound_missing').extend({ system }),
  of('no_common_codec'),
  of('trunk_silent'),
  of('simulated_trunk').extend({ how: z.enum(['silent', 'refused']) }),
  of('forwarded').extend({ sip: count }),
  of('login_refused').extend({ sip: count }),
  of('call_refused').extend({ sip: count }),
  of('no_such_number').extend({ sip: count }),
  of('number_gone').extend({ sip: count }),
  of('codec_refused').extend({ sip: count }),
  of('network_ended').extend({ sip: count.optional(), q850: count.optional() }),
  of('not_put_through').extend({ system, sip: z.string().optional() }),
] as const;

/** `error`: the carrier's error code, `twilio`: Twilio's, for which Carillon has words. */
const refusal = { twilio: count.optional(), error: z.string().optional() };

/** Texts, and refused calls. `smpp`: the command status. */
const textNotes = [
  of('not_accepted').extend({ what, ...refusal }),
  of('not_delivered').extend(refusal),
  /** `said`: the receipt's state; `error`: its error code. */
  of('receipt').extend({ said, error: z.string().optional() }),
  of('smpp_status').extend({ smpp: count }),
  of('too_long'),
  of('remaining_parts_too_late'),
  of('carrier_busy'),
  of('no_id'),
  of('partly_accepted').extend({ accepted: count, parts: count, because: storedNote }),
  of('cannot_receive'),
  of('phone_unreachable'),
  of('expired_before_sending'),
] as const;

const note = z.discriminatedUnion('code', [
  ...engineNotes,
  ...submissionNotes,
  ...callNotes,
  ...textNotes,
]);
export type Note = z.infer<typeof note>;
export type NoteCode = Note['code'];
/** The facts of these codes, with the code. */
export type NoteOf<Code extends NoteCode> = Extract<Note, { code: Code }>;

/** Undefined when this version does not know the code, or not with these facts. */
export function knownNote(stored: StoredNote): Note | undefined {
  return note.safeParse(stored).data;
}
