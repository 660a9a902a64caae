/** When a request's sender is gone: its connection ended before the response. */
import type { FastifyReply } from 'fastify';

const signals = new WeakMap<object, AbortSignal>();

/**
 * Aborted once the connection is gone, also when it ended before this call: a reset in the first
 * milliseconds comes while a handler waits for the database, and its event does not come twice.
 */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const known = signals.get(raw);
  if (known) return known;
  const gone = new AbortController();
  signals.set(raw, gone.signal);
  const closed = () => {
    if (!raw.writableFinished) gone.abort();
  };
  if (raw.closed || raw.destroyed) closed();
  else raw.once('close', closed);
  return gone.signal;
}

/** The result of the work; rejects with `reason()` as soon as the signal is aborted. */
export function unlessGone<T>(
  gone: AbortSignal,
  work: Promise<T>,
  reason: () => Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const onGone = () => reject(reason());
    if (gone.aborted) onGone();
    gone.addEventListener('abort', onGone, { once: true });
    work.then(resolve, reject).finally(() => gone.removeEventListener('abort', onGone));
  });
}
