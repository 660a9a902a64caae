/**
 * The Idempotency-Key of what a manager wants (decision 054). An intent is an object: the draft that is
 * saved, for example. Sent again it has the same key until the server has confirmed it, so that it is
 * done once; an edited draft is another object, and has another key.
 */
interface Wish {
  key: string;
  /** What is sent, once it was made. */
  body?: { value: unknown };
  /** A try of it ended without an answer: it may have been done. */
  unknown: boolean;
}

const wishes = new WeakMap<object, Wish>();

function wishOf(intent: object): Wish {
  const wish = wishes.get(intent) ?? { key: crypto.randomUUID(), unknown: false };
  wishes.set(intent, wish);
  return wish;
}

/** Without an intent each request is one of its own. */
export function keyOf(intent: object | undefined): string {
  return intent ? wishOf(intent).key : crypto.randomUUID();
}

/** The response was read: wanted once more, it is a new wish. */
export function noteDone(intent: object | undefined): void {
  if (intent) wishes.delete(intent);
}

/**
 * It was not confirmed. The key stays, also after a refusal: the server keeps none, and an earlier try
 * without an answer may have been done.
 *
 * @param status 0 without a response
 */
export function noteFailed(intent: object | undefined, status: number): void {
  if (!intent) return;
  const wish = wishOf(intent);
  // A failure (5xx) judges nothing, and a response (2xx) that could not be read refused nothing.
  wish.unknown ||= status < 400 || status >= 500;
  // Nothing was done with this body: the next one may have another present time.
  if (!wish.unknown) delete wish.body;
}

/** Whether it may have been done although it was not confirmed. */
export function isUnknown(intent: object): boolean {
  return wishes.get(intent)?.unknown ?? false;
}

/** What is sent for an intent, made once: a body with the present time would be another request. */
export function bodyFor<T>(intent: object, make: () => T): T {
  const wish = wishOf(intent);
  wish.body ??= { value: make() };
  return wish.body.value as T;
}
