/** Sound files that managers upload (document 2 section 5, spec 3 section 6). */

/** Spec 3 section 6. */
export const longestFileSeconds = 5 * 60;
/** An encoder fills up its last frames: a file of exactly 5 minutes may say a little more. */
const encoderPadding = 0.25;

const reasons = {
  notSound: 'sound_not_audio',
  tooLong: 'sound_too_long',
  silent: 'sound_silent',
  unsupported: 'sound_unsupported',
  broken: 'sound_broken',
  cutOff: 'sound_cut_off',
  noDecoder: 'sound_no_decoder',
  gone: 'sound_gone',
} as const;
export type SoundFault = keyof typeof reasons;

/** Why a file is refused. The cause is for the log. */
export class SoundFileError extends Error {
  override name = 'SoundFileError';
  readonly kind: SoundFault;

  constructor(kind: SoundFault, options?: ErrorOptions) {
    super(reasons[kind], options);
    this.kind = kind;
  }

  get reason() {
    return { code: reasons[this.kind] };
  }
}

/** @throws SoundFileError for a sound over 5 minutes; an impossible length is broken */
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

/**
 * Reads sound files away from the event loop; a file can harm neither the process nor its memory.
 */
export interface SoundFiles {
  /**
   * @param file an open file, read from its beginning
   * @returns the sound as a call plays it: 8 kHz mono, even loudness, short silent ends
   * @throws SoundFileError when the file cannot be used
   */
  read(file: number): Promise<Int16Array>;
}
