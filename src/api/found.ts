import { problem } from '#contract/errors.ts';

/** The record, or 404: a missing record and another client's are indistinguishable. */
export function found<T>(record: T | undefined, noun: string): T {
  if (record === undefined) throw problem('not_found', `There is no such ${noun}.`);
  return record;
}
