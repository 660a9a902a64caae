import { type ProblemError, problem } from '#contract/errors.ts';

/** The problem of an unusable file: the sentence says what is wrong and where. */
export function badFile(sentence: string): ProblemError {
  return problem('bad_file', sentence, { errors: [{ path: 'fileSelect', message: sentence }] });
}

/** 12345 as "12,345", as sentences show it. */
export function counted(count: number): string {
  return count.toLocaleString('en-US');
}
