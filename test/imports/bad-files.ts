/** Files that no list can be made of, and the sentence that their uploader gets. */
import { readFileSync } from 'node:fs';

export const rows = 'Name,Phone\nAnn,2125550123\n';

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const data = (name: string) => readFileSync(new URL(`../data/bad/${name}`, import.meta.url));

export const refused: [what: string, file: Uint8Array | string, sentence: string][] = [
  ['an empty file', '', 'The file is empty.'],
  ['blank lines only', '\n \n\r\n', 'The file has only blank lines.'],
  ['a header only', 'Name,Phone\n', 'The file has a header row, but no rows below it.'],
  [
    'an Excel workbook',
    data('workbook.xlsx'),
    'The file is an Excel workbook or a zip file. Save it as CSV, then upload that.',
  ],
  ['a picture', data('picture.png'), 'The file is a picture.'],
  [
    'binary rubbish',
    data('noise.bin'),
    'The file is not text: line 1 has a NUL byte. Save the table as CSV in UTF-8.',
  ],
  [
    'a byte that no encoding has',
    Buffer.from('Name,Phone\nA\x81,2125550123\n', 'latin1'),
    'The file is not text: line 2 has the byte 81, which is not a character in UTF-8 or Windows-1252. Save the table as CSV in UTF-8.',
  ],
  [
    'a NUL byte',
    'Name,Phone\nAnn,2125550123\nB\0b,2125550124\n',
    'The file is not text: line 3 has a NUL byte. Save the table as CSV in UTF-8.',
  ],
  [
    'UTF-16 without a mark',
    Buffer.from(rows, 'utf16le'),
    'The file appears to be UTF-16 text without a byte order mark. Save it as CSV in UTF-8.',
  ],
  [
    'a NUL in UTF-16',
    utf16('Name,Phone\nA\0,2125550123\n'),
    'The file is not text: line 2 has a NUL character. Save the table as CSV in UTF-8.',
  ],
  [
    'a lone surrogate',
    utf16('Name,Phone\nAnn,2125550123\nB\ud83d,2125550124\n'),
    'Line 3 has half a character of UTF-16 (a lone surrogate). Export the file again as UTF-8.',
  ],
  [
    'a lone surrogate at the very end',
    utf16('Name,Phone\nAnn,2125550123\nB\ud83d'),
    'Line 3 has half a character of UTF-16 (a lone surrogate). Export the file again as UTF-8.',
  ],
  [
    'an odd byte of UTF-16',
    utf16(rows).subarray(0, -1),
    'The file is UTF-16 text that ends in the middle of a character. Export it again.',
  ],
  [
    'bad UTF-8 after a mark',
    Buffer.concat([
      Buffer.from('\ufeffName,Phone\nAnn,2125550123\nB'),
      Buffer.of(0xff),
      Buffer.from(',2125550124\n'),
    ]),
    'The file is marked as UTF-8, but line 3 has bytes that are not valid UTF-8. Export it again as UTF-8.',
  ],
  [
    'no header',
    'Ann,2125550123\nBob,2125550124\n',
    'The first row looks like data: its column 2 is the phone number 2125550123. Add a row with the column names above it.',
  ],
  [
    'an empty header',
    ',\nAnn,2125550123\n',
    'The first row has no column names. Add a row with the column names.',
  ],
  [
    'a row with fewer cells',
    'Name,Phone\n"A\nnn",2125550123\nBob\n',
    'Line 4 has 1 cell, but the header has 2 columns. Look for a missing delimiter or quote there.',
  ],
  [
    'a row with more cells',
    'Name,Phone\nAnn,2125550123\nBob,2125550124,x\n',
    'Line 3 has 3 cells, but the header has 2 columns. Look for a missing delimiter or quote there.',
  ],
  [
    'an unclosed quote',
    'Name,Phone\nAnn,2125550123\n"Bob,2125550124\nCy,2125550125\n',
    'The quote that opens in line 3 is never closed.',
  ],
  [
    'text after a closing quote',
    'Name,Phone\n"Ann\n" x,2125550123\n',
    'The quoted cell that begins in line 2 ends in line 3, but more text follows before the next delimiter. Write a quote inside a quoted cell twice.',
  ],
  [
    'an unclosed quote before a megabyte',
    `Name,Phone\nAnn,2125550123\n"Bob,${'x,2125550124\n'.repeat(100_000)}`,
    'The row that begins in line 3 is longer than 1 MiB. A closing quote may be missing.',
  ],
  [
    'a million columns',
    `Name,Phone${',x'.repeat(1_000_000)}\n`,
    'Line 1 has more than 2,000 columns. Remove the columns that are not needed.',
  ],
  [
    'a row of a million cells',
    `Name,Phone\nAnn,2125550123${',x'.repeat(1_000_000)}\n`,
    'Line 2 has more than 2,000 columns. Remove the columns that are not needed.',
  ],
  [
    'the wrong delimiter',
    'Name;Phone\nAnn;2125550123\n',
    'With the chosen delimiter, the file has only one column. Its first row appears to be separated by semicolons. Choose that delimiter.',
  ],
  [
    'lines that end with CR',
    'Name,Phone\rAnn,2125550123\rBob,2125550124\r',
    'The file has CR line endings. Save it with LF or CRLF line endings.',
  ],
];
