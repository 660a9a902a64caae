/**
 * Multiplication by one element of GF(2^128) as GCM writes it (NIST SP 800-38D, 6.3): bit 0 is the
 * first bit of the first byte, and the field's polynomial is 1 + x + x^2 + x^7 + x^128. It is linear
 * in each bit, so the products of every byte at every place are made once: 64 kB.
 */

/** 128 bits, most significant word first. */
export type Words = Uint32Array;

/** The function that multiplies by `factor`, in place. */
export function ghash(factor: Buffer): (value: Words) => void {
  const table = productsOf(factor);
  return (value) => {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let place = 0; place < 16; place++) {
      const byte = ((value[place >> 2] as number) >>> (24 - 8 * (place & 3))) & 0xff;
      const at = (place * 256 + byte) * 4;
      a ^= table[at] as number;
      b ^= table[at + 1] as number;
      c ^= table[at + 2] as number;
      d ^= table[at + 3] as number;
    }
    value[0] = a;
    value[1] = b;
    value[2] = c;
    value[3] = d;
  };
}

/** The product of each byte value at each of the 16 places, 4 words each. */
function productsOf(factor: Buffer): Uint32Array {
  const table = new Uint32Array(16 * 256 * 4);
  const power = Uint32Array.from([0, 4, 8, 12], (at) => factor.readUInt32BE(at));
  for (let place = 0; place < 16; place++) {
    for (let bit = 0x80; bit > 0; bit >>= 1) {
      for (let byte = 0; byte < 256; byte++) {
        if ((byte & bit) === 0) continue;
        const at = (place * 256 + byte) * 4;
        for (let word = 0; word < 4; word++) {
          table[at + word] = (table[at + word] as number) ^ (power[word] as number);
        }
      }
      timesX(power);
    }
  }
  return table;
}

/** A shift by one bit; what falls out comes back as the polynomial. */
function timesX(value: Words): void {
  const [a = 0, b = 0, c = 0, d = 0] = value;
  value[3] = (d >>> 1) | (c << 31);
  value[2] = (c >>> 1) | (b << 31);
  value[1] = (b >>> 1) | (a << 31);
  value[0] = (a >>> 1) ^ ((d & 1) === 1 ? 0xe1000000 : 0);
}
