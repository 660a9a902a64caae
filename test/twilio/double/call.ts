/** One call at the double, and its REST resource. */
import { accountSid } from './account.ts';

/** Milliseconds. */
export interface Callee {
  /** Absent: answers. */
  ends?: 'busy' | 'no-answer' | 'failed';
  rings?: number;
  /** The verdict of AMD, and after how long; null: there is none. */
  detected?: string | null;
  detectedAfter?: number;
  /** After the call first gathers keys: Twilio loses what is pressed earlier. */
  keys?: { after: number; key: string }[];
  /** A key after this much of a sound whose address contains `sound`. */
  keyDuring?: { sound: string; after: number; key: string };
  /** After the answer. */
  hangsUpAfter?: number;
}

export interface DoubleCall {
  sid: string;
  to: string;
  from: string;
  status: string;
  answeredBy: string | null;
  created: Date;
  fields: URLSearchParams;
  /** What was heard, in order: addresses with the milliseconds that were heard, rooms, and keys. */
  heard: { what: string; at: number; ms: number }[];
  pressed: { key: string; at: number }[];
  /** Instructions by REST. */
  changed: { at: number; twiml: string }[];
  endedAt: number | undefined;
  sipCode: string;
  /** Absent: `outbound-api`. */
  direction?: 'inbound' | 'outbound-dial';
}

/** A call while it lasts. */
export interface Line {
  call: DoubleCall;
  callee: Callee;
  /** Ends what is being played because something else is to be. */
  now: AbortController;
  over: AbortController;
  press: ((key: string) => void) | undefined;
}

const overStates = ['completed', 'busy', 'no-answer', 'failed', 'canceled'];
export const isOver = ({ status }: DoubleCall) => overStates.includes(status);

/** What a webhook says of every call. */
export const about = ({ sid, to, from, status }: DoubleCall) => ({
  ...{ CallSid: sid, AccountSid: accountSid, ApiVersion: '2010-04-01', To: to, From: from },
  ...{ CallStatus: status, Direction: 'outbound-api' },
});

const rfc2822 = (date: Date) => date.toUTCString().replace('GMT', '+0000');

export function callResource(call: DoubleCall): object {
  const { sid, to, from, status, answeredBy, created, direction = 'outbound-api' } = call;
  const root = `/2010-04-01/Accounts/${accountSid}/Calls/${sid}`;
  const over = isOver(call);
  return {
    ...{ sid, to, from, status, answered_by: answeredBy, direction },
    ...{ account_sid: accountSid, api_version: '2010-04-01', uri: `${root}.json` },
    ...{ to_formatted: to, from_formatted: from, parent_call_sid: null, price: null },
    ...{ price_unit: 'USD', duration: over ? '1' : null, queue_time: '0' },
    date_created: rfc2822(created),
    date_updated: rfc2822(created),
    start_time: status === 'queued' ? null : rfc2822(created),
    end_time: over ? rfc2822(new Date()) : null,
    subresource_uris: { events: `${root}/Events.json` },
  };
}
