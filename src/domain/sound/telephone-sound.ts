import { evenLoudness, trimSilence } from './loudness.ts';
import { resample } from './resample.ts';
import { telephoneRate, type WavSound } from './wav.ts';

/** Silence that stays at each end of a piece of speech: 0.12 s. */
const silentEnds = telephoneRate * 0.12;

/** Speech as a call plays it: 8 kHz, even loudness, short silent ends. Empty when all is silent. */
export function telephoneSound({ sampleRate, samples }: WavSound): Int16Array {
  const full = Float32Array.from(samples, (sample) => sample / 32_768);
  const narrow = resample(full, sampleRate, telephoneRate);
  const even = evenLoudness(trimSilence(narrow, silentEnds));
  return Int16Array.from(even, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767));
}
