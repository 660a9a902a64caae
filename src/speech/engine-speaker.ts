/** The speaker of a process: Flite, and the engines that the operator added, by the voice. */
import { AwayError, type Speaker, SpeechError } from '#domain/speech/speaker.ts';
import { isAddedVoice } from '#domain/speech/voices.ts';
import { breaker } from './breaker.ts';
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
  /** Milliseconds that a person on the telephone waits for a value. */
  callPatience?: number;
}

interface Opened {
  speaker: Speaker;
  /** Texts that it is asked for and has not spoken. */
  work: Set<Promise<unknown>>;
}

/**
 * An engine that was added, or removed, is known within seconds. A voice that is gone cannot be spoken
 * (`no_such_voice`); one whose engine fails is away. Nothing else speaks in its place here: whether another
 * voice may is decided by the caller, before a rendering, or for the values of a voice that is gone.
 */
export function engineSpeaker({
  builtIn,
  kinds,
  tools,
  read,
  readEvery = 3_000,
  callPatience = 2_000,
}: EngineSpeakerOptions): Speaker {
  const opened = new Map<string, Opened>();
  /** Not used for new texts any more. */
  const leaving = new Set<Opened>();
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
    for (const [key, gone] of opened) {
      if (current.has(key)) continue;
      opened.delete(key);
      leaving.add(gone);
      void closeAfterWork(gone);
    }
    const key = keyOf(engine);
    const before = opened.get(key);
    if (before) return before;
    const kind = kinds[engine.kind];
    if (!kind) throw new AwayError(engine.name, { cause: `There is no kind ${engine.kind}.` });
    const guarded = breaker({ engine: engine.name });
    // Each piece asks, also one that waited while the engine went away.
    const open = () => guarded(kind.open(engine, tools));
    const made = { speaker: speakerPool({ size: kind.atOnce, open }), work: new Set<never>() };
    opened.set(key, made);
    return made;
  }

  async function closeAfterWork(gone: Opened): Promise<void> {
    await Promise.allSettled(gone.work);
    await gone.speaker.close();
    leaving.delete(gone);
  }

  return {
    async speak(text, voice, turn) {
      if (!isAddedVoice(voice.id)) return builtIn.speak(text, voice, turn);
      const all = await engines();
      const engine = all.find(({ voices }) => voices.has(voice.id));
      if (!engine) throw new SpeechError({ code: 'no_such_voice' });
      const engineName = engine.voices.get(voice.id) ?? '';
      const { speaker, work } = openedOf(engine, all);
      const spoken = speaker.speak(text, { ...voice, engineName }, turn);
      work.add(spoken);
      const done = () => work.delete(spoken);
      spoken.then(done, done);
      return turn?.forCall ? inCall(spoken, engine.name, callPatience) : spoken;
    },
    async close() {
      await builtIn.close();
      const all = [...opened.values(), ...leaving];
      await Promise.all(all.map(({ speaker }) => speaker.close()));
    },
  };
}

/**
 * What comes too late is left out of the call. Its work goes on: a model that is being loaded is of use to
 * the next one.
 */
function inCall<T>(spoken: Promise<T>, engine: string, patience: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const cause = new Error('It took too long for a call.');
  const timer = setTimeout(() => reject(new AwayError(engine, { cause })), patience);
  spoken.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
