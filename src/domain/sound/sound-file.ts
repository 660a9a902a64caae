/** Sound files that managers upload (document 2 section 5, spec 3 section 6). */

/** Spec 3 section 6. */
export const longestFileSeconds = 5 * 60;
/** An encoder fills up its last frames: a file of exactly 5 minutes may say a little more. */
const encoderPadding = 0.25;

export const soundFileTexts = {
  notSound: 'This file is not audio that Carillon can read. Use an MP3, MP4, M4A or WAV file.',
  tooLong: 'The sound is longer than 5 minutes.',
  silent: 'There is nothing to be heard in this file.',
  unsupported:
    'The sound in this file is packed in a way that Carillon cannot read. Save it as MP3 or WAV and try again.',
  broken: 'This file is damaged and cannot be read. Save it as MP3 or WAV and try again.',
  noDecoder:
    'On this server Carillon can read WAV files only. Save the sound as WAV and try again.',
  gone: 'The recording or sound file is no longer there.',
} as const;

/** Why a file is refused, a sentence for the manager. The cause is for the log. */
export class SoundFileError extends Error {
  override name = 'SoundFileError';
  readonly kind: keyof typeof soundFileTexts;

  constructor(kind: keyof typeof soundFileTexts, options?: ErrorOptions) {
    super(soundFileTexts[kind], options);
    this.kind = kind;
  }
}

/** @throws SoundFileError for a sound over 5 minutes; what cannot be a length is broken */
export function refuseLongSound(seconds: number): void {
  if (!(seconds >= 0)) throw new SoundFileError('broken');
  if (seconds > longestFileSeconds + encoderPadding) throw new SoundFileError('tooLong');
}

/** Mono, full scale 1. */
export interface FileSound {
  /** Samples a second. */
  sampleRate: number;
  samples: Float32Array;
}

/** Reads sound files away from the event loop; a file can harm neither the process nor its memory. */
export interface SoundFiles {
  /**
   * @param file an open file, read from its beginning
   * @returns the sound as a call plays it: 8 kHz mono, even loudness, short silent ends
   * @throws SoundFileError when the file is not to be used
   */
  read(file: number): Promise<Int16Array>;
}
