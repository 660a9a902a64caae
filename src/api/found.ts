import { problem } from '#contract/errors.ts';

/** The record, or 404: what is not there and what is another client's look the same. */
export function found<T>(record: T | undefined, noun: string): T {
  if (record === undefined) throw problem('not_found', `There is no such ${noun}.`);
  return record;
}
