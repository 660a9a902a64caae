/** The SMSC default alphabet (3GPP TS 23.038, 6.2.1), with septets unpacked or packed. */
import { Buffer } from 'node:buffer';

/** In code order; a NUL marks 0x1b, the escape. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\0ÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const escapeCode = 0x1b;
const carriageReturn = 0x0d;
const afterEscape: Readonly<Record<string, number>> = {
  ...{ '\f': 0x0a, '^': 0x14, '{': 0x28, '}': 0x29, '\\': 0x2f, '[': 0x3c, '~': 0x3d },
  ...{ ']': 0x3e, '|': 0x40, '€': 0x65 },
};

const septetsOf = new Map<string, readonly number[]>([
  ...[...basic].flatMap((one, code): [string, number[]][] =>
    code === escapeCode ? [] : [[one, [code]]],
  ),
  ...Object.entries(afterEscape).map(([one, code]): [string, number[]] => [
    one,
    [escapeCode, code],
  ]),
]);
const escapedBy = new Map(Object.entries(afterEscape).map(([one, code]) => [code, one]));

/** One or two septets; undefined for a character outside the alphabet. */
export const gsm7Septets = (character: string) => septetsOf.get(character);

/** Unknown codes become "?"; an escape before an unknown code becomes a space, as on phones. */
export function gsm7Text(septets: Iterable<number>): string {
  let text = '';
  let escaped = false;
  for (const code of septets) {
    if (escaped) text += escapedBy.get(code) ?? basic[code & 0x7f] ?? ' ';
    else if (code !== escapeCode) text += code < 0x80 ? basic[code] : '?';
    escaped = !escaped && code === escapeCode;
  }
  return text;
}

/** @param fill bits before the first septet, which align septets after a header */
export function packSeptets(septets: readonly number[], fill = 0): Buffer {
  const bits = fill + septets.length * 7;
  const packed = Buffer.alloc(Math.ceil(bits / 8));
  for (const [index, septet] of septets.entries()) {
    const at = fill + index * 7;
    const shifted = (septet & 0x7f) << (at % 8);
    const octet = at >> 3;
    packed[octet] = (packed[octet] ?? 0) | (shifted & 0xff);
    if (shifted > 0xff) packed[octet + 1] = shifted >> 8;
  }
  // Seven spare bits would be read as an "@" (3GPP TS 23.038, 6.1.2.3.1).
  const last = packed.length - 1;
  if (bits % 8 === 1) packed[last] = (packed[last] ?? 0) | (carriageReturn << 1);
  return packed;
}

export function unpackSeptets(packed: Buffer, fill = 0): number[] {
  const count = Math.floor((packed.length * 8 - fill) / 7);
  const septets = Array.from({ length: Math.max(0, count) }, (_, index) => {
    const at = fill + index * 7;
    const octet = at >> 3;
    const two = (packed[octet] ?? 0) | ((packed[octet + 1] ?? 0) << 8);
    return (two >> (at % 8)) & 0x7f;
  });
  const last = septets.at(-1);
  const full = (septets.length * 7 + fill) % 8 === 0;
  if (full && (last === 0 || last === carriageReturn)) septets.pop();
  return septets;
}
