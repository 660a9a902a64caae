/** The window in which a manager logs in at the provider again tells the page that waits for it. */
import type { SessionRecord } from '#contract/session.ts';
import { currentSession, renewToken } from './session.ts';

const name = 'carillon-proof';
type Proved = Pick<SessionRecord, 'clientId' | 'id' | 'bearerToken'>;

/** In that window, when the provider has sent it back. Browsers close it, if they still know who opened it. */
export function announceProof({ clientId, id, bearerToken }: Proved): void {
  renewToken({ bearerToken });
  const channel = new BroadcastChannel(name);
  channel.postMessage({ clientId, id, bearerToken } satisfies Proved);
  channel.close();
  window.close();
}

/** In the page that waits. @returns ends the wait */
export function onProof(proved: () => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<Proved>) => {
    const own = currentSession();
    if (own?.clientId !== data.clientId || own.id !== data.id) return;
    renewToken(data);
    proved();
  };
  return () => channel.close();
}
