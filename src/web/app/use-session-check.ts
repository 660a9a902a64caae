import { useEffect } from 'react';
import { testToken } from '#contract/session.ts';
import { api } from '../lib/api.ts';
import { noteClientCode } from '../lib/client-code.ts';
import { currentSession, updateSession } from '../lib/session.ts';

/** At startup: a token that the server no longer accepts ends the stored session. */
export function useSessionCheck(): void {
  useEffect(() => {
    // A 401 signs out inside `api`; the pages handle an unreachable server.
    if (!currentSession()) return;
    api(testToken).then(
      ({ clientCode, role, fullSsn, mustSetUpFactor }) => {
        noteClientCode(clientCode);
        updateSession({ role, fullSsn, mustSetUpFactor });
      },
      () => undefined,
    );
  }, []);
}
