/** A message in Twilio's list, and what its status means for a text. */

import type { Note } from '#contract/note.ts';
import { type RealMs, realMs } from '#domain/milliseconds.ts';
import { refusalOf } from './api.ts';

/** The person has opted out from this sender at Twilio. */
export const optedOutCode = 21_610;

export interface Message {
  sid: string;
  /** We sent it; else it came in. */
  outbound: boolean;
  /** As Twilio writes them. */
  from: string;
  to: string;
  body: string;
  status: string;
  code: number | undefined;
  created: RealMs;
  /** When its status last changed. */
  updated: RealMs;
  attachments: number;
}

export function messagesOf(body: Record<string, unknown>): Message[] {
  return Array.isArray(body.messages) ? body.messages.flatMap(messageOf) : [];
}

function messageOf(given: Record<string, unknown>): Message[] {
  const created = realMs(Date.parse(String(given.date_created)));
  if (typeof given.sid !== 'string' || Number.isNaN(created)) return [];
  const updated = realMs(Date.parse(String(given.date_updated)));
  return [
    {
      sid: given.sid,
      outbound: String(given.direction).startsWith('outbound'),
      ...{ from: textOf(given.from), to: textOf(given.to), body: textOf(given.body) },
      status: textOf(given.status),
      code: refusalOf({ code: given.error_code }).code,
      ...{ created, updated: Number.isNaN(updated) ? created : updated },
      attachments: Number(given.num_media) || 0,
    },
  ];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

export interface Outcome {
  outcome: 'delivered' | 'failed';
  note?: Note;
  canceled?: boolean;
}

/** Undefined while the text is still on its way. */
export function outcomeOf(
  status: string | undefined,
  errorCode: number | undefined,
): Outcome | undefined {
  if (status === 'delivered' || status === 'read') return { outcome: 'delivered' };
  if (status === 'canceled') {
    const note: Note = { code: 'canceled_at_carrier', what: 'text', system: 'Twilio' };
    return { outcome: 'failed', note, canceled: true };
  }
  if (status === 'failed' || status === 'undelivered') {
    const twilio = errorCode === undefined ? {} : { twilio: errorCode };
    return { outcome: 'failed', note: { code: 'not_delivered', ...twilio } };
  }
  return undefined;
}

/** A picture without words becomes a note about the attachment. */
export function inboundBody(body: string, attachments: number): string {
  if (body !== '' || attachments === 0) return body;
  return attachments === 1 ? '[1 attachment]' : `[${attachments} attachments]`;
}
