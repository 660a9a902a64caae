/** State cells of a contact file: nearly all hold a code, and the rest repeat the same few texts. */
import { militaryStates, stateCodeOf, stateNames } from '#domain/state-names.ts';

const letters = new Set(
  Object.keys({ ...stateNames, ...militaryStates }).map((code) =>
    pair(code.charCodeAt(0), code.charCodeAt(1)),
  ),
);
const mostKept = 1_000;

/** What a cell is: a code, a text with the code that it means, or unknown. */
type StateCell = 'code' | 'unknown' | Buffer;

export class StateCells {
  readonly #known = new Map<string, Buffer | 'unknown'>();

  /** @param from,to the cell in UTF-8, trimmed and not empty */
  read(bytes: Buffer, from: number, to: number): StateCell {
    if (to - from === 2 && letters.has(pair(upper(bytes[from]), upper(bytes[from + 1])))) {
      return 'code';
    }
    const text = bytes.toString('utf8', from, to);
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const code = stateCodeOf(text);
    const read = code === undefined ? 'unknown' : Buffer.from(code);
    if (this.#known.size >= mostKept) this.#known.clear();
    this.#known.set(text, read);
    return read;
  }
}

function pair(first: number, second: number): number {
  return first * 256 + second;
}

function upper(byte: number | undefined): number {
  const value = byte ?? 0;
  return value >= 0x61 && value <= 0x7a ? value - 0x20 : value;
}
