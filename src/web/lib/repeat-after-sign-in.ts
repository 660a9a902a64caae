/** Requests that outlive a session: the server refused them unread, so they may be sent again. */
import type { OperationShape } from '#contract/http.ts';
import { ApiProblem } from './problem.ts';
import {
  currentSession,
  onSessionChange,
  sessionEnd,
  sessionEra,
  sessionWorks,
} from './session.ts';

/**
 * Sends a request and, if the session has ended, waits for the sign-in over the page and sends it
 * again with the new token. A sign-out or another manager ends the wait: the request then fails.
 */
export async function repeatAfterSignIn<Response>(
  { auth }: OperationShape,
  signal: AbortSignal | undefined,
  send: () => Promise<Response>,
): Promise<Response> {
  if (auth === 'none') return send();
  const era = sessionEra();
  for (;;) {
    await whileEnded(signal);
    if (sessionEra() !== era) throw signedOut();
    const token = currentSession()?.bearerToken;
    try {
      const response = await send();
      sessionWorks(token);
      return response;
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status === 0) throw error;
      if (error.status !== 401) {
        sessionWorks(token);
        throw error;
      }
      await whileEnded(signal);
      const next = currentSession()?.bearerToken;
      // The same manager with a new token: by this dialog, or in another tab.
      if (sessionEra() !== era || next === undefined || next === token) throw error;
    }
  }
}

const signedOut = () =>
  new ApiProblem({
    code: 'unauthenticated',
    title: 'Login required',
    detail: 'You logged out before this was sent.',
    status: 401,
  });

/** Waits until the page has a session again or was left. Throws the abort reason. */
function whileEnded(signal: AbortSignal | undefined): Promise<void> | undefined {
  if (!sessionEnd()) return undefined;
  return new Promise((resolve, reject) => {
    const finish = () => {
      stop();
      signal?.removeEventListener('abort', abort);
    };
    const stop = onSessionChange(() => {
      if (sessionEnd()) return;
      finish();
      resolve();
    });
    const abort = () => {
      finish();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
  });
}
