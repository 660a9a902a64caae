/** Milliseconds after which it is done even where the browser is never idle, or cannot say so. */
const atLatest = 2_000;

/** Does something once nothing else is to be done; the answered function calls it off. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callback.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, atLatest);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(work, { timeout: atLatest });
  return () => cancelIdleCallback(idle);
}
