/**
 * The one table of error codes. Every unsuccessful response is `application/problem+json` (RFC
 * 9457) with one of these codes; a new error is one line here.
 */
import { z } from 'zod';
import { type Change, change } from './change.ts';
import { type StoredReason, storedReason } from './reason.ts';
import { type SignInStep, signInStep } from './sign-in-step.ts';

export const errorTable = {
  malformed: { status: 400, title: 'The request could not be read' },
  unauthenticated: { status: 401, title: 'Login required' },
  wrong_credentials: { status: 401, title: 'Login failed' },
  second_factor_required: { status: 401, title: 'Second factor required' },
  wrong_second_factor: { status: 401, title: 'Second factor not accepted' },
  sign_in_expired: { status: 401, title: 'Login expired' },
  not_allowed: { status: 403, title: 'Not allowed' },
  other_client: { status: 403, title: 'Belongs to another client' },
  wrong_origin: { status: 403, title: 'Wrong origin' },
  https_required: { status: 403, title: 'HTTPS required' },
  sign_in_refused: { status: 403, title: 'Login failed' },
  password_required: { status: 403, title: 'Password required' },
  second_factor_setup_required: { status: 403, title: 'Second factor setup required' },
  not_signed: { status: 403, title: 'Invalid signature' },
  not_found: { status: 404, title: 'Not found' },
  conflict: { status: 409, title: 'Not possible in this state' },
  not_unique: { status: 409, title: 'Already taken' },
  changed_meanwhile: { status: 409, title: 'Changed meanwhile' },
  cannot_use_passkeys: { status: 409, title: 'Passkeys cannot be used here' },
  in_use: { status: 409, title: 'In use' },
  cannot_run: { status: 409, title: 'The campaign cannot run' },
  nothing_to_call: { status: 409, title: 'Nothing to call' },
  canceled: { status: 409, title: 'Canceled' },
  link_ended: { status: 410, title: 'The link has ended' },
  too_large: { status: 413, title: 'Too large' },
  wrong_media_type: { status: 415, title: 'Unsupported media type' },
  wrong_host: { status: 421, title: 'Wrong host name' },
  rule_broken: { status: 422, title: 'Validation failed' },
  lint_blocked: { status: 422, title: 'A check of the message blocks the start' },
  key_reused: { status: 422, title: 'Idempotency key already used' },
  bad_file: { status: 422, title: 'The file cannot be used' },
  too_many_tries: { status: 429, title: 'Too many attempts' },
  internal: { status: 500, title: 'Something went wrong on the server' },
  held_up: { status: 503, title: 'The database is busy' },
  database_unreachable: { status: 503, title: 'The database cannot be reached' },
  database_read_only: { status: 503, title: 'The database is read-only' },
  database_full: { status: 503, title: 'The disk of the database is full' },
  database_overloaded: { status: 503, title: 'The database is overloaded' },
  journal_unwritable: { status: 503, title: 'The journal cannot be written' },
  provider_unreachable: { status: 503, title: 'The sign-in provider cannot be reached' },
  speech_away: { status: 503, title: 'The speech engine cannot be used' },
  carrier_disconnected: { status: 503, title: 'The carrier is disconnected' },
  stop_unsettled: { status: 503, title: 'Stopped, but not settled yet' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errorTable;

const errorCodes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]];

/** One field's error: `path` is dotted ("mapping.0.fieldColumn"), `message` a sentence. */
export const fieldErrorSchema = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** The body of every error response. `detail` is a sentence that a manager can act on. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.enum(errorCodes),
  errors: z.array(fieldErrorSchema).optional(),
  /** Why a campaign cannot run, or no code is sent, as a code with its facts. */
  reason: storedReason.optional(),
  /** What a save did not know of (`changed_meanwhile`). */
  change: change.optional(),
  /** How the login is finished (`second_factor_required`). */
  signInStep: signInStep.optional(),
  /** Also in the header X-Request-Id, and in the server's log. */
  requestId: z.string().optional(),
});
export type ProblemBody = z.infer<typeof problemSchema>;

interface ProblemOptions {
  errors?: FieldError[];
  reason?: StoredReason;
  change?: Change;
  signInStep?: SignInStep;
  cause?: unknown;
  /** Seconds for a Retry-After header. */
  retryAfter?: number;
}

/** What the server throws for every refusal that it can explain. */
export class ProblemError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly reason: StoredReason | undefined;
  readonly change: Change | undefined;
  readonly signInStep: SignInStep | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, detail: string, options: ProblemOptions = {}) {
    super(detail, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'ProblemError';
    this.code = code;
    this.errors = options.errors;
    this.reason = options.reason;
    this.change = options.change;
    this.signInStep = options.signInStep;
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return errorTable[this.code].status;
  }

  toBody(): ProblemBody {
    const { status, title } = errorTable[this.code];
    const body: ProblemBody = {
      type: `urn:carillon:problem:${this.code}`,
      title,
      status,
      detail: this.message,
      code: this.code,
    };
    return {
      ...body,
      ...(this.errors && { errors: this.errors }),
      ...(this.reason && { reason: this.reason }),
      ...(this.change && { change: this.change }),
      ...(this.signInStep && { signInStep: this.signInStep }),
    };
  }
}

/** Shorthand: `throw problem('not_found', 'There is no such campaign.')`. */
export function problem(code: ErrorCode, detail: string, options?: ProblemOptions): ProblemError {
  return new ProblemError(code, detail, options);
}

/** A broken rule on one field: status 422, the same sentence as detail and at the field. */
export function ruleBroken(path: string, message: string): ProblemError {
  return new ProblemError('rule_broken', message, { errors: [{ path, message }] });
}
