import { createByteCache } from '../byte-cache.ts';
import type { Speaker } from './speaker.ts';

/** Beside the samples: the key, and what holds both. */
const overhead = 200;

/**
 * A speaker that caches what it spoke, up to a number of bytes: the same text in the same voice has
 * the same samples, and first names and amounts recur. Asked twice at once, it speaks once: so it
 * must not get a signal, which would end it for the other caller too. But a call never waits for
 * what is spoken in another turn, which may be last in the queue. The samples must not be changed.
 */
export function rememberingSpeaker(speaker: Speaker, mostBytes: number): Speaker {
  const known = createByteCache<Int16Array>(mostBytes);
  const speaking = new Map<string, Promise<Int16Array>>();
  return {
    async speak(text, voice, turn) {
      const key = `${voice.id} ${text}`;
      const forCall = `call ${key}`;
      const own = turn?.forCall ? forCall : key;
      const before = known.get(key) ?? speaking.get(forCall) ?? speaking.get(own);
      if (before) return before;
      const spoken = speaker.speak(text, voice, turn);
      speaking.set(own, spoken);
      try {
        const samples = await spoken;
        known.set(key, samples, samples.byteLength + key.length * 2 + overhead);
        return samples;
      } finally {
        speaking.delete(own);
      }
    },
    close: () => speaker.close(),
  };
}
