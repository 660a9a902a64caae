/** One text handed over to Twilio, and what its answer means. */
import type { Submission, TextRequest } from '../text-port.ts';
import { type ApiAnswer, refusalOf, type TwilioApi } from './api.ts';
import type { Gate } from './gate.ts';
import type { TwilioLink } from './link.ts';
import { toTwilio } from './numbers.ts';
import type { TwilioSettings } from './settings.ts';
import { validitySeconds } from './validity.ts';
import { explained, optedOutCode } from './words.ts';

const notTaken = 'The text was not taken';
const notWanted: Submission = {
  kind: 'rejected',
  code: 'The text was not to be sent any more.',
  retryable: true,
};
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
  if (answer.kind === 'lost') return { kind: 'unknown', note: `Twilio: ${answer.why}` };
  if (answer.kind === 'not_written') {
    const code = `${notTaken}: Twilio could not be reached (${answer.why}).`;
    return { kind: 'rejected', code, retryable: true };
  }
  const { status, body } = answer;
  if (status >= 200 && status < 300 && typeof body.sid === 'string') {
    return { kind: 'accepted', carrierRef: body.sid };
  }
  if (isInDoubt(status)) return { kind: 'unknown', note: `Twilio answered ${status}.` };
  const { code, said } = refusalOf(body);
  const retryable = status === 429 || isAccounts(status) || laterCodes.has(code ?? 0);
  const words = explained(notTaken, code, said);
  if (code === optedOutCode) {
    return { kind: 'rejected', code: words, retryable: false, optedOut: true };
  }
  return { kind: 'rejected', code: words, retryable };
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
  } else if (submission.kind === 'unknown') link.failed(submission.note);
  else if (answer.kind === 'not_written') link.failed(answer.why);
  else link.worked();
}
