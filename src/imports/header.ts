/** The header row of a contact file, and signs that the row is not a header. */

import { badFile } from '#domain/contact-file/bad-file.ts';
import { storedPhone } from '#domain/phone.ts';
import type { FileRecord } from './buffer-scanner.ts';
import { cellText } from './cell-text.ts';

const delimiterNames: Record<string, string> = {
  ',': 'commas',
  ';': 'semicolons',
  '|': 'pipes',
  '\t': 'tabs',
};

const longestName = 255;

/** The names of the columns, trimmed. */
export function headerNames(record: FileRecord): string[] {
  return Array.from({ length: record.count }, (_, cell) => cellText(record, cell).trim());
}

/**
 * Refuses a first row that is not a header, whatever the delimiter. Only a valid telephone number
 * is a certain sign of data: names and other numbers do occur in headers.
 *
 * @throws ProblemError bad_file
 */
export function checkNames(names: readonly string[]): void {
  if (names.some((name) => /\r(?!\n)/.test(name))) {
    throw badFile('The file has CR line endings. Save it with LF or CRLF line endings.');
  }
  const phone = names.findIndex((name) => storedPhone(name) !== undefined);
  if (phone >= 0) {
    throw badFile(
      `The first row looks like data: its column ${phone + 1} is the phone number ${names[phone]}. Add a row with the column names above it.`,
    );
  }
  if (names.every((name) => name === '')) {
    throw badFile('The first row has no column names. Add a row with the column names.');
  }
}

/**
 * Refuses a first row that cannot be a header.
 *
 * @throws ProblemError bad_file
 */
export function checkHeader(names: readonly string[], delimiter: string): void {
  checkNames(names);
  const long = names.findIndex((name) => name.length > longestName);
  if (long >= 0) {
    throw badFile(
      `The name of column ${long + 1} in the first row is longer than ${longestName} characters. A quote or the row with the column names may be missing.`,
    );
  }
  const [only = ''] = names;
  const other = Object.keys(delimiterNames).find(
    (mark) => mark !== delimiter && only.includes(mark),
  );
  if (names.length === 1 && other !== undefined) {
    throw badFile(
      `With the chosen delimiter, the file has only one column. Its first row appears to be separated by ${delimiterNames[other]}. Choose that delimiter.`,
    );
  }
}
