/** How Twilio says that a call stands, and what that is to us. */
import type { Note } from '#contract/note.ts';
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

/** Of a status that ends a call. A call that was answered has been hung up, whatever it says. */
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
  // A person never hears half a message: who is in doubt is a person.
  return answeredBy.startsWith('machine') ? 'machine' : 'person';
}

/** A call as the API tells it. */
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
  /** Epoch milliseconds of real time. */
  created: number;
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
      created: Number.isNaN(created) ? 0 : created,
    },
  ];
}

/** Of an answer to an instruction: the call is there no more. */
export function isGone(status: number, body: Record<string, unknown>): boolean {
  const notInProgress = 21_220;
  return status === 404 || refusalOf(body).code === notInProgress;
}
