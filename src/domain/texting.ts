/** Waits and auto-replies of texting. */

import type { Note } from '#contract/note.ts';
import type { HoursVerdict } from './calling-hours.ts';
import { earlier, later, type SimMs, simMs, soonest } from './milliseconds.ts';

const minute = 60_000;
const hour = 60 * minute;

/**
 * An accepted text without a receipt after this ends as unknown: carriers try to deliver for
 * up to three days. A receipt that comes later still corrects it.
 */
export const receiptPatience = simMs(72 * hour);
/** A person who repeats an opt-out within this time already has the confirmation. */
export const confirmationRest = simMs(24 * hour);
/** Slows down two machines that reply to each other. */
export const helpRest = simMs(minute);

/**
 * An auto-reply goes out within this time after the inbound text, or not at all (47 CFR
 * 64.1200(a)(12) for the confirmation of an opt-out).
 */
export const replyPatience = simMs(5 * minute);

export interface ReplyQuestion {
  kind: 'opt_out' | 'help';
  /** When the text came in. */
  received: SimMs;
  now: SimMs;
  /** The number is on the client's do-not-call list. */
  blocked: boolean;
  /** The calling hours of the number. */
  hours: HoursVerdict;
  /** As in `GateQuestion`. */
  submissionTakes: SimMs;
}

export type ReplyVerdict =
  /** Not from `until` on. */
  { kind: 'send'; until: SimMs } | { kind: 'wait' } | { kind: 'drop'; note: Note };

/**
 * Whether an auto-reply goes out now (spec 3 section 8): within five minutes, inside the hours of
 * the person, never after an opt-out. Only the one confirmation of an opt-out goes out at any hour, while
 * the opt-out holds.
 */
export function judgeReply(question: ReplyQuestion): ReplyVerdict {
  const { kind, received, now, blocked, hours } = question;
  const end = later(received, replyPatience);
  if (now >= end) return { kind: 'drop', note: { code: 'reply_late' } };
  if (kind === 'opt_out' && !blocked) return { kind: 'drop', note: { code: 'reply_lifted' } };
  if (kind === 'opt_out') return { kind: 'send', until: end };
  if (blocked) return { kind: 'drop', note: { code: 'reply_blocked' } };
  const closes = earlier(simMs(hours.until), question.submissionTakes);
  if (hours.allowed && now < closes) return { kind: 'send', until: soonest(end, closes) };
  // They may open within these minutes.
  const opensInTime = !hours.allowed && hours.until < end;
  return opensInTime ? { kind: 'wait' } : { kind: 'drop', note: { code: 'reply_outside_hours' } };
}

/** What a text says of its client. */
export interface Sender {
  /** As it names itself in its messages: its spoken name, or without one its name. */
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
