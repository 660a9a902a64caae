/** A file of numbers for the do-not-call list: the operator's by command, or a manager's upload. */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { doNotCallTexts } from '#contract/do-not-call.ts';
import { problem } from '#contract/errors.ts';
import { storedPhone } from '#domain/phone.ts';

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
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  let at = column === 'guess' ? undefined : 0;
  let line = 0;
  for await (const raw of lines) {
    line += 1;
    const text = line === 1 ? raw.replace(/^\uFEFF/, '') : raw;
    if (text.includes('\0')) throw problem('bad_file', doNotCallTexts.notText);
    if (text.trim() === '') continue;
    const cells = cellsOf(text);
    if (line === 1 && typeof column === 'object') {
      at = columnIndex(cells, column.named);
      if (!/^\d+$/.test(column.named)) continue;
    }
    at ??= columnWithNumber(cells);
    const value = (cells[at ?? 0] ?? '').trim();
    const phone = storedPhone(value);
    if (phone) yield { line, phone };
    else if (line > 1 || /\d/.test(value)) yield { line, wrong: value };
  }
}

function columnWithNumber(cells: readonly string[]): number | undefined {
  const at = cells.findIndex((cell) => storedPhone(cell.trim()) !== undefined);
  return at < 0 ? undefined : at;
}

function columnIndex(header: readonly string[], column: string): number {
  if (/^\d+$/.test(column)) return Number(column) - 1;
  const index = header.findIndex((cell) => cell.trim().toLowerCase() === column.toLowerCase());
  if (index >= 0) return index;
  throw problem(
    'bad_file',
    `The file has no column "${column}". Its columns: ${header.join(', ')}.`,
  );
}

/** Cells of one line; quotes around a cell are taken off. */
function cellsOf(text: string): string[] {
  return text.split(/[,;\t|]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}
