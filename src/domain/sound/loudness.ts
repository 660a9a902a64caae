/** One loudness for every voice, recording and file: what a call plays must not jump. */

/** Root mean square of the parts that are not silent, as a share of full scale: -20 dB. */
export const targetLevel = 0.1;
/** No sample above this share of full scale: -1 dB. */
const highestPeak = 0.891;
/** 20 ms at 8 kHz. */
const frame = 160;
/** Frames below this share of full scale are silence: -50 dB. */
export const silence = 0.00316;

/** Root mean square of the frames that are not silent; 0 when all are. */
export function activeLevel(samples: Float32Array): number {
  const active = frameLevels(samples).filter((level) => level > silence);
  if (active.length === 0) return 0;
  return Math.sqrt(active.reduce((sum, level) => sum + level * level, 0) / active.length);
}

/** Speech whose loudest 100 ms are below this share of full scale is raised first: -40 dB. */
const quiet = 0.01;
const loudFrames = 5;
/** What is quieter than this is not speech, but the last bits of a silent file: -76 dB. */
const faintest = 0.00016;
/** Speech is this much louder than its own pauses; a hum is not: 10 dB. */
const contrast = 3.2;

/**
 * Speech recorded far too quietly, as loud as other speech; everything else as it is. A file of
 * nothing but noise stays below the level of silence.
 */
export function raiseQuiet(samples: Float32Array): Float32Array {
  const ordered = frameLevels(samples).sort((a, b) => b - a);
  const loud = ordered[Math.min(loudFrames, ordered.length) - 1] ?? 0;
  const pause = ordered[Math.floor(ordered.length * 0.9)] ?? 0;
  if (loud >= quiet || loud < faintest || loud < pause * contrast) return samples;
  const gain = targetLevel / loud;
  return samples.map((sample) => Math.max(-1, Math.min(1, sample * gain)));
}

/** Brings speech to the target level, less where its peaks would clip. Full scale is 1. */
export function evenLoudness(samples: Float32Array): Float32Array {
  const level = activeLevel(samples);
  if (level === 0) return samples;
  const gain = Math.min(targetLevel / level, highestPeak / peakOf(samples));
  const even = new Float32Array(samples.length);
  for (let index = 0; index < samples.length; index += 1) {
    even[index] = (samples[index] ?? 0) * gain;
  }
  return even;
}

/** Cuts silence at both ends down to `keep` samples, so that joined steps keep an even pace. */
export function trimSilence(samples: Float32Array, keep: number): Float32Array {
  const loud = frameLevels(samples).map((level) => level > silence);
  const first = loud.indexOf(true);
  if (first < 0) return samples.subarray(0, 0);
  const last = loud.lastIndexOf(true) + 1;
  return samples.subarray(Math.max(0, first * frame - keep), last * frame + keep);
}

/**
 * Root mean square of each 20 ms, as a share of full scale. Loops and no callbacks: 5 minutes are
 * 2,400,000 samples, which a callback each takes a second for.
 */
export function frameLevels(samples: Float32Array): number[] {
  return Array.from({ length: Math.ceil(samples.length / frame) }, (_, index) => {
    const end = Math.min((index + 1) * frame, samples.length);
    let sum = 0;
    for (let at = index * frame; at < end; at += 1) sum += (samples[at] ?? 0) ** 2;
    return Math.sqrt(sum / (end - index * frame));
  });
}

function peakOf(samples: Float32Array): number {
  let highest = 0;
  for (let at = 0; at < samples.length; at += 1) {
    highest = Math.max(highest, Math.abs(samples[at] ?? 0));
  }
  return highest;
}
