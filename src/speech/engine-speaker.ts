/** The speaker of a process: Flite, and the engines that the operator added, by the voice. */
import { AwayError, type Speaker, SpeechError } from '#domain/speech/speaker.ts';
import { isAddedVoice } from '#domain/speech/voices.ts';
import type { EngineSettings, SpeechKind, SpeechTools } from './kind.ts';
import { speakerPool } from './speaker-pool.ts';

/** An engine as it is stored. */
export interface AddedEngine extends EngineSettings {
  engineId: number;
  kind: string;
  /** By the id of a voice, what the engine calls it. */
  voices: ReadonlyMap<number, string>;
}

export interface EngineSpeakerOptions {
  builtIn: Speaker;
  kinds: Readonly<Record<string, SpeechKind>>;
  tools: SpeechTools;
  /** The engines as they are stored now. */
  read: () => Promise<readonly AddedEngine[]>;
  /** Milliseconds after which they are read again. */
  readEvery?: number;
}

interface Opened {
  speaker: Speaker;
  engine: AddedEngine;
}

/**
 * An engine that was added, or removed, is known within seconds. A voice that is gone cannot be spoken
 * (`no_such_voice`); one whose engine fails is away, and nothing else speaks in its place here: whether
 * another voice may is decided by the caller, before a rendering.
 */
export function engineSpeaker({
  builtIn,
  kinds,
  tools,
  read,
  readEvery = 3_000,
}: EngineSpeakerOptions): Speaker {
  const opened = new Map<string, Opened>();
  let known: Promise<readonly AddedEngine[]> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;

  function engines(): Promise<readonly AddedEngine[]> {
    if (known && performance.now() - readAt < readEvery) return known;
    readAt = performance.now();
    known = read();
    known.catch(() => {
      known = undefined;
    });
    return known;
  }

  /** Changed settings are another engine; one that is gone is closed when its work is done. */
  function openedOf(engine: AddedEngine, all: readonly AddedEngine[]): Opened {
    const keyOf = ({ engineId, settings }: AddedEngine) => JSON.stringify([engineId, settings]);
    const current = new Set(all.map(keyOf));
    for (const [key, { speaker }] of opened) {
      if (current.has(key)) continue;
      opened.delete(key);
      void speaker.close();
    }
    const key = keyOf(engine);
    const before = opened.get(key);
    if (before) return before;
    const kind = kinds[engine.kind];
    if (!kind) throw new AwayError(engine.name, { cause: `There is no kind ${engine.kind}.` });
    const open = () => kind.open(engine, tools);
    const made = { speaker: speakerPool({ size: kind.atOnce, open }), engine };
    opened.set(key, made);
    return made;
  }

  return {
    async speak(text, voice, turn) {
      if (!isAddedVoice(voice.id)) return builtIn.speak(text, voice, turn);
      const all = await engines();
      const engine = all.find(({ voices }) => voices.has(voice.id));
      if (!engine) throw new SpeechError({ code: 'no_such_voice' });
      const engineName = engine.voices.get(voice.id) ?? '';
      return openedOf(engine, all).speaker.speak(text, { ...voice, engineName }, turn);
    },
    async close() {
      await builtIn.close();
      await Promise.all([...opened.values()].map(({ speaker }) => speaker.close()));
    },
  };
}
