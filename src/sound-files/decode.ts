/** What a sound file is, by its content, and its samples. Runs in a process of its own. */

import { mp3Span } from '#domain/sound/mp3-frames.ts';
import { isMp4, keepSoundTrack } from '#domain/sound/mp4-audio.ts';
import { type FileSound, refuseLongSound, SoundFileError } from '#domain/sound/sound-file.ts';
import { isWav, readWavFile } from '#domain/sound/wav-file.ts';

/** What the decoder makes of everything. */
const decodedRate = 16_000;

/**
 * @param bytes the whole file; tracks of an MP4 that are not sound are struck out in it
 * @throws SoundFileError
 */
export async function decodeSoundFile(bytes: Uint8Array): Promise<FileSound> {
  if (isWav(bytes)) return readWavFile(bytes);
  if (isMp4(bytes)) {
    refuseLongSound(keepSoundTrack(bytes));
    return decoded(bytes, 'sound.m4a');
  }
  const mp3 = mp3Span(bytes);
  if (!mp3) throw new SoundFileError('notSound');
  refuseLongSound(mp3.seconds);
  if (mp3.cutOff) throw new SoundFileError('cutOff');
  return decoded(bytes.subarray(mp3.from, mp3.to), 'sound.mp3');
}

async function decoded(bytes: Uint8Array, name: string): Promise<FileSound> {
  const { decodeAudioAsync } = await decoder();
  const samples = await decodeAudioAsync(bytes, name).catch((cause) => {
    const unsupported = /unsupported/i.test(String(cause));
    throw new SoundFileError(unsupported ? 'unsupported' : 'broken', { cause });
  });
  refuseLongSound(samples.length / decodedRate);
  return { sampleRate: decodedRate, samples };
}

/** The package has a binary for some machines only. @throws SoundFileError on the others */
export async function decoder() {
  try {
    return await import('@napi-rs/whisper');
  } catch (cause) {
    throw new SoundFileError('noDecoder', { cause });
  }
}
