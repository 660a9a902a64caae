/** What the errors of PostgreSQL and its driver mean. */
import type { TroubleKind } from '#domain/trouble-words.ts';
import { JournalError } from './journal.ts';

/** Connection refused, lost or not obtained in time; server starting or shutting down. */
const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  '53300', // too many connections
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
]);

const netCalls = new Set(['connect', 'read', 'write', 'getaddrinfo']);

/** The driver's own errors have no code. */
const unreachableMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Cannot use a pool after calling end on the pool',
];

export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (unreachableMessages.some((message) => error.message.startsWith(message))) return true;
  // One for each address of a name.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnreachable);
  const code = codeOf(error);
  if (code.startsWith('08')) return true;
  if (!code.startsWith('E')) return unreachableCodes.has(code);
  // A missing file is not a connection error (its syscall differs), and neither is a request body
  // that its sender cut off (ECONNRESET without a syscall).
  return unreachableCodes.has(code) && 'syscall' in error && netCalls.has(String(error.syscall));
}

/** By PostgreSQL's code: errors that concern every statement and not only this one. */
const troubles: Record<string, TroubleKind> = {
  '25006': 'read_only',
  '53100': 'full',
  '53200': 'overloaded',
  '53300': 'overloaded',
  '3D000': 'unreachable', // no such database
};

/** What is wrong with the database, or with the journal beside it, judged by an error. */
export function troubleOf(error: unknown): TroubleKind | undefined {
  if (error instanceof JournalError) return 'journal';
  const code = codeOf(error);
  const known = troubles[code];
  if (known) return known;
  // Class 28: a password that is no longer valid.
  return isDatabaseUnreachable(error) || /^28[0-9A-Z]{3}$/.test(code) ? 'unreachable' : undefined;
}

/**
 * The log level of an error. Every campaign meets database trouble several times a second: one line
 * reports it for all (trouble.ts), and the others log it at debug.
 */
export function levelOf<L extends 'error' | 'warn'>(error: unknown, usual: L): L | 'debug' {
  return troubleOf(error) === undefined ? usual : 'debug';
}

/** PostgreSQL ended this transaction so that others can go on; repeated, it may succeed. */
export function isConflict(error: unknown): boolean {
  return ['40P01', '40001'].includes(codeOf(error));
}

/**
 * The plan that a connection keeps of a named statement no longer fits the schema. The connection refuses
 * the statement for good; another one plans it anew.
 */
export function isOutdatedPlan(error: unknown): boolean {
  return (
    codeOf(error) === '0A000' && Reflect.get(error as object, 'routine') === 'RevalidateCachedQuery'
  );
}

/** Another transaction held a lock for longer than this one waits for it. */
export function isLockTaken(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** Another transaction held a lock for longer than this one waits for it, or the statement took too long. */
export function isOutOfTime(error: unknown): boolean {
  return ['55P03', '57014'].includes(codeOf(error));
}

/** Its own work took the statement too long. */
export function isTooSlow(error: unknown): boolean {
  return codeOf(error) === '57014';
}

/** A NUL character, which PostgreSQL's text cannot hold. */
export function isUnstorableText(error: unknown): boolean {
  return ['22021', '22P05'].includes(codeOf(error));
}

/** A row with this key exists; `constraint` narrows it to one index. */
export function isNotUnique(error: unknown, constraint: string): boolean {
  return codeOf(error) === '23505' && Reflect.get(error as object, 'constraint') === constraint;
}

/** Removes the details of rows from an error, which must not reach a log. */
export function withoutRowValues(error: unknown): unknown {
  if (error instanceof Error && 'severity' in error) {
    for (const key of ['detail', 'where']) Reflect.deleteProperty(error, key);
  }
  return error;
}

/** The disk is full, or a table or row can grow no further. */
export function isOutOfRoom(error: unknown): boolean {
  return ['53100', '54000', 'ENOSPC'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null
    ? String(Reflect.get(error, 'code') ?? '')
    : '';
}
