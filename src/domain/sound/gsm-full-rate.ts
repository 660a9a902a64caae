/**
 * GSM 6.10 full rate speech (ETSI EN 300 961), as it stands in WAV files: blocks of 65 bytes with
 * two frames of 260 bits each, lowest bit first, 320 samples together. Fixed-point arithmetic of 16
 * bits, as the standard gives it, so that the result is the same bit for bit everywhere.
 */

export const gsmBlockBytes = 65;
export const gsmBlockSamples = 320;

const frameSamples = 160;
const subframe = 40;
const longestLag = 120;

/** Bits of the eight log area ratios, in their order. */
const ratioBits = [6, 6, 5, 5, 4, 4, 3, 3];
const ratioLeast = [-32, -32, -16, -16, -8, -8, -4, -4];
const ratioOffset = [0, 0, 2048, -2560, 94, -1792, -341, -1144];
const ratioInverse = [13_107, 13_107, 13_107, 13_107, 19_223, 17_476, 31_454, 29_708];
const gains = [3277, 11_469, 21_299, 32_767];
const factors = [18_431, 20_479, 22_527, 24_575, 26_623, 28_671, 30_719, 32_767];

/** Where the ratios of a frame fade in from those before it: first sample, shares in quarters. */
const fades = [
  { from: 0, to: 13, before: [2, 1], now: [2] },
  { from: 13, to: 27, before: [1], now: [1] },
  { from: 27, to: 40, before: [2], now: [2, 1] },
  { from: 40, to: frameSamples, before: [], now: [0] },
];

const word = (value: number) => Math.max(-32_768, Math.min(32_767, value));
const add = (a: number, b: number) => word(a + b);
const subtract = (a: number, b: number) => word(a - b);
/** The rounded product of two fractions of 15 bits. */
const multiply = (a: number, b: number) =>
  a === -32_768 && b === -32_768 ? 32_767 : (a * b + 16_384) >> 15;

/** Decodes block after block; a frame continues what the one before it left. */
export class GsmDecoder {
  #residual = new Int16Array(longestLag);
  #ratios = new Int16Array(8);
  readonly #lattice = new Int16Array(9);
  #lag = subframe;
  #emphasis = 0;

  /** @param block 65 bytes; its 320 samples are written to `into` at `at`, full scale 1 */
  decode(block: Uint8Array, into: Float32Array, at: number): void {
    const bits = bitsOf(block);
    this.#frame(bits, into, at);
    this.#frame(bits, into, at + frameSamples);
  }

  #frame(bits: (count: number) => number, into: Float32Array, at: number): void {
    const ratios = Int16Array.from(ratioBits, (count, index) => ratio(bits(count), index));
    const residual = new Int16Array(longestLag + frameSamples);
    residual.set(this.#residual);
    for (let from = longestLag; from < residual.length; from += subframe) {
      this.#subframe(bits, residual, from);
    }
    this.#residual = residual.slice(-longestLag);
    for (const fade of fades) {
      const reflections = Array.from(ratios, (now, index) => {
        const before = this.#ratios[index] ?? 0;
        const parts = [
          ...fade.before.map((shift) => before >> shift),
          ...fade.now.map((shift) => now >> shift),
        ];
        return reflection(parts.reduce(add, 0));
      });
      for (let sample = fade.from; sample < fade.to; sample += 1) {
        const spoken = this.#filter(reflections, residual[longestLag + sample] ?? 0);
        this.#emphasis = add(spoken, multiply(this.#emphasis, 28_180));
        into[at + sample] = (add(this.#emphasis, this.#emphasis) & ~7) / 32_768;
      }
    }
    this.#ratios = ratios;
  }

  /** A pulse train of 13, and what the voice did one pitch period earlier. */
  #subframe(bits: (count: number) => number, residual: Int16Array, from: number): void {
    const lag = bits(7);
    const gain = gains[bits(2)] ?? 0;
    const grid = bits(2);
    const { exponent, mantissa } = blockMaximum(bits(6));
    if (lag >= subframe && lag <= longestLag) this.#lag = lag;
    const shift = 6 - exponent;
    for (let pulse = 0; pulse < 13; pulse += 1) {
      const scaled = multiply(factors[mantissa] ?? 0, ((bits(3) << 1) - 7) << 12);
      const rounded = add(scaled, shift > 0 ? (1 << shift) >> 1 : 0);
      residual[from + grid + 3 * pulse] = rounded >> shift;
    }
    for (let index = from; index < from + subframe; index += 1) {
      const earlier = multiply(gain, residual[index - this.#lag] ?? 0);
      residual[index] = add(residual[index] ?? 0, earlier);
    }
  }

  /** The lattice of the mouth: eight reflections. */
  #filter(reflections: readonly number[], input: number): number {
    const lattice = this.#lattice;
    let sound = input;
    for (let index = 7; index >= 0; index -= 1) {
      const reflected = reflections[index] ?? 0;
      sound = subtract(sound, multiply(reflected, lattice[index] ?? 0));
      lattice[index + 1] = add(lattice[index] ?? 0, multiply(reflected, sound));
    }
    lattice[0] = sound;
    return sound;
  }
}

/** Reads numbers of up to 7 bits, lowest bit first. */
function bitsOf(block: Uint8Array): (count: number) => number {
  let at = 0;
  return (count) => {
    const low = block[at >> 3] ?? 0;
    const high = block[(at >> 3) + 1] ?? 0;
    const value = ((low | (high << 8)) >> (at & 7)) & ((1 << count) - 1);
    at += count;
    return value;
  };
}

function ratio(code: number, index: number): number {
  const shifted = (code + (ratioLeast[index] ?? 0)) << 10;
  const centered = subtract(shifted, (ratioOffset[index] ?? 0) << 1);
  const half = multiply(ratioInverse[index] ?? 0, centered);
  return add(half, half);
}

function reflection(value: number): number {
  const size = value === -32_768 ? 32_767 : Math.abs(value);
  const bent = size < 11_059 ? size << 1 : size < 20_070 ? size + 11_059 : add(size >> 2, 26_112);
  return value < 0 ? -bent : bent;
}

/** The coded maximum of a subframe as mantissa and exponent. */
function blockMaximum(code: number): { exponent: number; mantissa: number } {
  let exponent = code > 15 ? (code >> 3) - 1 : 0;
  let mantissa = code - (exponent << 3);
  if (mantissa === 0) return { exponent: -4, mantissa: 7 };
  while (mantissa <= 7) {
    mantissa = (mantissa << 1) | 1;
    exponent -= 1;
  }
  return { exponent, mantissa: mantissa - 8 };
}
