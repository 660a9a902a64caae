/**
 * Change of sample rate by a windowed sinc. The low-pass lies below half of the lower rate, so
 * that what a telephone cannot carry is taken out and not folded back as a whistle.
 */

/** Zero crossings of the sinc on each side: the transition is about 10 % of the lower rate. */
const crossings = 32;
/** Kaiser window: stop band about 80 dB down. */
const beta = 8;
/** Part of half the lower rate that passes. */
const passBand = 0.92;

/**
 * @param samples mono, in any scale
 * @returns samples at the rate `to`, in the same scale
 */
export function resample(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const divisor = greatestCommonDivisor(from, to);
  const up = to / divisor;
  const down = from / divisor;
  const kernels = kernelsFor(from, to, up);
  const reach = kernelReach(from, to);
  const output = new Float32Array(Math.floor((samples.length * to) / from));
  for (let index = 0; index < output.length; index += 1) {
    const position = index * down;
    const phase = position % up;
    output[index] = convolved(samples, (position - phase) / up - reach, kernels[phase]);
  }
  return output;
}

function convolved(samples: Float32Array, start: number, kernel: Float32Array | undefined): number {
  let sum = 0;
  if (!kernel) return sum;
  const first = Math.max(0, -start);
  const end = Math.min(kernel.length, samples.length - start);
  for (let tap = first; tap < end; tap += 1)
    sum += (samples[start + tap] ?? 0) * (kernel[tap] ?? 0);
  return sum;
}

function kernelReach(from: number, to: number): number {
  return Math.ceil(crossings * Math.max(1, from / to));
}

/** One kernel for each position that an output sample can have between two input samples. */
function kernelsFor(from: number, to: number, phases: number): Float32Array[] {
  const reach = kernelReach(from, to);
  const cutoff = (Math.min(from, to) / from) * passBand;
  return Array.from({ length: phases }, (_, phase) => {
    const kernel = Float32Array.from({ length: 2 * reach + 1 }, (_unused, tap) => {
      const distance = tap - reach - phase / phases;
      return cutoff * sinc(cutoff * distance) * kaiser(distance / (reach + 1));
    });
    const sum = kernel.reduce((total, value) => total + value, 0);
    return kernel.map((value) => value / sum);
  });
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** The Kaiser window, 1 in the middle and small at -1 and 1. */
function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : bessel(beta * Math.sqrt(1 - x * x)) / bessel(beta);
}

/** Modified Bessel function of the first kind, order 0, by its series. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-9; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
