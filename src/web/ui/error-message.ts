import { ApiProblem } from '../lib/problem.ts';

/** A sentence for the user: the server's own if there is one. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiProblem) return error.detail;
  if (error instanceof Error && error.message) return error.message;
  return 'An unexpected error occurred. Reload the page.';
}
