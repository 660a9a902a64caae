import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bufferScanner } from './buffer-scanner.ts';
import { cellText } from './cell-text.ts';

/** The cells and lines of a text that arrives in pieces of the given sizes, over and over. */
function scan(text: string | Buffer, delimiter: string, sizes: readonly number[] = [1 << 20]) {
  const rows: string[][] = [];
  const lines: number[] = [];
  const scanner = bufferScanner(delimiter, (record) => {
    rows.push(Array.from({ length: record.count }, (_, cell) => cellText(record, cell)));
    lines.push(record.line);
  });
  const bytes = Buffer.from(text);
  for (let at = 0, piece = 0; at < bytes.length; piece++) {
    const size = sizes[piece % sizes.length] ?? 1;
    scanner.push(bytes.subarray(at, at + size));
    at += size;
  }
  scanner.end();
  return { rows, lines };
}

const delimiters = [',', ';', '|', '\t', '§', '·', '→', '-', ' '];

/** Quoted where RFC 4180 asks for it, and elsewhere as `always` says. */
function written(cell: string, delimiter: string, always: boolean): string {
  const needed = cell.includes(delimiter) || /["\r\n]/.test(cell);
  return needed || always ? `"${cell.replaceAll('"', '""')}"` : cell;
}

test('any table comes back as it was written, with any delimiter, line end and chunking', () => {
  const cell = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.string({
      unit: fc.constantFrom('a', '"', ',', '§', '\n', '\r', ' ', 'é', '😀'),
      maxLength: 6,
    }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...delimiters),
      fc.constantFrom('\n', '\r\n'),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      fc.boolean(),
      (table, delimiter, lineEnd, sizes, always, lastEnd) => {
        const lines = table.map((row) =>
          row.map((one) => written(one, delimiter, always)).join(delimiter),
        );
        const text = lines.join(lineEnd) + (lastEnd ? lineEnd : '');
        const { rows } = scan(text, delimiter, sizes);
        expect(rows).toEqual(table.map((row) => row.map((one) => Buffer.from(one).toString())));
      },
    ),
    { numRuns: 500 },
  );
});

test('lines are counted as an editor counts them, also inside quotes and over blank lines', () => {
  const { rows, lines } = scan('a,b\n\n"x\ny\n",2\r\n \t\n3,4', ',', [3]);
  expect(rows).toEqual([
    ['a', 'b'],
    ['x\ny\n', '2'],
    ['3', '4'],
  ]);
  expect(lines).toEqual([1, 3, 7]);
});

test('blank lines are no rows, an empty cell in quotes is one', () => {
  expect(scan('a\n\n""\n  \nb\n', ',').rows).toEqual([['a'], [''], ['b']]);
});

test('a quote inside an unquoted cell is a character like any other', () => {
  expect(scan('5" pipe,Joe "Bob" Lee\n', ',').rows).toEqual([['5" pipe', 'Joe "Bob" Lee']]);
});

test('the last record may lack its line end; a trailing delimiter is an empty cell', () => {
  expect(scan('a,b\nc,', ',', [1]).rows).toEqual([
    ['a', 'b'],
    ['c', ''],
  ]);
  expect(scan('"a","b"\r', ',', [1]).rows).toEqual([['a', 'b']]);
});

test('a character that begins like the delimiter does not end a cell', () => {
  // § is C2 A7, é is C3 A9, © is C2 A9.
  expect(scan('©a§"b§©"§é\n', '§', [1]).rows).toEqual([['©a', 'b§©', 'é']]);
});
