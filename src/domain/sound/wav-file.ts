/**
 * WAV files as people have them: whole numbers of 8 to 32 bits, floating point, and the A-law and
 * µ-law of telephone systems, in any number of channels. Nothing in the header is trusted that
 * the file itself does not confirm.
 */
import { aLawSample, muLawSample } from './g711.ts';
import { type FileSound, refuseLongSound, SoundFileError } from './sound-file.ts';

const kinds = { pcm: 1, float: 3, aLaw: 6, muLaw: 7, extensible: 0xff_fe } as const;
const slowest = 4_000;
const fastest = 192_000;
const mostChannels = 32;

interface Format {
  kind: number;
  channels: number;
  sampleRate: number;
  /** Bits of one sample of one channel. */
  bits: number;
}

export function isWav(bytes: Uint8Array): boolean {
  return word(bytes, 0) === 'RIFF' && word(bytes, 8) === 'WAVE';
}

/** All channels mixed to one. @throws SoundFileError */
export function readWavFile(bytes: Uint8Array): FileSound {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let format: Format | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true);
    const kind = word(bytes, at);
    if (kind === 'fmt ' && size >= 16 && at + 24 <= bytes.length) {
      format = formatAt(view, at + 8, size);
    }
    if (kind === 'data') {
      if (!format) throw new SoundFileError('broken');
      // A writer that streams may leave the size open, and a cut file has less than it says.
      return soundOf(view, at + 8, Math.min(size, bytes.length - at - 8), format);
    }
    at += 8 + size + (size % 2);
  }
  throw new SoundFileError('broken');
}

function word(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function formatAt(view: DataView, at: number, size: number): Format {
  const declared = view.getUint16(at, true);
  const long = declared === kinds.extensible && size >= 26 && at + 26 <= view.byteLength;
  const format = {
    kind: long ? view.getUint16(at + 24, true) : declared,
    channels: view.getUint16(at + 2, true),
    sampleRate: view.getUint32(at + 4, true),
    bits: view.getUint16(at + 14, true),
  };
  const { channels, sampleRate } = format;
  if (channels === 0 || channels > mostChannels || sampleRate < slowest || sampleRate > fastest) {
    throw new SoundFileError('broken');
  }
  return format;
}

function soundOf(view: DataView, from: number, length: number, format: Format): FileSound {
  const { channels, sampleRate, bits } = format;
  const sampleAt = readerOf(format);
  const width = bits / 8;
  const frames = Math.floor(length / (width * channels));
  refuseLongSound(frames / sampleRate);
  const samples = new Float32Array(frames);
  for (let frame = 0; frame < frames; frame += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) {
      sum += sampleAt(view, from + (frame * channels + channel) * width);
    }
    // Not a number where floating point holds garbage.
    samples[frame] = Math.max(-1, Math.min(1, sum / channels)) || 0;
  }
  return { sampleRate, samples };
}

type Reader = (view: DataView, at: number) => number;

const pcmReaders: Record<number, Reader> = {
  8: (view, at) => (view.getUint8(at) - 128) / 128,
  16: (view, at) => view.getInt16(at, true) / 32_768,
  24: (view, at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 8_388_608,
  32: (view, at) => view.getInt32(at, true) / 2_147_483_648,
};

const floatReaders: Record<number, Reader> = {
  32: (view, at) => view.getFloat32(at, true),
  64: (view, at) => view.getFloat64(at, true),
};

function readerOf({ kind, bits }: Format): Reader {
  const readers: Record<number, Reader | undefined> = {
    [kinds.pcm]: pcmReaders[bits],
    [kinds.float]: floatReaders[bits],
    [kinds.aLaw]: bits === 8 ? (view, at) => aLawSample(view.getUint8(at)) : undefined,
    [kinds.muLaw]: bits === 8 ? (view, at) => muLawSample(view.getUint8(at)) : undefined,
  };
  const reader = readers[kind];
  if (!reader) throw new SoundFileError('unsupported');
  return reader;
}
