/** Level, silence and clipping, measured in what a call plays. */
import { activeLevel, frameLevels, silence } from '../sound/loudness.ts';
import { telephoneRate } from '../sound/wav.ts';
import type { Fault } from './fault.ts';
import { leastLevel, longestSilence, longestStart, mostAtPeak } from './rules.ts';

/** A step's part of the preview, in samples. Fields are not measured: a call speaks other values. */
export interface SoundPart {
  step: number;
  from: number;
  samples: number;
  field: boolean;
}

/** @param preview 8,000 samples a second, 16 bits */
export function soundFaults(parts: readonly SoundPart[], preview: Int16Array): Fault[] {
  const faults: Fault[] = [];
  for (const part of parts.filter(({ field }) => !field)) {
    const samples = Float32Array.from(
      preview.subarray(part.from, part.from + part.samples),
      (sample) => sample / 32_768,
    );
    const place = { step: part.step, seconds: part.from / telephoneRate };
    const level = activeLevel(samples);
    if (samples.length > 0 && level < leastLevel) {
      const decibels = level === 0 ? -96 : Math.round(20 * Math.log10(level));
      faults.push({ rule: 'voice_level', place, decibels });
    }
    if (isClipped(samples)) faults.push({ rule: 'voice_clipping', place });
  }
  return [...faults, ...silenceFaults(parts, preview)];
}

/** Samples that touch the highest level, as a share of those that are not silent. */
function isClipped(samples: Float32Array): boolean {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  if (peak < leastLevel) return false;
  let active = 0;
  let atPeak = 0;
  for (const sample of samples) {
    if (Math.abs(sample) > silence) active += 1;
    if (Math.abs(sample) >= peak * 0.97) atPeak += 1;
  }
  return atPeak > active * mostAtPeak;
}

/** Seconds of one of the frames that `frameLevels` measures. */
const frameSeconds = 0.02;

function silenceFaults(parts: readonly SoundPart[], preview: Int16Array): Fault[] {
  const levels = frameLevels(Float32Array.from(preview, (sample) => sample / 32_768));
  const faults: Fault[] = [];
  let begins = 0;
  for (let at = 0; at <= levels.length; at += 1) {
    if (at < levels.length && (levels[at] ?? 0) <= silence) continue;
    const seconds = (at - begins) * frameSeconds;
    const isStart = begins === 0;
    // Silence at the end ends the call a little later, and nothing else.
    if (at < levels.length && seconds > (isStart ? longestStart : longestSilence)) {
      const place = placeAt(parts, begins * frameSeconds);
      faults.push({ rule: 'voice_silence', place, kind: isStart ? 'start' : 'inside', seconds });
    }
    begins = at + 1;
  }
  return faults;
}

function placeAt(parts: readonly SoundPart[], seconds: number) {
  const sample = seconds * telephoneRate;
  const part = parts.find(({ from, samples }) => sample >= from && sample < from + samples);
  return { ...(part && { step: part.step }), seconds };
}
