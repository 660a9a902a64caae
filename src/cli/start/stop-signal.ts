/** Requests that this process end, and how soon. */
import { realMs } from '#domain/milliseconds.ts';

export interface StopAsked {
  /** Resolves at the first request: Ctrl-C, a signal, or the script that started us being gone. */
  asked: Promise<void>;
  /** Aborted at the second request: what is in progress is not waited for any longer. */
  again: AbortSignal;
}

/**
 * A second signal within this time is an echo of the first one: npm passes Ctrl-C on
 * although the terminal has sent it already.
 */
const echo = realMs(1_000);

/** Every signal is taken: the shutdown is never cut short, a later one only makes it hurry. */
export function listenForStop(on: Pick<NodeJS.Process, 'on'> = process): StopAsked {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const again = new AbortController();
  let first: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    on.on(signal, () => {
      first ??= performance.now();
      if (performance.now() - first >= echo) again.abort();
      resolve();
    });
  }
  // A script that is gone is not a second request: it ends when the signal reaches it, too.
  on.on('disconnect', resolve);
  return { asked, again: again.signal };
}

/** Lets the process end: an open channel to the script would keep it. */
export function closeChannel(): void {
  if (process.connected) process.disconnect();
}
