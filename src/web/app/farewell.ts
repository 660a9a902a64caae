import { logout } from '#contract/session.ts';
import { addressOf, authorization } from '../lib/api.ts';

/** Milliseconds before each retry while the server is unreachable: a minute and a half in all. */
const waits = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000];

/**
 * Ends the session on the server too. Its token is read at once and kept in this tab only, so that
 * the stored record can be removed before the server responds, even while the network is down.
 */
export async function sayGoodbye(): Promise<void> {
  const headers = authorization(logout);
  for (const wait of [...waits, undefined]) {
    if (await endedOnServer(headers)) return;
    if (wait !== undefined) await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** True when the server responded, even if the session had already ended. */
async function endedOnServer(headers: Record<string, string>): Promise<boolean> {
  try {
    // The tab may be closed right after the press.
    const init = { method: logout.method, headers, keepalive: true };
    const { status } = await fetch(await addressOf(logout, {}), init);
    return status < 500;
  } catch {
    return false;
  }
}
