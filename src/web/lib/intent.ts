/**
 * The Idempotency-Key of what a manager wants (decision 056). An intent is an object: the draft that is
 * saved, for example. Sent again after a lost connection it has the same key, so that it is done
 * once; an edited draft is another object, and has another key.
 */
const keys = new WeakMap<object, string>();
const bodies = new WeakMap<object, unknown>();

/** Without an intent each request is one of its own. */
export function keyOf(intent: object | undefined): string {
  const key = (intent && keys.get(intent)) ?? crypto.randomUUID();
  if (intent) keys.set(intent, key);
  return key;
}

/** The server has judged it; wanted once more, it is a new one. A failure (5xx) judges nothing. */
export function noteJudged(intent: object | undefined, status: number): void {
  if (!intent || status >= 500) return;
  keys.delete(intent);
  bodies.delete(intent);
}

/** What is sent for an intent, made once: a body with the present time would be another request. */
export function bodyFor<T>(intent: object, make: () => T): T {
  const body = bodies.has(intent) ? (bodies.get(intent) as T) : make();
  bodies.set(intent, body);
  return body;
}
