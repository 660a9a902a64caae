/** The voice of a process: some threads of the speech engine, and whose turn it is. */
import { availableParallelism } from 'node:os';
import { telephoneRate } from '#domain/sound/wav.ts';
import type { Speaker, SpeechTurn } from '#domain/speech/speaker.ts';
import { speechPieces } from '#domain/speech/speech-pieces.ts';
import { fliteSpeaker } from './flite/flite.ts';
import { createSpeechQueue } from './speech-queue.ts';

export interface PoolOptions {
  /** Threads; one of several is kept free for what calls play. */
  size?: number;
  /** Pieces that may wait. A name takes 60 ms: more would be heard too late. */
  mostOfClient?: number;
  mostInAll?: number;
  open?: () => Speaker;
}

/** Between two pieces of one text. */
const pauseMs = 200;

/** A speaker whose work is done piece by piece in turns. Threads are started when they are needed. */
export function speakerPool({
  size = Math.min(4, Math.max(2, availableParallelism())),
  mostOfClient = 60,
  mostInAll = 240,
  open = fliteSpeaker,
}: PoolOptions = {}): Speaker {
  const free = Array.from({ length: size }, open);
  const all = [...free];
  const queue = createSpeechQueue<Int16Array>({
    threads: size,
    keptForCalls: Math.min(1, size - 1),
    mostOfClient,
    mostInAll,
  });

  function speakPiece(piece: string, voice: Parameters<Speaker['speak']>[1], turn: SpeechTurn) {
    return queue.add({ ...turn }, async () => {
      // The one that worked last is warm.
      const speaker = free.pop();
      if (!speaker) throw new Error('More texts are being spoken than there are threads.');
      try {
        return await speaker.speak(piece, voice, turn);
      } finally {
        free.push(speaker);
      }
    });
  }

  return {
    async speak(text, voice, turn = { clientId: 0 }) {
      const sounds: Int16Array[] = [];
      for (const piece of speechPieces(text)) sounds.push(await speakPiece(piece, voice, turn));
      return joined(sounds);
    },
    async close() {
      await Promise.all(all.map((speaker) => speaker.close()));
    },
  };
}

function joined(sounds: readonly Int16Array[]): Int16Array {
  const [only] = sounds;
  if (sounds.length === 1 && only) return only;
  const pause = Math.round((pauseMs * telephoneRate) / 1_000);
  const length = sounds.reduce((sum, sound) => sum + sound.length + pause, -pause);
  const whole = new Int16Array(Math.max(0, length));
  let at = 0;
  for (const sound of sounds) {
    whole.set(sound, at);
    at += sound.length + pause;
  }
  return whole;
}
