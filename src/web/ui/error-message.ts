import { ApiProblem } from '../lib/problem.ts';

/** A sentence for the user: the server's own where there is one. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiProblem) return error.detail;
  if (error instanceof Error && error.message) return error.message;
  return 'The console met something unexpected. Reload the page.';
}
