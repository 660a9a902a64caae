/** A file of numbers for the do-not-call list: the operator's by command, or a manager's upload. */
import type { Readable } from 'node:stream';
import { doNotCallTexts } from '#contract/do-not-call.ts';
import { problem } from '#contract/errors.ts';
import { storedPhone } from '#domain/phone.ts';
import { linesOf } from './lines.ts';

/** More than a number and what people write beside it: a file without line ends is no list. */
const longestLine = 64 * 1024;
/** As of a contact file. */
const mostColumns = 2_000;

/** What one line of a do-not-call file is. */
export type DncLine = { line: number } & ({ phone: string } | { wrong: string });

/**
 * Which cell of a line holds the number: its name in the header, its position from 1, or the first
 * cell. 'guess': the first column in which a number is found.
 */
export type DncColumn = { named: string } | 'first' | 'guess';

/**
 * Reads line by line, whatever the size: one number on each line, or a table with commas,
 * semicolons, tabs or bars. A first line without a number is its header.
 *
 * @throws ProblemError bad_file for what is not text, and for a column that is not there
 */
export async function* readDncFile(input: Readable, column: DncColumn): AsyncGenerator<DncLine> {
  const tooLong = (longLine: number) => problem('bad_file', doNotCallTexts.lineTooLong(longLine));
  let at = column === 'guess' ? undefined : 0;
  let line = 0;
  for await (const raw of linesOf(input, { most: longestLine, tooLong })) {
    line += 1;
    const text = line === 1 ? raw.replace(/^\uFEFF/, '') : raw;
    if (text.includes('\0')) throw problem('bad_file', doNotCallTexts.notText);
    if (text.trim() === '') continue;
    const cells = cellsOf(text, line);
    if (line === 1 && typeof column === 'object') {
      at = columnIndex(cells, column.named);
      if (!/^\d+$/.test(column.named)) continue;
    }
    at ??= columnWithNumber(cells);
    const value = written(cells[at ?? 0] ?? '');
    const phone = storedPhone(value);
    if (phone) yield { line, phone };
    else if (line > 1 || /\d/.test(value)) yield { line, wrong: value };
  }
}

function columnWithNumber(cells: readonly string[]): number | undefined {
  const at = cells.findIndex((cell) => /\d/.test(cell) && storedPhone(written(cell)) !== undefined);
  return at < 0 ? undefined : at;
}

function columnIndex(header: readonly string[], column: string): number {
  if (/^\d+$/.test(column)) return Number(column) - 1;
  const names = header.map(written);
  const index = names.findIndex((name) => name.toLowerCase() === column.toLowerCase());
  if (index >= 0) return index;
  throw problem(
    'bad_file',
    `The file has no column "${column}". Its columns: ${names.join(', ').slice(0, 300)}.`,
  );
}

/** @throws ProblemError bad_file for more than a table has */
function cellsOf(text: string, line: number): string[] {
  const cells = text.split(/[,;\t|]/, mostColumns + 1);
  if (cells.length > mostColumns) throw problem('bad_file', doNotCallTexts.lineTooWide(line));
  return cells;
}

/** A cell without the quotes around it. */
const written = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();
