/**
 * How many segments a text takes on its way (3GPP TS 23.038 and 23.040). A text of GSM-7 characters
 * fits 160 into one segment and 153 into each of several; one character outside that alphabet turns
 * the whole text into UCS-2 with 70 and 67.
 */

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Sent with an escape before them, so that each takes the room of two. */
const escaped = new Set('\f^{}\\[~]|€');

/** Units of one segment: of a text that fits into one, and of each of several. */
const room = {
  'GSM-7': { single: 160, each: 153 },
  'UCS-2': { single: 70, each: 67 },
} as const;

export interface Segments {
  encoding: keyof typeof room;
  /** 0 for an empty text. */
  segments: number;
  /** What the text takes: septets in GSM-7, 16-bit units in UCS-2. */
  units: number;
  /** Room of a segment when the text takes this many of them. */
  unitsPerSegment: number;
  /** The characters outside GSM-7, each once, in their order; empty for a GSM-7 text. */
  unicode: readonly string[];
}

export function segmentsOf(text: string): Segments {
  const characters = [...text];
  const unicode = [...new Set(characters.filter((one) => !basic.has(one) && !escaped.has(one)))];
  const encoding = unicode.length > 0 ? 'UCS-2' : 'GSM-7';
  const sizes = characters.map((one) => (encoding === 'UCS-2' ? one.length : septetsOf(one)));
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const { single, each } = room[encoding];
  if (units <= single) {
    const segments = units === 0 ? 0 : 1;
    return { encoding, segments, units, unitsPerSegment: single, unicode };
  }
  return { encoding, segments: packed(sizes, each), units, unitsPerSegment: each, unicode };
}

function septetsOf(character: string): number {
  return escaped.has(character) ? 2 : 1;
}

/** A character that takes two units is not cut: it begins the next segment. */
function packed(sizes: readonly number[], each: number): number {
  let segments = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > each) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return segments;
}
