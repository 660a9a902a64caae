/** Responses while the database, or the journal beside it, cannot be written. */
import { type Campaign, campaignType, runStatus } from '#contract/campaign.ts';
import { type ErrorCode, type ProblemError, problem } from '#contract/errors.ts';
import { troubleOf } from '#db/errors.ts';
import { reasonSentence, troubleSentence } from '#domain/reason-sentences.ts';
import { troubleReason } from '#domain/reasons.ts';
import type { TroubleKind } from '#domain/trouble-words.ts';
import type { ApiDeps } from './deps.ts';

const codes: Record<TroubleKind, ErrorCode> = {
  unreachable: 'database_unreachable',
  read_only: 'database_read_only',
  full: 'database_full',
  overloaded: 'database_overloaded',
  journal: 'journal_unwritable',
};

/** Every request meets it, so it is logged only once (db/trouble.ts). */
export function isTrouble({ code }: ProblemError): boolean {
  return Object.values(codes).includes(code);
}

/** Undefined for an error that is not trouble of the whole database. */
export function troubleProblem(error: unknown): ProblemError | undefined {
  const kind = troubleOf(error);
  return kind && problemOf(kind, error);
}

/** @param cause for the log */
export function problemOf(kind: TroubleKind, cause?: unknown): ProblemError {
  const sentence =
    kind === 'unreachable' ? 'The database cannot be reached.' : troubleSentence(kind);
  const options = { retryAfter: 5, ...(cause !== undefined && { cause }) };
  return problem(codes[kind], `${sentence} Try again in a moment.`, options);
}

/**
 * Why a campaign waits when its row cannot say so, because nothing can be written. An engine writes
 * it if there is still room for that.
 */
export function withTrouble<
  C extends Pick<Campaign, 'campaignStatusId' | 'campaignType' | 'statusReason' | 'reason'>,
>(campaign: C, { trouble }: Pick<ApiDeps, 'trouble'>): C {
  const kind = trouble?.database()?.kind;
  const { starting, running } = runStatus;
  const waits = campaign.campaignStatusId === starting || campaign.campaignStatusId === running;
  if (!kind || !waits) return campaign;
  const channel = campaign.campaignType === campaignType.texting ? 'text' : 'voice';
  const reason = troubleReason(kind, channel);
  return { ...campaign, statusReason: reasonSentence(reason), reason };
}
