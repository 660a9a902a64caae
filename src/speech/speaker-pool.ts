/** Several threads of the speech engine, for what must not wait. */
import { availableParallelism } from 'node:os';
import { BusyError, type Speaker } from '#domain/speech/speaker.ts';
import { fliteSpeaker } from './flite.ts';

export interface PoolOptions {
  /** Threads; one core is left to everything else. */
  size?: number;
  /** Texts that may wait for one thread. A name takes 60 ms: more would be heard too late. */
  mostWaiting?: number;
  open?: () => Speaker;
}

/**
 * A speaker that gives each text to the thread with the fewest to speak. Threads are started when
 * they are needed.
 */
export function speakerPool({
  size = Math.min(4, Math.max(1, availableParallelism() - 1)),
  mostWaiting = 60,
  open = fliteSpeaker,
}: PoolOptions = {}): Speaker {
  const threads = Array.from({ length: size }, () => ({ speaker: open(), waiting: 0 }));
  return {
    async speak(text, voice) {
      const [free] = threads.toSorted((one, other) => one.waiting - other.waiting);
      if (!free || free.waiting >= mostWaiting) throw new BusyError();
      free.waiting += 1;
      try {
        return await free.speaker.speak(text, voice);
      } finally {
        free.waiting -= 1;
      }
    },
    async close() {
      await Promise.all(threads.map(({ speaker }) => speaker.close()));
    },
  };
}
