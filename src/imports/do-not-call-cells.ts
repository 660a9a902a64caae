/** The cells of one line of a do-not-call file. */

/** Those that a table may have between its cells. */
const separators = [',', ';', '\t', '|'] as const;
/** One of them; or 'any' of them, in a file that mixes them. */
export type Separator = (typeof separators)[number] | 'any';
/** In the order in which they are tried. */
export const triedSeparators: readonly Separator[] = [...separators, 'any'];

export interface LineCells {
  /** Trimmed, and without the quotes around them (RFC 4180). */
  cells: string[];
  /**
   * How many of the first cells stand in their column for certain: those up to a quote without its
   * partner, which a line break or a comma within a cell leaves behind.
   */
  certain: number;
}

/** @param most cells; what is beyond one more is left out */
export function cellsOfLine(line: string, separator: Separator, most: number): LineCells {
  if (!line.includes('"')) {
    const cells = line.split(separator === 'any' ? anySeparator : separator, most + 1);
    return { cells: cells.map((cell) => cell.trim()), certain: cells.length };
  }
  const { quoted, plain } = patterns[separator];
  const cells: string[] = [];
  let certain = Number.POSITIVE_INFINITY;
  for (let at = 0; at <= line.length && cells.length <= most; at += 1) {
    quoted.lastIndex = at;
    plain.lastIndex = at;
    const inner = quoted.exec(line)?.[1];
    if (inner === undefined) {
      const cell = plain.exec(line)?.[0] ?? '';
      cells.push(cell.trim());
      if (cell.split('"').length % 2 === 0) certain = Math.min(certain, cells.length);
      at = plain.lastIndex;
    } else {
      cells.push(inner.replaceAll('""', '"').trim());
      at = quoted.lastIndex;
    }
  }
  return { cells, certain: Math.min(certain, cells.length) };
}

const anySeparator = /[,;\t|]/;

interface CellPatterns {
  /** A cell in quotes, up to the separator. */
  quoted: RegExp;
  plain: RegExp;
}

const patterns = Object.fromEntries(
  triedSeparators.map((separator): [Separator, CellPatterns] => {
    const set = separator === 'any' ? ',;\\t|' : separator;
    return [
      separator,
      {
        quoted: new RegExp(` *"((?:[^"]|"")*)" *(?=[${set}]|$)`, 'y'),
        plain: new RegExp(`[^${set}]*`, 'y'),
      },
    ];
  }),
) as Record<Separator, CellPatterns>;
