import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { storedPhone } from '#domain/phone.ts';
import { Refusal } from './command.ts';

/** What one line of a do-not-call file is. */
export type DncLine = { line: number } & ({ phone: string } | { wrong: string });

/** Which cell of a line holds the number: its name in the header, or its position from 1. */
export type Column = string | undefined;

/**
 * Reads a do-not-call file line by line, whatever its size: one number on each line, or a table
 * with commas, semicolons, tabs or bars. A first line without a number is its header.
 */
export async function* readDncFile(path: string, column: Column): AsyncGenerator<DncLine> {
  const input = path === '-' ? process.stdin : createReadStream(path);
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  let cellOf = firstCell;
  let line = 0;
  for await (const raw of lines) {
    line += 1;
    const text = line === 1 ? raw.replace(/^\uFEFF/, '') : raw;
    if (text.includes('\0')) throw new Refusal(`Line ${line} of ${path} is not UTF-8 text.`);
    if (text.trim() === '') continue;
    if (line === 1 && column !== undefined) {
      const index = columnIndex(cellsOf(text), column, path);
      cellOf = (cells) => cells[index] ?? '';
      if (!/^\d+$/.test(column)) continue;
    }
    const value = cellOf(cellsOf(text)).trim();
    const phone = storedPhone(value);
    if (phone) yield { line, phone };
    else if (line > 1 || /\d/.test(value)) yield { line, wrong: value };
  }
}

const firstCell = (cells: string[]) => cells[0] ?? '';

function columnIndex(header: string[], column: string, path: string): number {
  if (/^\d+$/.test(column)) return Number(column) - 1;
  const index = header.findIndex((cell) => cell.trim().toLowerCase() === column.toLowerCase());
  if (index >= 0) return index;
  throw new Refusal(`${path} has no column "${column}". Its columns: ${header.join(', ')}.`);
}

/** Cells of one line; quotes around a cell are taken off. */
function cellsOf(text: string): string[] {
  return text.split(/[,;\t|]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}
