/** Milliseconds after which it is done even if the browser is never idle or cannot report it. */
const atLatest = 2_000;

/** Does something once the browser is idle; the returned function cancels it. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callback.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, atLatest);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(work, { timeout: atLatest });
  return () => cancelIdleCallback(idle);
}
