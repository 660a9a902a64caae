/** WAV files of 16-bit PCM, the only kind that Carillon writes. */

/** Samples a second of everything that a call plays. */
export const telephoneRate = 8000;

const headerBytes = 44;

/** Mono samples as a WAV file. */
export function encodeWav(samples: Int16Array, sampleRate = telephoneRate): Uint8Array {
  const bytes = new Uint8Array(headerBytes + samples.length * 2);
  const view = new DataView(bytes.buffer);
  const text = (at: number, word: string) => {
    for (const [index, letter] of [...word].entries()) bytes[at + index] = letter.charCodeAt(0);
  };
  text(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, samples.length * 2, true);
  // Least significant byte first, like the machines that this program has packages for.
  new Int16Array(bytes.buffer, headerBytes).set(samples);
  return bytes;
}

export interface WavSound {
  /** Samples a second. */
  sampleRate: number;
  /** The first channel. */
  samples: Int16Array;
}

/** Reads 16-bit PCM; skips unknown chunks. Throws on anything else. */
export function decodeWav(bytes: Uint8Array): WavSound {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < 12 || word(0) !== 'RIFF' || word(8) !== 'WAVE')
    throw new Error('Not a WAV file.');
  let format: { channels: number; sampleRate: number } | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true);
    if (word(at) === 'fmt ') {
      const kind = view.getUint16(at + 8, true);
      const bits = view.getUint16(at + 22, true);
      if (kind !== 1 || bits !== 16) throw new Error('Not 16-bit PCM.');
      const channels = view.getUint16(at + 10, true);
      if (channels === 0) throw new Error('The WAV file has no channels.');
      format = { channels, sampleRate: view.getUint32(at + 12, true) };
    }
    if (word(at) === 'data' && format) {
      // A writer that streams may leave the size open.
      const length = Math.min(size, bytes.length - at - 8);
      return {
        sampleRate: format.sampleRate,
        samples: firstChannel(view, at + 8, length, format.channels),
      };
    }
    at += 8 + size + (size % 2);
  }
  throw new Error('The WAV file has no sound.');
}

function firstChannel(view: DataView, from: number, length: number, channels: number): Int16Array {
  const frame = 2 * channels;
  const samples = new Int16Array(Math.floor(length / frame));
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = view.getInt16(from + index * frame, true);
  }
  return samples;
}
