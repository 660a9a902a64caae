import { PickError } from '#contract/account-field-pick.ts';
import type { Change } from '#contract/change.ts';
import { type ErrorCode, type FieldError, problemSchema } from '#contract/errors.ts';
import type { StoredReason } from '#contract/reason.ts';
import type { SignInStep } from '#contract/sign-in-step.ts';

/** `unreachable`: no response; `unreadable`: a response that is not in the contract. */
export type ProblemCode = ErrorCode | 'unreachable' | 'unreadable';

interface ProblemParts {
  code: ProblemCode;
  title: string;
  detail: string;
  status: number;
  errors?: FieldError[] | undefined;
  reason?: StoredReason | undefined;
  change?: Change | undefined;
  signInStep?: SignInStep | undefined;
  /** Seconds, from a Retry-After header. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** What every failed operation of the platform API throws. `message` is the sentence to show. */
export class ApiProblem extends Error {
  readonly code: ProblemCode;
  readonly title: string;
  readonly detail: string;
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  readonly errors: readonly FieldError[];
  /** Why a campaign cannot run. */
  readonly reason: StoredReason | undefined;
  /** What a save did not know of. */
  readonly change: Change | undefined;
  /** How a login is finished. */
  readonly signInStep: SignInStep | undefined;
  readonly retryAfter: number | undefined;

  constructor(parts: ProblemParts) {
    super(parts.detail, { cause: parts.cause });
    this.name = 'ApiProblem';
    this.code = parts.code;
    this.title = parts.title;
    this.detail = parts.detail;
    this.status = parts.status;
    this.errors = parts.errors ?? [];
    this.reason = parts.reason;
    this.change = parts.change;
    this.signInStep = parts.signInStep;
    this.retryAfter = parts.retryAfter;
  }

  /** The sentence for one field of a form ("name", "mapping.0.fieldColumn"), if there is one. */
  errorAt(path: string): string | undefined {
    return this.errors.find((error) => error.path === path)?.message;
  }
}

/** The password was accepted, and the second factor is asked for. */
export function signInStepOf(error: unknown): SignInStep | undefined {
  return error instanceof ApiProblem ? error.signInStep : undefined;
}

export function unreachable(cause: unknown): ApiProblem {
  return new ApiProblem({
    code: 'unreachable',
    title: 'No response',
    detail: 'The server did not respond. Check that it is running, then try again.',
    status: 0,
    cause,
  });
}

export function unreadable(status: number, cause: unknown): ApiProblem {
  return new ApiProblem({
    code: 'unreadable',
    title: 'Unexpected response',
    detail:
      cause instanceof PickError
        ? cause.message
        : 'The server sent an unexpected response. Reload the page.',
    status,
    cause,
  });
}

/** Reads an `application/problem+json` body; anything else becomes `unreadable`. */
export function problemFrom(status: number, body: string, retryAfter: string | null): ApiProblem {
  const parsed = problemSchema.safeParse(jsonOrUndefined(body));
  if (!parsed.success) return unreadable(status, parsed.error);
  const { code, title, detail, errors, reason, change, signInStep } = parsed.data;
  const seconds = retryAfter === null ? undefined : Number(retryAfter);
  const parts = { code, title, detail, status, errors, reason, change, signInStep };
  return new ApiProblem({ ...parts, retryAfter: seconds });
}

function jsonOrUndefined(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
