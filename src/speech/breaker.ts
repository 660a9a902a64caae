/** Keeps an engine that does not answer from being waited for again and again. */
import { AwayError, type Speaker } from '#domain/speech/speaker.ts';

/** Failures in a row after which an engine counts as away. */
const mostFailures = 3;

export interface BreakerOptions {
  /** As the operator calls the engine. */
  engine: string;
  /** Milliseconds without a try. */
  restMs?: number;
  /** Monotonic milliseconds. */
  now?: () => number;
}

/**
 * For all speakers of one engine: after three failures in a row (`AwayError`) each text is refused at
 * once with the last of them, for 30 seconds; then one text tries, and the others wait for its luck.
 * A text that cannot be spoken, or that nobody wants any more, says nothing about the engine.
 */
export function breaker({
  engine,
  restMs = 30_000,
  now = () => performance.now(),
}: BreakerOptions): (speaker: Speaker) => Speaker {
  let failures = 0;
  let restsUntil = Number.NEGATIVE_INFINITY;
  let trying = false;
  let last: unknown;

  /** Whether this text is the one that tries. */
  function begin(): boolean {
    if (failures < mostFailures) return false;
    if (trying || now() < restsUntil) throw new AwayError(engine, { cause: last });
    trying = true;
    return true;
  }

  return (speaker) => ({
    async speak(text, voice, turn) {
      const tries = begin();
      try {
        const samples = await speaker.speak(text, voice, turn);
        failures = 0;
        return samples;
      } catch (error) {
        if (error instanceof AwayError) {
          failures += 1;
          last = error.cause;
          restsUntil = now() + restMs;
        }
        throw error;
      } finally {
        if (tries) trying = false;
      }
    },
    close: () => speaker.close(),
  });
}
