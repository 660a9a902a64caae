/** What a kind of speech engine is made of: a folder of src/speech, beside the built-in Flite. */
import type { z } from 'zod';
import type { SoundFiles } from '#domain/sound/sound-file.ts';
import type { Speaker } from '#domain/speech/speaker.ts';

/** An engine that the operator added, with its settings in clear. */
export interface EngineSettings {
  /** As the operator calls it. */
  name: string;
  /** By key, each as the text that the operator typed. */
  settings: Readonly<Record<string, string>>;
}

export interface SpeechTools {
  /** Reads sound files that are not plain WAV, in a process that may crash. */
  soundFiles: SoundFiles;
}

export interface SpeechKind {
  /** Settings that the command line asks for; all of them are sealed. */
  settings: z.ZodObject<z.ZodRawShape>;
  /** Keys of settings that nobody may read on a screen: typed apart. */
  secrets: readonly string[];
  /** Whether texts leave the machine: the host that they are sent to. */
  sendsTo(engine: EngineSettings): string | undefined;
  /**
   * Prepares it: what is wrong with its settings or files is thrown as an Error with a sentence for the
   * operator.
   */
  check(engine: EngineSettings): Promise<void>;
  /** One voice of it, a text at a time. `voice.engineName` is as the engine calls it. */
  open(engine: EngineSettings, tools: SpeechTools): Speaker;
  /** Texts that it speaks at the same time. */
  atOnce: number;
}
