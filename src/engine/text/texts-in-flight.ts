/**
 * Whose texts are in flight: claimed here, and the carrier's response not committed yet. A receipt
 * that overtakes that commit matches no text in the database. It waits here, unacknowledged,
 * instead of being kept aside there and matched again later: a fast carrier responds and reports
 * within milliseconds. After a crash the carrier reports it again.
 */
import { later, type RealMs, realMs } from '#domain/milliseconds.ts';

export interface TextsInFlight {
  add(phones: readonly string[]): void;
  delete(phones: readonly string[]): void;
  /**
   * Whether the receipt of a text to this number waits. The same `event` waits 5 s at most, and not
   * at all if the person opted out at the carrier.
   */
  holds(event: { phone: string; optedOut?: boolean }): boolean;
}

/**
 * A commit that takes longer has failed, or its campaign was let go; or it is the receipt of an
 * earlier text while the number's next one waits for its carrier.
 */
const longestWait = realMs(5_000);

/** @param now monotonic */
export function createTextsInFlight(
  now: () => RealMs = () => realMs(performance.now()),
): TextsInFlight {
  /** Texts in flight to each number. */
  const counts = new Map<string, number>();
  const waitsUntil = new WeakMap<object, RealMs>();
  return {
    add(phones) {
      for (const phone of phones) counts.set(phone, (counts.get(phone) ?? 0) + 1);
    },
    delete(phones) {
      for (const phone of phones) {
        const left = (counts.get(phone) ?? 0) - 1;
        if (left > 0) counts.set(phone, left);
        else counts.delete(phone);
      }
    },
    holds(event) {
      if (event.optedOut || !counts.has(event.phone)) return false;
      const until = waitsUntil.get(event) ?? later(now(), longestWait);
      waitsUntil.set(event, until);
      return now() < until;
    },
  };
}
