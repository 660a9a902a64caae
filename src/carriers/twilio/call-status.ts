/** Twilio's statuses of a call, and what they mean to us. */

import type { Note } from '#contract/note.ts';
import { type RealMs, realMs } from '#domain/milliseconds.ts';
import type { CallEvent } from '../port.ts';
import { refusalOf } from './api.ts';

type Cause = (CallEvent & { kind: 'ended' })['cause'];

export interface CallEnd {
  cause: Cause;
  note?: Note;
}

const ends: Readonly<Record<string, Cause>> = {
  completed: 'hangup',
  busy: 'busy',
  'no-answer': 'no_answer',
  failed: 'failed',
  canceled: 'failed',
};

export const isOver = (status: string) => Object.hasOwn(ends, status);

/** For a status that ends a call. An answered call has been hung up, whatever the status says. */
export function endOf(status: string, answered: boolean, sipCode = ''): CallEnd {
  const cause = ends[status] ?? 'failed';
  if (answered) return { cause: 'hangup' };
  if (status === 'canceled') {
    return { cause, note: { code: 'canceled_at_carrier', what: 'call', system: 'Twilio' } };
  }
  if (cause !== 'failed') return { cause };
  const sip = sipCode === '' ? {} : { sip: sipCode };
  return { cause, note: { code: 'not_put_through', system: 'Twilio', ...sip } };
}

/** Who answered, in Twilio's words: `human`, `machine_end_beep`, `fax`, `unknown`. */
export function answererOf(answeredBy: string): 'person' | 'machine' | 'fax' {
  if (answeredBy === 'fax') return 'fax';
  // In doubt it is a person, so that a person never hears half a message.
  return answeredBy.startsWith('machine') ? 'machine' : 'person';
}

/** A call as the API returns it. */
export interface CallResource {
  sid: string;
  status: string;
  /** '' while it is not known. */
  answeredBy: string;
  /** As Twilio writes them. */
  from: string;
  to: string;
  /** We placed it by the API. */
  outbound: boolean;
  created: RealMs;
}

export function callsOf(body: Record<string, unknown>): CallResource[] {
  return Array.isArray(body.calls) ? body.calls.flatMap(callOf) : [];
}

export function callOf(given: Record<string, unknown>): CallResource[] {
  const { sid, status, answered_by: answeredBy, from, to, direction } = given;
  if (typeof sid !== 'string' || typeof status !== 'string') return [];
  const created = Date.parse(String(given.date_created));
  return [
    {
      ...{ sid, status, outbound: direction === 'outbound-api' },
      ...{ from: String(from ?? ''), to: String(to ?? '') },
      answeredBy: typeof answeredBy === 'string' ? answeredBy : '',
      created: realMs(Number.isNaN(created) ? 0 : created),
    },
  ];
}

/** From a response to an instruction: the call no longer exists. */
export function isGone(status: number, body: Record<string, unknown>): boolean {
  const notInProgress = 21_220;
  return status === 404 || refusalOf(body).code === notInProgress;
}
