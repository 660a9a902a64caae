/** Cells and telephone numbers as bytes: the rules of domain/phone.ts without making a string. */

/** Bytes of a cell that carry no meaning at its ends: white space, also the unbreakable one. */
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

/**
 * The number as ten digits (2012000000 to 9989999999), or 0 for what is no number of the North
 * American plan (spec 3 section 5).
 */
export function phoneNumber(buffer: Uint8Array, from: number, to: number): number {
  let value = 0;
  let digits = 0;
  for (let at = from; at < to; at++) {
    const byte = buffer[at] as number;
    if (byte >= 0x30 && byte <= 0x39) {
      digits += 1;
      if (digits > 11) return 0;
      value = value * 10 + (byte - 0x30);
    } else if (!isIgnored(byte)) return 0;
  }
  if (digits === 11) value -= 10_000_000_000;
  else if (digits !== 10) return 0;
  return isPlanned(value) ? value : 0;
}

/** Space, dot, hyphen, parentheses and plus. */
function isIgnored(byte: number): boolean {
  return (
    byte === 0x20 ||
    byte === 0x2e ||
    byte === 0x2d ||
    byte === 0x28 ||
    byte === 0x29 ||
    byte === 0x2b
  );
}

/** Area code and exchange begin with 2 to 9 and are not N11. */
function isPlanned(value: number): boolean {
  if (value < 2_000_000_000 || value >= 10_000_000_000) return false;
  const area = Math.floor(value / 10_000_000);
  const exchange = Math.floor(value / 10_000) % 1000;
  return exchange >= 200 && area % 100 !== 11 && exchange % 100 !== 11;
}
