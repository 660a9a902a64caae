/**
 * The process in which sherpa-onnx runs: native code that reads a model's files may end it, and work in
 * progress can only be ended with it. It has no secrets in its environment and, where the machine allows
 * it, no network; as root it gives up its rights before native code reads the operator's files.
 */
import { accessSync, constants } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { OfflineTts } from 'sherpa-onnx-node';
import { telephoneSoundOf } from '#domain/sound/telephone-sound.ts';
import { dropRights } from '#sandbox/drop-rights.ts';
import type { SherpaConfig } from './voice-folder.ts';

export interface SherpaRequest {
  text: string;
  /** Number of the speaker in the model. */
  speaker: number;
}

/** `problem` is for the log. */
export type SherpaAnswer =
  | { ready: true }
  | { samples: Int16Array }
  | { problem: string; missing?: boolean };

async function loaded(config: SherpaConfig): Promise<OfflineTts> {
  // Only when a voice needs it: the package is optional.
  const { default: sherpa } = await import('sherpa-onnx-node');
  dropRights();
  for (const path of pathsIn(config.model)) mustRead(path);
  return new sherpa.OfflineTts(config);
}

function pathsIn(settings: unknown): string[] {
  if (typeof settings === 'string') return isAbsolute(settings) ? [settings] : [];
  if (typeof settings !== 'object' || settings === null) return [];
  return Object.values(settings).flatMap(pathsIn);
}

/** Native code would end the process without a word. */
function mustRead(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (cause) {
    const sentence = `The process that speaks cannot read ${path}. It runs without root's rights: let everybody read the folder of the voice.`;
    throw new Error(sentence, { cause });
  }
}

const answer = (message: SherpaAnswer) => process.send?.(message);

let tts: OfflineTts | undefined;

process.on('message', async (message: SherpaConfig | SherpaRequest) => {
  try {
    if (!('text' in message)) {
      tts = await loaded(message);
      answer({ ready: true });
      return;
    }
    if (!tts) throw new Error('Nothing is loaded.');
    const { text, speaker: sid } = message;
    const sound = tts.generate({ text, sid, speed: 1, enableExternalBuffer: false });
    answer({ samples: telephoneSoundOf(sound.samples, sound.sampleRate) });
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
    answer({ problem: String(error), ...(missing && { missing }) });
  }
});
process.on('disconnect', () => process.exit());
