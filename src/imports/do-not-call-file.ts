/** A file of numbers for the do-not-call list: the operator's by command, or a manager's upload. */
import type { Readable } from 'node:stream';
import { doNotCallTexts } from '#contract/do-not-call.ts';
import { ProblemError, problem } from '#contract/errors.ts';
import { storedPhone } from '#domain/phone.ts';
import {
  cellsOfLine,
  type LineCells,
  type Separator,
  triedSeparators,
} from './do-not-call-cells.ts';
import { linesOf } from './lines.ts';

/** More than a number and what people write beside it: a file without line ends is no list. */
const longestLine = 64 * 1024;
/** As of a contact file. */
const mostColumns = 2_000;
/** Lines that show which character is between the cells. */
const headLines = 50;

/** What one line of a do-not-call file is. */
export type DncLine = { line: number } & ({ phone: string } | { wrong: string });

/**
 * Which cell of a line holds the number: its name in the header, its position from 1, or the first
 * cell. 'guess': the first column in which a number is found.
 */
export type DncColumn = { named: string } | 'first' | 'guess';

/**
 * Reads line by line, whatever the size: one number on each line, or a table with commas,
 * semicolons, tabs or bars, whose cells may have quotes around them. A first line without a number
 * is its header. A line of which it is not certain that a cell stands in its column is wrong.
 *
 * @throws ProblemError bad_file for what is not text, and for a column that is not there
 */
export async function* readDncFile(input: Readable, column: DncColumn): AsyncGenerator<DncLine> {
  const head: DncText[] = [];
  let read: ReadLine | undefined;
  for await (const one of textsOf(input)) {
    if (read) {
      yield* read(one);
      continue;
    }
    head.push(one);
    if (head.length < headLines) continue;
    read = readerOf(separatorOf(head, column), column);
    for (const first of head) yield* read(first);
  }
  if (read) return;
  read = readerOf(separatorOf(head, column), column);
  for (const first of head) yield* read(first);
}

interface DncText {
  line: number;
  text: string;
}

/** The lines that are not blank. */
async function* textsOf(input: Readable): AsyncGenerator<DncText> {
  const tooLong = (longLine: number) => problem('bad_file', doNotCallTexts.lineTooLong(longLine));
  let line = 0;
  for await (const raw of linesOf(input, { most: longestLine, tooLong })) {
    line += 1;
    const text = line === 1 ? raw.replace(/^\uFEFF/, '') : raw;
    if (text.includes('\0')) throw problem('bad_file', doNotCallTexts.notText);
    if (text.trim() !== '') yield { line, text };
  }
}

/** What a line says, if it says anything; lines come in their order. */
type ReadLine = (text: DncText) => DncLine[];

function readerOf(separator: Separator, column: DncColumn): ReadLine {
  let at = column === 'guess' ? undefined : 0;
  return ({ line, text }) => {
    const { cells, certain } = splitLine(text, separator, line);
    if (line === 1 && typeof column === 'object') {
      at = columnIndex(cells, column.named);
      if (!/^\d+$/.test(column.named)) return [];
    }
    at ??= columnWithNumber(cells.slice(0, certain));
    const index = at ?? 0;
    const value = cells[index] ?? '';
    const phone = index < certain ? storedPhone(value) : undefined;
    if (phone) return [{ line, phone }];
    if (index >= certain && certain < cells.length) return [{ line, wrong: text.trim() }];
    return line > 1 || /\d/.test(value) ? [{ line, wrong: value }] : [];
  };
}

/**
 * The one by which most of the first lines have a number in the column. A name such as "Doe, Jane"
 * would otherwise move the cells of its line into the next column, which may hold numbers, too.
 */
function separatorOf(head: readonly DncText[], column: DncColumn): Separator {
  let best: Separator = 'any';
  let most = 0;
  for (const separator of triedSeparators) {
    const occurs = separator === 'any' || head.some(({ text }) => text.includes(separator));
    if (!occurs) continue;
    const numbers = numbersBy(head, separator, column);
    if (numbers > most) [best, most] = [separator, numbers];
  }
  return best;
}

/** How many of the lines have a number. None where the file cannot be read with this separator. */
function numbersBy(head: readonly DncText[], separator: Separator, column: DncColumn): number {
  const read = readerOf(separator, column);
  try {
    return head.flatMap((one) => read(one)).filter((line) => 'phone' in line).length;
  } catch (error) {
    if (error instanceof ProblemError) return 0;
    throw error;
  }
}

function columnWithNumber(cells: readonly string[]): number | undefined {
  const at = cells.findIndex((cell) => /\d/.test(cell) && storedPhone(cell) !== undefined);
  return at < 0 ? undefined : at;
}

function columnIndex(header: readonly string[], column: string): number {
  if (/^\d+$/.test(column)) return Number(column) - 1;
  const index = header.findIndex((name) => name.toLowerCase() === column.toLowerCase());
  if (index >= 0) return index;
  throw problem(
    'bad_file',
    `The file has no column "${column}". Its columns: ${header.join(', ').slice(0, 300)}.`,
  );
}

/** @throws ProblemError bad_file for more than a table has */
function splitLine(text: string, separator: Separator, line: number): LineCells {
  const split = cellsOfLine(text, separator, mostColumns);
  if (split.cells.length > mostColumns) throw problem('bad_file', doNotCallTexts.lineTooWide(line));
  return split;
}
