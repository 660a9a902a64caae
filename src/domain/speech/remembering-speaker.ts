import { createByteCache } from '../byte-cache.ts';
import type { Speaker } from './speaker.ts';

/** Beside the samples: the key, and what holds both. */
const overhead = 200;
/**
 * Milliseconds that a value stays: calls are prepared seconds ahead. So nobody's values outlive an
 * erasure by more, and those of a list none at all (`keepLists`).
 */
const mostMs = 10 * 60_000;

export interface RememberingSpeaker extends Speaker {
  /** The lists of which values are kept, as `SpeechTurn.list` named them. */
  lists(): string[];
  /** Forgets the values of other lists than these, and all that are 10 minutes old. */
  keepLists(lists: ReadonlySet<string>): void;
}

interface Kept {
  samples: Int16Array;
  list: string;
  at: number;
}

/**
 * A speaker that caches what it spoke, up to a number of bytes: the same text in the same voice has
 * the same samples, and first names and amounts recur within a list. Asked twice at once, it speaks once:
 * so it must not get a signal, which would end it for the other caller too. But a call never waits for
 * what is spoken in another turn, which may be last in the queue. The samples must not be changed.
 *
 * @param now monotonic milliseconds
 */
export function rememberingSpeaker(
  speaker: Speaker,
  mostBytes: number,
  now: () => number = () => performance.now(),
): RememberingSpeaker {
  const known = createByteCache<Kept>(mostBytes);
  const speaking = new Map<string, Promise<Int16Array>>();
  /** A list that is forgotten meanwhile gets no value of before. */
  let forgotten = 0;
  return {
    async speak(text, voice, turn) {
      const list = turn?.list ?? '';
      const key = `${list} ${voice.id} ${text}`;
      const forCall = `call ${key}`;
      const own = turn?.forCall ? forCall : key;
      const before = known.get(key)?.samples ?? speaking.get(forCall) ?? speaking.get(own);
      if (before) return before;
      const began = forgotten;
      const spoken = speaker.speak(text, voice, turn);
      speaking.set(own, spoken);
      try {
        const samples = await spoken;
        const kept = { samples, list, at: now() };
        if (began === forgotten || list === '') {
          known.set(key, kept, samples.byteLength + key.length * 2 + overhead);
        }
        return samples;
      } finally {
        speaking.delete(own);
      }
    },
    lists() {
      const lists = new Set<string>();
      known.drop((_, { list }) => {
        if (list !== '') lists.add(list);
        return false;
      });
      return [...lists];
    },
    keepLists(lists) {
      forgotten += 1;
      const oldest = now() - mostMs;
      known.drop((_, { list, at }) => list !== '' && (!lists.has(list) || at < oldest));
    },
    close: () => speaker.close(),
  };
}
