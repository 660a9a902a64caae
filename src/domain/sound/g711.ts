/** The two codes of telephone speech (ITU-T G.711), one byte a sample; full scale is 1. */

export function muLawSample(code: number): number {
  const inverted = ~code & 0xff;
  const exponent = (inverted >> 4) & 7;
  const size = (((inverted & 15) << 3) + 0x84) << exponent;
  return ((inverted & 0x80 ? -1 : 1) * (size - 0x84)) / 32_768;
}

export function aLawSample(code: number): number {
  const toggled = code ^ 0x55;
  const exponent = (toggled >> 4) & 7;
  const mantissa = (toggled & 15) << 4;
  const size = exponent === 0 ? mantissa + 8 : (mantissa + 0x108) << (exponent - 1);
  return ((toggled & 0x80 ? 1 : -1) * size) / 32_768;
}
