/** WAV files as other programs write them, made byte by byte. */

export interface WavKind {
  /** 1 PCM, 3 floating point, 6 A-law, 7 µ-law, 0xfffe extensible. */
  kind: number;
  bits: number;
  channels?: number;
  sampleRate?: number;
  /** The kind inside an extensible header. */
  inner?: number;
}

/** A file of these sample bytes; `claims` puts other sizes into its header. */
export function wavFile(
  { kind, bits, channels = 1, sampleRate = 8000, inner }: WavKind,
  data: Uint8Array,
  claims: { data?: number; riff?: number } = {},
): Buffer {
  const format = Buffer.alloc(inner === undefined ? 16 : 40);
  const width = (channels * bits) / 8;
  format.writeUInt16LE(kind, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(sampleRate, 4);
  format.writeUInt32LE(Math.floor(sampleRate * width) >>> 0, 8);
  format.writeUInt16LE(Math.floor(width) & 0xffff, 12);
  format.writeUInt16LE(bits, 14);
  if (inner !== undefined) {
    format.writeUInt16LE(22, 16);
    format.writeUInt16LE(inner, 24);
  }
  const size = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value >>> 0);
    return bytes;
  };
  return Buffer.concat([
    Buffer.from('RIFF'),
    size(claims.riff ?? 28 + format.length + data.length),
    Buffer.from('WAVEfmt '),
    size(format.length),
    format,
    Buffer.from('LIST'),
    size(4),
    Buffer.from('odd!'),
    Buffer.from('data'),
    size(claims.data ?? data.length),
    data,
  ]);
}

/** Samples of a tone, written by `write` with `width` bytes each, the same in every channel. */
export function tone(
  seconds: number,
  { sampleRate = 8000, channels = 1, width = 2, hertz = 440, peak = 0.3 },
  write: (into: Buffer, at: number, sample: number) => void,
): Buffer {
  const frames = Math.round(seconds * sampleRate);
  const data = Buffer.alloc(frames * channels * width);
  for (let frame = 0; frame < frames; frame += 1) {
    const sample = peak * Math.sin((2 * Math.PI * hertz * frame) / sampleRate);
    for (let channel = 0; channel < channels; channel += 1) {
      write(data, (frame * channels + channel) * width, sample);
    }
  }
  return data;
}

export const int16 = (into: Buffer, at: number, sample: number) =>
  into.writeInt16LE(Math.round(sample * 32_767), at);
