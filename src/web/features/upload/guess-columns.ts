/**
 * Which column of a file fills which field, guessed by the columns' names and values. A guess is
 * made only where nothing speaks against it, and the wizard marks each one.
 */

import { ssnFieldId } from '#contract/account-field.ts';
import {
  areBirths,
  fits,
  isPhone,
  isSsn,
  isState,
  isZip,
  nearlyAll,
  shareOf,
} from './guess-values.ts';
import {
  fieldWords,
  numberWords,
  otherDateWords,
  otherPersonWords,
  otherPhoneWords,
  phoneNames,
  phoneWords,
  qualifiers,
  wordsOf,
} from './guess-words.ts';
import type { MappableField, Mapping } from './mapping.ts';

interface Column {
  index: number;
  words: string[];
  /** Without "Patient" and the like before them. */
  core: string;
  whole: string;
  /** Trimmed, without the empty ones. */
  values: string[];
}

/** Fewer values say nothing about a column whose name says nothing. */
const leastValues = 5;
const dateOfBirth = 4;

export function guessMapping(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  fields: readonly MappableField[],
  thisYear: number,
): Mapping {
  const all = headers.map((header, index) => columnOf(header, index, rows));
  const phones = all.filter(isPhoneColumn).map(({ index }) => index);
  const free = () => all.filter(({ index }) => !phones.includes(index) && !taken.has(index));
  const taken = new Set<number>();
  const columns: Record<number, number> = {};
  const take = (field: number, column: Column | undefined) => {
    if (!column || columns[field] !== undefined) return;
    columns[field] = column.index;
    taken.add(column.index);
  };
  // A field of the client's own goes by its exact name; so may a fixed one.
  for (const { id, label } of fields)
    take(id, byName(id, free(), [wordsOf(label).join(' ')], false));
  for (const { id } of fields) take(id, byName(id, free(), fieldWords[id] ?? [], true));
  for (const [field, looks] of byValues(thisYear)) {
    if (!fields.some(({ id }) => id === field)) continue;
    // Two such columns: nobody knows which one it is.
    const found = free().filter((column) => isEnough(column, field) && looks(column));
    if (found.length === 1) take(field, found[0]);
  }
  const ids = Object.keys(columns).map(Number);
  return { columns, phones, guessed: { fields: ids, phones } };
}

function columnOf(header: string, index: number, rows: readonly (readonly string[])[]): Column {
  const words = wordsOf(header);
  let first = 0;
  while (first < words.length - 1 && qualifiers.has(words[first] ?? '')) first += 1;
  const values = rows.map((row) => (row[index] ?? '').trim()).filter((value) => value !== '');
  return { index, words, whole: words.join(' '), core: words.slice(first).join(' '), values };
}

/** The column with the best of these names; none where two have it and both are filled. */
function byName(
  field: number,
  columns: readonly Column[],
  names: readonly string[],
  byCore: boolean,
): Column | undefined {
  for (const name of names) {
    const named = columns.filter(({ whole, core }) => whole === name || (byCore && core === name));
    if (named.length === 0) continue;
    const filled = named.filter(({ values }) => values.length > 0);
    const [only] = filled.length > 0 ? filled : named;
    if ((filled.length > 1 || named.length > 1) && filled.length !== 1) return undefined;
    if (only && fits(field, only.values)) return only;
  }
  return undefined;
}

function byValues(thisYear: number): [field: number, looks: (column: Column) => boolean][] {
  const nearlyAllAre = (is: (value: string) => boolean) => (column: Column) =>
    shareOf(column.values, is) >= nearlyAll;
  return [
    // They look like nothing else, whatever the column's name says: "Tax no".
    [5, (column) => nearlyAllAre(isSsn)(column) && !ofOthers(column)],
    [9, nearlyAllAre(isState)],
    [10, nearlyAllAre(isZip)],
    [
      dateOfBirth,
      ({ values, words }) =>
        areBirths(values, thisYear) && !words.some((word) => otherDateWords.has(word)),
    ],
  ];
}

/** The SSN of a spouse or guarantor is not the account's. */
const ofOthers = ({ words }: Column) => words.some((word) => otherPersonWords.has(word));

const isEnough = (column: Column, field: number) =>
  field === ssnFieldId ? isVaried(column) : isPlain(column);

const isVaried = ({ values }: Column) => values.length >= leastValues && distinct(values) > 1;

/** Its name does not say that it is something else, and there are enough values to judge by. */
function isPlain(column: Column): boolean {
  const { words } = column;
  const other = words.some((word) => numberWords.has(word) || otherPhoneWords.has(word));
  return !other && isVaried(column);
}

function isPhoneColumn(column: Column): boolean {
  const { words, values } = column;
  if (words.some((word) => otherPhoneWords.has(word))) return false;
  // One number in every row is the sender's own.
  if (values.length >= leastValues && distinct(values) === 1) return false;
  const share = shareOf(values, isPhone);
  if (phoneNames.has(column.whole) || words.some((word) => phoneWords.has(word))) {
    return share >= 0.5;
  }
  return isPlain(column) && share >= nearlyAll;
}

function distinct(values: readonly string[]): number {
  return new Set(values).size;
}
