/**
 * Notes on how a call, a text or an auto-reply ended: our code, its facts and the carrier's own
 * words beside them. `domain/reason-sentences.ts` turns a note into its sentence, and nothing
 * compares sentences.
 */
import { z } from 'zod';

const system = z.enum(['Asterisk', 'Twilio']);
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
  of('away'),
  of('held'),
  of('taken_too_slowly'),
  of('given_out_twice'),
  of('no_answer'),
  of('hours_over'),
  of('no_words'),
  of('engine_ended').extend({ what }),
  of('database_away').extend({ what }),
  of('shut_down').extend({ what }),
  of('outcome_not_told'),
  of('no_receipt'),
  of('before_restore'),
  of('canceled_first').extend({ why: z.enum(['opt_out', 'unclear', 'stop']) }),
  of('reply_late').extend({ because: storedNote.optional() }),
  of('reply_blocked'),
  of('reply_hours'),
  /** A sentence that a version before the codes stored. */
  of('former').extend({ said }),
] as const;

/** Before anything was submitted to a carrier, or of a response that did not come. */
const submissionNotes = [
  of('not_connected'),
  /** `said`: the state of the carrier. */
  of('unusable').extend({ said }),
  of('throttled'),
  of('over_pace'),
  of('refused'),
  of('unwanted').extend({ what }),
  of('hung_up_before'),
  /** `callerId`: the setting of the campaign. */
  of('not_shown').extend({ callerId: z.enum(['hidden', 'default']) }),
  of('unreachable').extend({ what, system, said }),
  of('request_lost').extend({ system, said }),
  of('connection_lost').extend({ system }),
  of('no_answer_within').extend({ system, seconds: count }),
  /** `http`: the status of the response. */
  of('answered_with').extend({ system, http: count }),
  of('answer_lost'),
  of('carrier_silent'),
  of('canceled_at_carrier').extend({ what, system: system.optional() }),
] as const;

/** Calls. `sip`: the status, `q850`: the cause, as the network reported them. */
const callNotes = [
  of('lost').extend({ system }),
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

/** Texts, and what Twilio refuses. `twilio`: its error code, `smpp`: the command status. */
const textNotes = [
  of('not_taken').extend({ what, twilio: count.optional() }),
  of('not_delivered').extend({ twilio: count.optional() }),
  /** `said`: the receipt's state; `error`: its error code. */
  of('receipt').extend({ said, error: z.string().optional() }),
  of('smpp_status').extend({ smpp: count }),
  of('too_long'),
  of('rest_too_late'),
  of('took_no_more'),
  of('no_id'),
  of('partly_taken').extend({ taken: count, parts: count, because: storedNote }),
  of('cannot_receive'),
  of('out_of_reach'),
  of('not_left'),
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
