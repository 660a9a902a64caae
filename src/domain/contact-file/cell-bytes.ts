/** Cells and telephone numbers as bytes: the rules of domain/phone.ts without making a string. */

/** Bytes to trim from the ends of a cell: white space, including the no-break space. */
export function trimmedStart(buffer: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to) {
    const byte = buffer[at] as number;
    if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) at += 1;
    else if (byte === 0xc2 && at + 1 < to && buffer[at + 1] === 0xa0) at += 2;
    else break;
  }
  return at;
}

export function trimmedEnd(buffer: Uint8Array, from: number, to: number): number {
  let at = to;
  while (at > from) {
    const byte = buffer[at - 1] as number;
    if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) at -= 1;
    else if (byte === 0xa0 && at - 2 >= from && buffer[at - 2] === 0xc2) at -= 2;
    else break;
  }
  return at;
}

/** What `phoneNumber` returns for a plus and the code of another country. */
export const foreignCode = -1;

/**
 * The number as ten digits (2012000000 to 9989999999), 0 for what is not a number of the North
 * American plan (spec 3 section 5), or `foreignCode`.
 */
export function phoneNumber(buffer: Uint8Array, from: number, to: number): number {
  let value = 0;
  let digits = 0;
  let plus = false;
  let foreign = false;
  /** Digits since the last dot; four if there is none, which is enough. */
  let sinceDot = 4;
  for (let at = from; at < to; at++) {
    const byte = buffer[at] as number;
    if (byte >= 0x30 && byte <= 0x39) {
      if (digits === 0) foreign = plus && byte !== 0x31;
      digits += 1;
      if (digits > (foreign ? 15 : 11)) return 0;
      value = value * 10 + (byte - 0x30);
      sinceDot += 1;
    } else if (byte === 0x2b) {
      if (plus || digits > 0) return 0;
      plus = true;
    } else if (byte === 0x2e) sinceDot = 0;
    else {
      const length = ignoredAt(buffer, at, to);
      if (length === 0) return 0;
      at += length - 1;
    }
  }
  if (foreign) return digits >= 7 ? foreignCode : 0;
  // "302555014.0" is what a spreadsheet makes of nine digits.
  if (sinceDot > 0 && sinceDot < 4) return 0;
  if (digits === 11) value -= 10_000_000_000;
  else if (digits !== 10) return 0;
  return isPlanned(value) ? value : 0;
}

/** The length in bytes of a space, a hyphen, a dash or a parenthesis; 0 for anything else. */
function ignoredAt(buffer: Uint8Array, at: number, to: number): number {
  const byte = buffer[at] as number;
  if (byte === 0x20 || byte === 0x2d || byte === 0x28 || byte === 0x29) return 1;
  if (byte === 0xc2) return at + 1 < to && buffer[at + 1] === 0xa0 ? 2 : 0;
  if (byte !== 0xe2 || at + 2 >= to) return 0;
  const second = buffer[at + 1];
  const third = buffer[at + 2] as number;
  // The minus sign; figure and narrow space; hyphens and dashes.
  if (second === 0x88) return third === 0x92 ? 3 : 0;
  if (second !== 0x80) return 0;
  return third === 0x87 || third === 0xaf || (third >= 0x90 && third <= 0x94) ? 3 : 0;
}

/** Area code and exchange begin with 2 to 9 and are not N11. */
function isPlanned(value: number): boolean {
  if (value < 2_000_000_000 || value >= 10_000_000_000) return false;
  const area = Math.floor(value / 10_000_000);
  const exchange = Math.floor(value / 10_000) % 1000;
  return exchange >= 200 && area % 100 !== 11 && exchange % 100 !== 11;
}
