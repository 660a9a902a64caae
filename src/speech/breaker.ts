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
  /** Settled when the text that tries is spoken or refused. */
  let trial: Promise<void> | undefined;
  let last: unknown;

  /** Says when the trial is over; undefined for a text that is none. */
  async function begin(signal: AbortSignal | undefined): Promise<(() => void) | undefined> {
    // The values of one call come at once: all but the first would be left out of it.
    while (trial) await trial;
    signal?.throwIfAborted();
    if (failures < mostFailures) return undefined;
    if (now() < restsUntil) throw new AwayError(engine, { cause: last });
    const { promise, resolve } = Promise.withResolvers<void>();
    trial = promise;
    return () => {
      trial = undefined;
      resolve();
    };
  }

  return (speaker) => ({
    async speak(text, voice, turn) {
      const tried = await begin(turn?.signal);
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
        tried?.();
      }
    },
    close: () => speaker.close(),
  });
}
