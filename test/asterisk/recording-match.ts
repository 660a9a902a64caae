/** Whether a recording contains a whole sound, compared sample by sample after telephone coding. */
import { existsSync, readFileSync } from 'node:fs';
import { decodeWav } from '../../src/domain/sound/wav.ts';
import { until } from '../harness/until.ts';

const rate = 8000;
/** Bytes of a WAV file before its samples. */
const header = 44;
const frame = 80;
/** Compared piece by piece: 200 ms. */
const piece = 1600;
/** The likeness that remains after telephone coding; 1 would be equal. */
const alike = 0.8;
/** Samples by which a piece may be off: a busy machine plays some packets late. */
const play = 1000;

export interface SoundMatch {
  /** Share of the sound's non-silent pieces that are in the recording: 0 to 1. */
  share: number;
  /** Its beginning and end are: one of the first two pieces, and one of the last two. */
  ends: boolean;
  /** Seconds from the recording's beginning to the sound's. */
  from: number;
}

/** Asterisk writes a recording's length when it closes the file, shortly after the call's end. */
export async function samplesIn(file: string): Promise<Int16Array> {
  const bytes = await until(() => {
    const now = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
    const whole = now.length > header && now.readUInt32LE(header - 4) === now.length - header;
    return whole ? now : undefined;
  }, 15);
  return decodeWav(bytes).samples;
}

export function matchIn(recording: Int16Array, sound: Int16Array): SoundMatch {
  const at = bestOffset(levels(recording), levels(sound)) * frame;
  const found: boolean[] = [];
  for (let first = 0; first + piece <= sound.length; first += piece) {
    const part = sound.subarray(first, first + piece);
    if (level(part) < 300) continue;
    found.push(isThere(recording, part, at + first));
  }
  const share = found.filter(Boolean).length / Math.max(1, found.length);
  const ends = found.slice(0, 2).some(Boolean) && found.slice(-2).some(Boolean);
  return { share, ends, from: at / rate };
}

function isThere(recording: Int16Array, part: Int16Array, at: number): boolean {
  for (let shift = -play; shift <= play; shift += 1) {
    if (likeness(recording, part, at + shift) >= alike) return true;
  }
  return false;
}

/** Normalized correlation at one offset. */
function likeness(recording: Int16Array, part: Int16Array, at: number): number {
  let dot = 0;
  let one = 0;
  let other = 0;
  for (let index = 0; index < part.length; index += 1) {
    const a = recording[at + index] ?? 0;
    const b = part[index] ?? 0;
    dot += a * b;
    one += a * a;
    other += b * b;
  }
  return one === 0 || other === 0 ? 0 : dot / Math.sqrt(one * other);
}

/** Loudness of each 10 ms. */
function levels(samples: Int16Array): Float64Array {
  const made = new Float64Array(Math.floor(samples.length / frame));
  for (let index = 0; index < made.length; index += 1) {
    made[index] = level(samples.subarray(index * frame, (index + 1) * frame));
  }
  return made;
}

function level(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, samples.length));
}

/** The frame offset at which the loudness of both is most alike. */
function bestOffset(recording: Float64Array, sound: Float64Array): number {
  let best = { at: 0, value: Number.NEGATIVE_INFINITY };
  for (let at = -20; at <= recording.length; at += 1) {
    let dot = 0;
    let one = 0;
    for (let index = 0; index < sound.length; index += 1) {
      const a = recording[at + index] ?? 0;
      dot += a * (sound[index] ?? 0);
      one += a * a;
    }
    const value = one === 0 ? 0 : dot / Math.sqrt(one);
    if (value > best.value) best = { at, value };
  }
  return best.at;
}
