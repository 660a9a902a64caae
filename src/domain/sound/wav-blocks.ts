/** The compressed WAV files of voice mail and telephone systems, decoded block by block. */
import { type BlockDecoder, imaBlock, msBlock, msPredictors } from './adpcm.ts';
import { GsmDecoder, gsmBlockBytes, gsmBlockSamples } from './gsm-full-rate.ts';
import { SoundFileError } from './sound-file.ts';
import type { WavFormat } from './wav-format.ts';

const kinds = { msAdpcm: 2, imaAdpcm: 17, gsm: 49 } as const;
/** Of Microsoft's ADPCM, in one file; the format has seven. */
const mostPredictors = 256;

interface Blocks {
  /** Samples of a channel in N bytes. */
  count(bytes: number): number;
  /** All channels mixed to one, full scale 1. */
  decode(data: DataView): Float32Array;
}

/** Undefined: the samples are not in blocks. @throws SoundFileError */
export function blocksOf(format: WavFormat): Blocks | undefined {
  const { kind, channels, align, bits } = format;
  if (kind === kinds.gsm) {
    if (channels !== 1 || align !== gsmBlockBytes) throw new SoundFileError('unsupported');
    return gsmBlocks;
  }
  const isAdpcm = kind === kinds.msAdpcm || kind === kinds.imaAdpcm;
  if (!isAdpcm) return undefined;
  if (bits !== 4) throw new SoundFileError('unsupported');
  if (align < (kind === kinds.imaAdpcm ? 4 : 7) * channels) throw new SoundFileError('broken');
  return kind === kinds.imaAdpcm
    ? adpcmBlocks(format, imaBlock, (bytes) => imaCount(bytes, channels))
    : adpcmBlocks(format, msBlock(predictorsOf(format)), (bytes) => msCount(bytes, channels));
}

/** A last block that is not whole has too few bits for its frames. */
const gsmBlocks: Blocks = {
  count: (bytes) => Math.floor(bytes / gsmBlockBytes) * gsmBlockSamples,
  decode(data) {
    const samples = new Float32Array(this.count(data.byteLength));
    const decoder = new GsmDecoder();
    for (let block = 0; block * gsmBlockSamples < samples.length; block += 1) {
      const bytes = new Uint8Array(
        data.buffer,
        data.byteOffset + block * gsmBlockBytes,
        gsmBlockBytes,
      );
      decoder.decode(bytes, samples, block * gsmBlockSamples);
    }
    return samples;
  },
};

const imaCount = (bytes: number, channels: number) =>
  bytes < 4 * channels ? 0 : 1 + 8 * Math.floor((bytes - 4 * channels) / (4 * channels));
const msCount = (bytes: number, channels: number) =>
  bytes < 7 * channels ? 0 : 2 + Math.floor(((bytes - 7 * channels) * 2) / channels);

function adpcmBlocks(
  { align, channels }: WavFormat,
  decodeBlock: BlockDecoder,
  countOf: (blockBytes: number) => number,
): Blocks {
  const count = (bytes: number) =>
    Math.floor(bytes / align) * countOf(align) + countOf(bytes % align);
  return {
    count,
    decode(data) {
      const samples = new Float32Array(count(data.byteLength));
      let at = 0;
      for (let from = 0; from < data.byteLength; from += align) {
        const length = Math.min(align, data.byteLength - from);
        const block = new DataView(data.buffer, data.byteOffset + from, length);
        at = mix(decodeBlock(block, channels), samples, at);
      }
      return samples;
    },
  };
}

/** @returns where the next block's samples go */
function mix(byChannel: readonly Int16Array[], into: Float32Array, at: number): number {
  const scale = 1 / (32_768 * byChannel.length);
  for (const samples of byChannel) {
    for (let index = 0; index < samples.length; index += 1) {
      into[at + index] = (into[at + index] ?? 0) + (samples[index] ?? 0) * scale;
    }
  }
  return at + (byChannel[0]?.length ?? 0);
}

/** The file's own table: the number of samples of a block, of predictors, and two numbers each. */
function predictorsOf({ extra }: WavFormat): readonly (readonly [number, number])[] {
  const count = extra.byteLength >= 6 ? extra.getUint16(4, true) : 0;
  if (count === 0 || count > mostPredictors || extra.byteLength < 6 + count * 4) {
    return msPredictors;
  }
  return Array.from({ length: count }, (_, index) => [
    extra.getInt16(6 + index * 4, true),
    extra.getInt16(8 + index * 4, true),
  ]);
}
