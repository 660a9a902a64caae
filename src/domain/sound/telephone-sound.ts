import { evenLoudness, raiseQuiet, trimSilence } from './loudness.ts';
import { resample } from './resample.ts';
import { telephoneRate, type WavSound } from './wav.ts';

/** Silence that stays at each end of a piece of speech: 0.12 s. */
const silentEnds = telephoneRate * 0.12;

/** Speech as a call plays it: 8 kHz, even loudness, short silent ends. Empty when all is silent. */
export function telephoneSound({ sampleRate, samples }: WavSound): Int16Array<ArrayBuffer> {
  const full = new Float32Array(samples.length);
  for (let at = 0; at < samples.length; at += 1) full[at] = (samples[at] ?? 0) / 32_768;
  return telephoneSoundOf(full, sampleRate);
}

/** The same of samples whose full scale is 1. */
export function telephoneSoundOf(samples: Float32Array, sampleRate: number) {
  const narrow = raiseQuiet(resample(samples, sampleRate, telephoneRate));
  const even = evenLoudness(trimSilence(narrow, silentEnds));
  const whole = new Int16Array(even.length);
  for (let at = 0; at < even.length; at += 1) {
    whole[at] = Math.round(Math.max(-1, Math.min(1, even[at] ?? 0)) * 32_767);
  }
  return whole;
}
