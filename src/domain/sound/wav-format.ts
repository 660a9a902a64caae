/** What a WAV file says about its samples. */
import { SoundFileError } from './sound-file.ts';

/** The kind stands further on. */
const extensible = 0xff_fe;
const slowest = 4_000;
const fastest = 192_000;
const mostChannels = 32;

export interface WavFormat {
  kind: number;
  channels: number;
  sampleRate: number;
  /** Bytes of one sample of all channels, or of one block. */
  align: number;
  /** Bits of one sample of one channel. */
  bits: number;
  /** What the format says beyond the first 16 bytes. */
  extra: DataView;
}

/** @throws SoundFileError for what no sound has */
export function wavFormatAt(view: DataView, at: number, size: number): WavFormat {
  const declared = view.getUint16(at, true);
  const long = declared === extensible && size >= 26 && at + 26 <= view.byteLength;
  const end = Math.min(at + size, view.byteLength);
  const format = {
    kind: long ? view.getUint16(at + 24, true) : declared,
    channels: view.getUint16(at + 2, true),
    sampleRate: view.getUint32(at + 4, true),
    align: view.getUint16(at + 12, true),
    bits: view.getUint16(at + 14, true),
    extra: new DataView(view.buffer, view.byteOffset + at + 16, end - at - 16),
  };
  const { channels, sampleRate } = format;
  if (channels === 0 || channels > mostChannels || sampleRate < slowest || sampleRate > fastest) {
    throw new SoundFileError('broken');
  }
  return format;
}
