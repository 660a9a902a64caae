/** One text handed over to Twilio, and what its answer means. */
import type { Note } from '#contract/note.ts';
import { explained } from '#domain/carrier-words/twilio.ts';
import type { Submission, TextRequest } from '../text-port.ts';
import { type ApiAnswer, refusalOf, type TwilioApi } from './api.ts';
import type { Gate } from './gate.ts';
import type { TwilioLink } from './link.ts';
import { optedOutCode } from './message.ts';
import { toTwilio } from './numbers.ts';
import type { TwilioSettings } from './settings.ts';
import { validitySeconds } from './validity.ts';

const notWanted: Submission = {
  kind: 'rejected',
  note: { code: 'unwanted', what: 'text' },
  retryable: true,
};
/** As much of what Twilio says is kept. */
const longestSaid = 200;
/** Twilio's own waiting line is full, or we ask too fast: the same text may go later. */
const laterCodes = new Set([20_429, 21_611]);

export async function sendText(
  { api, link, gate }: { api: TwilioApi; link: TwilioLink; gate: Gate },
  settings: TwilioSettings,
  { to, from, body, until }: TextRequest,
  { statusCallback, now }: { statusCallback: string; now: () => number },
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
  const validity = () => validitySeconds(until - now());
  const answer = await api.post(
    '/Messages.json',
    () => ({ ...form, ValidityPeriod: String(validity() ?? 1) }),
    () => mayWrite() && validity() !== undefined,
  );
  if (answer.kind === 'not_written' && answer.unwanted) return notWanted;
  const submission = submissionOf(answer);
  note(link, answer, submission);
  noteForAll(gate, answer, submission);
  return submission;
}

function submissionOf(answer: ApiAnswer): Submission {
  if (answer.kind !== 'answered') return unanswered('text', answer);
  const { status, body } = answer;
  if (status >= 200 && status < 300 && typeof body.sid === 'string') {
    return { kind: 'accepted', carrierRef: body.sid };
  }
  if (isInDoubt(status)) return { kind: 'unknown', note: answeredWith(status) };
  const { code } = refusalOf(body);
  const retryable = status === 429 || isAccounts(status) || laterCodes.has(code ?? 0);
  const note = refusalNote('text', body);
  if (code === optedOutCode) return { kind: 'rejected', note, retryable: false, optedOut: true };
  return { kind: 'rejected', note, retryable };
}

/** What a request without an answer leaves of a text or a call. */
export function unanswered(
  what: 'call' | 'text',
  { kind, why: said }: ApiAnswer & { kind: 'lost' | 'not_written' },
) {
  const system = 'Twilio';
  if (kind === 'lost') {
    return { kind: 'unknown', note: { code: 'request_lost', system, said } } as const;
  }
  const note: Note = { code: 'unreachable', what, system, said };
  return { kind: 'rejected', note, retryable: true } as const;
}

export const answeredWith = (http: number): Note => {
  return { code: 'answered_with', system: 'Twilio', http };
};

/** Twilio's own code and words. */
export function refusalNote(what: 'call' | 'text', body: Record<string, unknown>): Note {
  const { code: twilio, said } = refusalOf(body);
  return {
    ...{ code: 'not_taken', what },
    ...(twilio !== undefined && { twilio }),
    ...(said !== undefined && { said: said.slice(0, longestSaid) }),
  };
}

/** 408: Twilio, or what stands before it, gave up on a request that it may have passed on. */
export const isInDoubt = (status: number) => status < 400 || status >= 500 || status === 408;

/** It is about the account and not about this text: the next one would fare the same. */
export const isAccounts = (status: number) => status === 401 || status === 403 || status === 404;

/** What an answer says to all that go by this account: it takes more, or no more for now. */
export function noteForAll(gate: Gate, answer: ApiAnswer, { kind, retryable }: Verdict): void {
  if (kind === 'accepted') gate.taken();
  else if (retryable && answer.kind === 'answered' && !isAccounts(answer.status)) gate.refused();
}

interface Verdict {
  kind: string;
  retryable?: boolean;
}

export function accountRefused(what: 'texts' | 'calls', body: Record<string, unknown>): string {
  const { code, said } = refusalOf(body);
  return explained(`Twilio refuses ${what} of this account`, code, said);
}

function note(link: TwilioLink, answer: ApiAnswer, submission: Submission): void {
  if (answer.kind === 'answered' && isAccounts(answer.status)) {
    link.refused(accountRefused('texts', answer.body));
  } else if (submission.kind === 'unknown' || answer.kind === 'not_written') {
    link.failed(whyFailed(answer));
  } else link.worked();
}

/** For whoever reads how the carrier stands. */
export function whyFailed(answer: ApiAnswer): string {
  if (answer.kind === 'answered') return `Twilio answered ${answer.status}.`;
  return answer.kind === 'lost' ? `Twilio: ${answer.why}` : answer.why;
}
