/**
 * What is heard while a telephone rings: the tone of the United States (ITU-T E.180 supplement 2).
 */
import { telephoneRate } from './wav.ts';

const hertz = [440, 480];
const ringSeconds = 2;
const pauseSeconds = 4;
/** Of each tone, of 32,767: about -19 dBm. */
const loudness = 3_500;

/** One ring and the pause after it, 6 seconds. */
export function ringing(): Int16Array {
  const samples = new Int16Array((ringSeconds + pauseSeconds) * telephoneRate);
  for (let at = 0; at < ringSeconds * telephoneRate; at += 1) {
    const angle = (2 * Math.PI * at) / telephoneRate;
    samples[at] = Math.round(hertz.reduce((sum, one) => sum + loudness * Math.sin(one * angle), 0));
  }
  return samples;
}
