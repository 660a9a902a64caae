/**
 * WAV files as people have them: whole numbers of 8 to 32 bits, floating point, the A-law and
 * µ-law of telephone systems, and what voice mail records (wav-blocks.ts), in any number of
 * channels. Nothing in the header is trusted that the file itself does not confirm.
 */
import { aLawSample, muLawSample } from './g711.ts';
import { type FileSound, refuseLongSound, SoundFileError } from './sound-file.ts';
import { blocksOf } from './wav-blocks.ts';
import { type WavFormat, wavFormatAt } from './wav-format.ts';

const kinds = { pcm: 1, float: 3, aLaw: 6, muLaw: 7 } as const;

/** What a file says of its sound before the sound comes. */
interface Header {
  format: WavFormat | undefined;
  /** Samples of a channel, where a compressed file says so. */
  samples: number | undefined;
}

export function isWav(bytes: Uint8Array): boolean {
  return word(bytes, 0) === 'RIFF' && word(bytes, 8) === 'WAVE';
}

/** All channels mixed to one. @throws SoundFileError */
export function readWavFile(bytes: Uint8Array): FileSound {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header: Header = { format: undefined, samples: undefined };
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true);
    const kind = word(bytes, at);
    if (kind === 'fmt ' && size >= 16 && at + 24 <= bytes.length) {
      header.format = wavFormatAt(view, at + 8, size);
    }
    if (kind === 'fact' && size >= 4 && at + 12 <= bytes.length) {
      header.samples = view.getUint32(at + 8, true);
    }
    if (kind === 'data') {
      if (!header.format) throw new SoundFileError('broken');
      const left = bytes.length - at - 8;
      const length = lengthOf(size, left, { riff: view.getUint32(4, true), ...header.format });
      return soundOf(new DataView(view.buffer, view.byteOffset + at + 8, length), {
        ...header,
        format: header.format,
      });
    }
    at += 8 + size + (size % 2);
  }
  throw new SoundFileError('broken');
}

/** A size from here on is none: a writer that streams did not know it yet. */
const openSize = 0x7fff_f000;
/** Some writers count their header as sound, too. */
const headerBytes = 44;

/**
 * The bytes of the sound.
 *
 * @throws SoundFileError when the file ends before the sound that it promises: the rest was lost on
 *   its way, and a call would play half a sentence
 */
function lengthOf(size: number, left: number, { riff, align }: { riff: number; align: number }) {
  if (size >= openSize || (size === 0 && (riff === 0 || riff >= openSize))) return left;
  if (size > left + Math.max(align, headerBytes)) throw new SoundFileError('cutOff');
  return Math.min(size, left);
}

function word(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function soundOf(data: DataView, header: { format: WavFormat; samples: number | undefined }) {
  const { format } = header;
  const blocks = blocksOf(format);
  if (!blocks) return uncompressed(data, format);
  const whole = blocks.count(data.byteLength);
  // The last block is filled up; the number beside it says where the sound ends.
  const last = Math.min(whole, header.samples || whole);
  refuseLongSound(last / format.sampleRate);
  return { sampleRate: format.sampleRate, samples: blocks.decode(data).subarray(0, last) };
}

function uncompressed(view: DataView, format: WavFormat): FileSound {
  const { channels, sampleRate, bits } = format;
  const sampleAt = readerOf(format);
  const width = bits / 8;
  const frames = Math.floor(view.byteLength / (width * channels));
  refuseLongSound(frames / sampleRate);
  const samples = new Float32Array(frames);
  for (let frame = 0; frame < frames; frame += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) {
      sum += sampleAt(view, (frame * channels + channel) * width);
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

function readerOf({ kind, bits }: WavFormat): Reader {
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
