/** The place of an account by its state and zip cells, which repeat the same few thousand texts. */
import { statePart, zipPart } from '#domain/place-group.ts';

const unknown = -1;
const mostKept = 10_000;

export class PlaceCells {
  /** Of zip codes of five digits, by number. */
  readonly #plainZips = new Int16Array(100_000).fill(unknown);
  readonly #zips = new Map<string, number>();
  readonly #states = new Map<string, number>();

  /** The cell is in UTF-8, as it is stored. */
  state(bytes: Buffer, from: number, to: number): number {
    return kept(this.#states, bytes.toString('utf8', from, to), statePart);
  }

  zip(bytes: Buffer, from: number, to: number): number {
    const plain = to - from === 5 ? wholeNumber(bytes, from, to) : unknown;
    if (plain === unknown) return kept(this.#zips, bytes.toString('utf8', from, to), zipPart);
    const known = this.#plainZips[plain] as number;
    if (known !== unknown) return known;
    const part = zipPart(bytes.toString('latin1', from, to));
    this.#plainZips[plain] = part;
    return part;
  }
}

function kept(map: Map<string, number>, text: string, part: (text: string) => number): number {
  const known = map.get(text);
  if (known !== undefined) return known;
  const made = part(text);
  if (map.size >= mostKept) map.clear();
  map.set(text, made);
  return made;
}

/** `unknown` unless all are digits. */
function wholeNumber(bytes: Buffer, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) {
    const digit = (bytes[at] as number) - 0x30;
    if (digit < 0 || digit > 9) return unknown;
    sum = sum * 10 + digit;
  }
  return sum;
}
