/** Waits and answers of texting. Milliseconds of the engine's clock. */
import type { Note } from '#contract/note.ts';
import type { HoursVerdict } from './calling-hours.ts';

const minute = 60_000;
const hour = 60 * minute;

/**
 * A text that was taken and has no receipt after this ends as unknown: carriers try to deliver for
 * up to three days. A receipt that comes later still corrects it.
 */
export const receiptPatience = 72 * hour;
/** A person who repeats an opt-out in this time has had the confirmation. */
export const confirmationRest = 24 * hour;
/** Two machines that answer each other's words do so slowly. */
export const helpRest = minute;

/**
 * An answer goes out within so long of the text that it answers, or not at all (47 CFR 64.1200(a)(12)
 * for the confirmation of an opt-out).
 */
export const answerPatience = 5 * minute;

export interface AnswerQuestion {
  kind: 'opt_out' | 'help';
  /** When the text came in, and now: epoch ms of the engine's clock. */
  received: number;
  now: number;
  /** The number is on the client's do-not-call list. */
  listed: boolean;
  /** The calling hours of the number. */
  hours: HoursVerdict;
  /** As in `GateQuestion`. */
  handOverTakes: number;
}

export type AnswerVerdict =
  /** Not from `until` (epoch ms) on. */
  { kind: 'send'; until: number } | { kind: 'wait' } | { kind: 'drop'; note: Note };

/**
 * Whether an answer goes out now (spec 3 section 8): within five minutes, inside the hours of the person,
 * never after an opt-out. Its one confirmation is what an opt-out asks for, also at night.
 */
export function judgeAnswer(question: AnswerQuestion): AnswerVerdict {
  const { kind, received, now, listed, hours } = question;
  const end = received + answerPatience;
  if (now >= end) return { kind: 'drop', note: { code: 'reply_late' } };
  if (kind === 'opt_out') return { kind: 'send', until: end };
  if (listed) return { kind: 'drop', note: { code: 'reply_blocked' } };
  const closes = hours.until - question.handOverTakes;
  if (hours.allowed && now < closes) return { kind: 'send', until: Math.min(end, closes) };
  // They may open within these minutes.
  const opensInTime = !hours.allowed && hours.until < end;
  return opensInTime ? { kind: 'wait' } : { kind: 'drop', note: { code: 'reply_hours' } };
}

/** What the sender may know of a client, in a text. */
export interface Sender {
  clientName: string;
  /** 11 digits: the number that the person wrote to. */
  textingNumber: string;
}

export function optOutReply({ clientName }: Sender): string {
  return `${clientName}: You are opted out and will get no more calls or texts from us. Reply START to opt in again.`;
}

export function helpReply({ clientName, textingNumber }: Sender): string {
  return `${clientName}: For help call or text ${written(textingNumber)}. Reply STOP to opt out.`;
}

/** `(302) 555-0148`. */
function written(phone: string): string {
  return `(${phone.slice(1, 4)}) ${phone.slice(4, 7)}-${phone.slice(7)}`;
}
