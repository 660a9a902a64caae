import { useEffect } from 'react';
import { testToken } from '#contract/session.ts';
import { api } from '../lib/api.ts';
import { currentSession } from '../lib/session.ts';

/** At startup: a token that the server no longer takes ends the stored session. */
export function useSessionCheck(): void {
  useEffect(() => {
    // A 401 signs out inside `api`; a server that is away is the pages' own affair.
    if (currentSession()) api(testToken).catch(() => undefined);
  }, []);
}
