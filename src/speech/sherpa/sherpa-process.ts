/**
 * The process in which sherpa-onnx runs: native code that reads a model's files may end it, and work in
 * progress can only be ended with it.
 */
import type { OfflineTts } from 'sherpa-onnx-node';
import { telephoneSoundOf } from '#domain/sound/telephone-sound.ts';
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
  return new sherpa.OfflineTts(config);
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
