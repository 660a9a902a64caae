/** Submits one text to Twilio and interprets the response. */

import type { CarrierDetail } from '#contract/carrier-detail.ts';
import type { Note } from '#contract/note.ts';
import { elapsed, type SimMs } from '#domain/milliseconds.ts';
import type { Submission, TextRequest } from '../text-port.ts';
import { type ApiResponse, refusalFacts, refusalOf, type TwilioApi } from './api.ts';
import type { Gate } from './gate.ts';
import type { Failure, TwilioLink } from './link.ts';
import { optedOutCode } from './message.ts';
import { toTwilio } from './numbers.ts';
import type { TwilioSettings } from './settings.ts';
import { validitySeconds } from './validity.ts';

const notWanted: Submission = {
  kind: 'rejected',
  note: { code: 'withdrawn', what: 'text' },
  retryable: true,
};
/** Twilio's own queue is full, or we are too fast: the same text may be submitted later. */
const laterCodes = new Set([20_429, 21_611]);

export async function sendText(
  { api, link, gate }: { api: TwilioApi; link: TwilioLink; gate: Gate },
  settings: TwilioSettings,
  { to, from, body, until }: TextRequest,
  { statusCallback, now }: { statusCallback: string; now: () => SimMs },
  mayWrite = () => true,
): Promise<Submission> {
  const { messagingServiceSid } = settings;
  const form = {
    To: toTwilio(to),
    From: toTwilio(from),
    ...(messagingServiceSid !== undefined && { MessagingServiceSid: messagingServiceSid }),
    Body: body,
    StatusCallback: statusCallback,
  };
  const validity = () => validitySeconds(elapsed(now(), until));
  const response = await api.post(
    '/Messages.json',
    () => ({ ...form, ValidityPeriod: String(validity() ?? 1) }),
    () => mayWrite() && validity() !== undefined,
  );
  if (response.kind === 'not_written' && response.unwanted) return notWanted;
  const submission = submissionOf(response);
  note(link, response, submission);
  informGate(gate, response, submission);
  return submission;
}

function submissionOf(response: ApiResponse): Submission {
  if (response.kind !== 'responded') return noResponseOf('text', response);
  const { status, body } = response;
  if (status >= 200 && status < 300 && typeof body.sid === 'string') {
    return { kind: 'accepted', carrierRef: body.sid };
  }
  if (isInDoubt(status)) return { kind: 'unknown', note: statusNote(status) };
  const { code } = refusalOf(body);
  const retryable = status === 429 || isAccounts(status) || laterCodes.has(code ?? 0);
  const note = refusalNote('text', body);
  if (code === optedOutCode) return { kind: 'rejected', note, retryable: false, optedOut: true };
  return { kind: 'rejected', note, retryable };
}

/** The result of a request for a call or text that got no response. */
export function noResponseOf(
  what: 'call' | 'text',
  { kind, why: said }: ApiResponse & { kind: 'lost' | 'not_written' },
) {
  const system = 'Twilio';
  if (kind === 'lost') {
    return { kind: 'unknown', note: { code: 'request_lost', system, said } } as const;
  }
  const note: Note = { code: 'unreachable', what, system, said };
  return { kind: 'rejected', note, retryable: true } as const;
}

export const statusNote = (http: number): Note => {
  return { code: 'responded_with', system: 'Twilio', http };
};

/** Twilio's own code and words. */
export function refusalNote(what: 'call' | 'text', body: Record<string, unknown>): Note {
  return { code: 'not_accepted', what, ...refusalFacts(body) };
}

/** 408: Twilio, or a proxy in front of it, gave up on a request that it may have passed on. */
export const isInDoubt = (status: number) => status < 400 || status >= 500 || status === 408;

/** It is about the account, not this call or text: the next one would be rejected too. */
export const isAccounts = (status: number) => status === 401 || status === 403 || status === 404;

/** What a response means for the whole account: it accepts more, or is at capacity. */
export function informGate(gate: Gate, response: ApiResponse, { kind, retryable }: Verdict): void {
  if (kind === 'accepted') gate.taken();
  else if (retryable && response.kind === 'responded' && !isAccounts(response.status))
    gate.refused();
}

interface Verdict {
  kind: string;
  retryable?: boolean;
}

export function accountMayNot(
  what: 'texts' | 'calls',
  body: Record<string, unknown>,
): CarrierDetail {
  return { code: 'account_may_not', what, ...refusalFacts(body) };
}

function note(link: TwilioLink, response: ApiResponse, submission: Submission): void {
  if (response.kind === 'responded' && isAccounts(response.status)) {
    link.refused(accountMayNot('texts', response.body));
  } else if (submission.kind === 'unknown' || response.kind === 'not_written') {
    link.failed(whyFailed(response));
  } else link.worked();
}

export function whyFailed(response: ApiResponse): Failure {
  return response.kind === 'responded' ? { http: response.status } : { said: response.why };
}
