import { isDatabaseUnreachable } from '#db/errors.ts';

/** Leaves the stack out when the database is down: that error repeats several times a second. */
export function errorFields(error: unknown): { reason: string } | { err: unknown } {
  return isDatabaseUnreachable(error) ? { reason: String(error) } : { err: error };
}
