/** Which custom fields an upload seals: those that are sensitive already, and those that look like it. */
import { customFieldOffset, sealedFieldIds, ssnFieldId } from '#contract/account-field.ts';
import { isCardNumber } from '#domain/masking-text.ts';
import { isSsn, nearlyAll, shareOf } from './guess-values.ts';
import { fieldWords, wordsOf } from './guess-words.ts';
import type { MappableField, Mapping } from './mapping.ts';

/** Fewer values of a column say nothing. */
const leastValues = 3;

const isIban = (value: string) => /^[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}$/.test(value);

/** All of these words are in the column's name. */
const names: readonly [looks: string, ...words: (readonly string[])[]][] = [
  ['SSNs', ['ssn'], ['social', 'security'], ['seguro', 'social']],
  ['tax numbers', ['tax', 'id'], ['tax', 'no'], ['tax', 'number'], ['taxpayer'], ['tin'], ['itin']],
  ['card numbers', ['card', 'number'], ['card', 'no'], ['card', 'num'], ['credit', 'card']],
  ['card numbers', ['debit', 'card'], ['cc', 'number'], ['cc', 'no'], ['numero', 'tarjeta']],
  ['bank accounts', ['bank', 'account'], ['bank', 'acct'], ['checking'], ['iban'], ['routing']],
  ['passports or licenses', ['passport'], ['driver', 'license'], ['drivers', 'license']],
];
/** "Card Type", "SSN Last 4": facts about such a number. */
const otherWords: ReadonlySet<string> = new Set([
  ...['last', 'type', 'expires', 'expiration', 'exp', 'date', 'status', 'flag', 'count', 'balance'],
]);

/** What a column looks like, as "Looks like card numbers." has it; undefined for nothing sensitive. */
export function looksSensitive(header: string, values: readonly string[]): string | undefined {
  const words = wordsOf(header);
  const filled = values.map((value) => value.trim()).filter((value) => value !== '');
  if (filled.length >= leastValues) {
    if (shareOf(filled, isSsn) >= nearlyAll) return 'SSNs';
    if (shareOf(filled, isCardNumber) >= nearlyAll) return 'card numbers';
    if (shareOf(filled, isIban) >= nearlyAll) return 'bank accounts';
  }
  if (words.some((word) => otherWords.has(word))) return undefined;
  if (fieldWords[ssnFieldId]?.includes(words.join(' '))) return 'SSNs';
  return names.find(([, ...all]) =>
    all.some((some) => some.every((word) => words.includes(word))),
  )?.[0];
}

export interface Sensitivity {
  /** The values are sealed. */
  on: boolean;
  /** They are already, whatever the manager chooses here. */
  fixed: boolean;
  /** What the column looks like. */
  looks: string | undefined;
}

/** Of a field that has a column; what the manager chose comes before what the column looks like. */
export function sensitivityOf(
  field: MappableField,
  mapping: Mapping,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): Sensitivity {
  const column = mapping.columns[field.id];
  if (column === undefined) return { on: false, fixed: true, looks: undefined };
  if (sealedFieldIds.includes(field.id)) return { on: true, fixed: true, looks: undefined };
  const values = rows.map((row) => row[column] ?? '');
  const looks = looksSensitive(headers[column] ?? '', values) ?? looksSensitive(field.label, []);
  if (field.id <= customFieldOffset) return { on: false, fixed: true, looks };
  if (field.sensitive) return { on: true, fixed: true, looks };
  return { on: mapping.sensitive?.[field.id] ?? looks !== undefined, fixed: false, looks };
}

/**
 * Mapping ids of the custom fields whose values are to be sealed, also of those that already are: a first try
 * whose response was lost may have marked them, and the next one must ask for the same (decision 054).
 */
export function sensitiveMarks(
  fields: readonly MappableField[],
  mapping: Mapping,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): number[] {
  return fields
    .filter(({ id }) => id > customFieldOffset)
    .filter((field) => sensitivityOf(field, mapping, headers, rows).on)
    .map(({ id }) => id);
}

/** Fields that become sensitive with the upload, by mapping id. */
export function newlySensitive(
  fields: readonly MappableField[],
  mapping: Mapping,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): MappableField[] {
  return fields.filter((field) => {
    const { on, fixed } = sensitivityOf(field, mapping, headers, rows);
    return on && !fixed;
  });
}
