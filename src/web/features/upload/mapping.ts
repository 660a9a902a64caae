/** Which column of the file fills which account field, and which columns hold telephone numbers. */
import {
  type AccountField,
  customFieldOffset,
  customFieldSize,
  fixedFields,
  phoneFieldId,
  ssnFieldId,
} from '#contract/account-field.ts';
import type { MappingItem } from '#contract/call-list-upload.ts';
import { consentFields } from '#contract/consent.ts';
import { storedPhone } from '#domain/phone.ts';

export interface MappableField {
  /** Mapping id: 1 to 11 fixed, then customIndex + 11; consent's are negative. */
  id: number;
  label: string;
  /** Characters that are kept. */
  size: number;
  /** A custom field whose values are sealed in every list. */
  sensitive?: boolean;
}

export interface Mapping {
  /** Column index by mapping id. */
  columns: Readonly<Record<number, number>>;
  /** Columns of telephone numbers, in the order of the file. */
  phones: readonly number[];
  /** Those that the wizard guessed and the manager did not touch: account fields and columns. */
  guessed?: { fields: readonly number[]; phones: readonly number[] };
  /** By mapping id: whether the manager wants a custom field to be sensitive (sensitive.ts). */
  sensitive?: Readonly<Record<number, boolean>>;
}

export const emptyMapping: Mapping = { columns: {}, phones: [] };

export function mappableFields(custom: readonly AccountField[]): MappableField[] {
  const own = custom
    .toSorted((a, b) => a.customIndex - b.customIndex)
    .map(({ customIndex, name, sensitive }) => ({
      id: customIndex + customFieldOffset,
      label: name,
      size: customFieldSize,
      sensitive,
    }));
  const plain = ({ id, label, size }: MappableField) => ({ id, label, size });
  return [...fixedFields.map(plain), ...own, ...consentFields.map(plain)];
}

/** The mapping of the last upload with these columns, without fields and columns that are gone. */
export function fromSaved(
  saved: readonly MappingItem[],
  fields: readonly MappableField[],
  headers: readonly string[],
): Mapping {
  const columns: Record<number, number> = {};
  let phones: number[] = [];
  for (const { accountField, selectedCallListField } of saved) {
    const found = selectedCallListField
      .map(({ fieldColumn }) => fieldColumn)
      .filter((column) => column < headers.length);
    if (accountField.id === phoneFieldId) phones = found.toSorted((a, b) => a - b);
    else if (found[0] !== undefined && fields.some(({ id }) => id === accountField.id)) {
      columns[accountField.id] = found[0];
    }
  }
  return { columns, phones };
}

/**
 * callListMapList of the upload: the phones first, then the fields that have a column.
 *
 * @param sensitive mapping ids of the fields whose values are to be sealed
 */
export function toMapList(
  { columns, phones }: Mapping,
  fields: readonly MappableField[],
  headers: readonly string[],
  sensitive: readonly number[] = [],
): MappingItem[] {
  const fileColumn = (column: number) => ({
    fieldColumn: column,
    fieldName: headers[column] ?? '',
  });
  const mapped = fields.flatMap(({ id, label }) => {
    const column = columns[id];
    if (column === undefined) return [];
    const selectedCallListField = [fileColumn(column)];
    const mark = sensitive.includes(id) && { sensitive: true };
    return [{ accountField: { id, value: label }, selectedCallListField, ...mark }];
  });
  const phone = {
    accountField: { id: phoneFieldId, value: 'Phone Number' },
    selectedCallListField: phones.map(fileColumn),
  };
  return [phone, ...mapped];
}

/** With another column for a field, or with none; it is no longer a guess. */
export function withColumn(mapping: Mapping, field: number, column: number | undefined): Mapping {
  const { [field]: _, ...others } = mapping.columns;
  return {
    ...mapping,
    columns: column === undefined ? others : { ...others, [field]: column },
    ...withoutGuesses(mapping, [field], []),
  };
}

/** With a field that the manager wants to be sensitive, or not. */
export function withSensitive(mapping: Mapping, field: number, on: boolean): Mapping {
  return { ...mapping, sensitive: { ...mapping.sensitive, [field]: on } };
}

/** With these phone columns; those that changed are no guesses any more. */
export function withPhones(mapping: Mapping, phones: readonly number[]): Mapping {
  const changed = [...phones, ...mapping.phones].filter(
    (column) => phones.includes(column) !== mapping.phones.includes(column),
  );
  return { ...mapping, phones, ...withoutGuesses(mapping, [], changed) };
}

/** Without everything that was guessed. */
export function clearGuesses(mapping: Mapping): Mapping {
  const { fields = [], phones = [] } = mapping.guessed ?? {};
  const kept = Object.entries(mapping.columns).filter(([field]) => !fields.includes(Number(field)));
  return {
    ...(mapping.sensitive && { sensitive: mapping.sensitive }),
    columns: Object.fromEntries(kept),
    phones: mapping.phones.filter((column) => !phones.includes(column)),
  };
}

function withoutGuesses(
  { guessed }: Mapping,
  fields: readonly number[],
  phones: readonly number[],
): Pick<Mapping, 'guessed'> {
  if (!guessed) return {};
  return {
    guessed: {
      fields: guessed.fields.filter((field) => !fields.includes(field)),
      phones: guessed.phones.filter((column) => !phones.includes(column)),
    },
  };
}

export interface PhoneColumn {
  column: number;
  name: string;
  /** How many of the loaded rows have a telephone number in it. */
  numbers: number;
}

/** All columns; those that look like telephone numbers first. */
export function phoneColumns(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): PhoneColumn[] {
  const all = headers.map((name, column) => ({
    column,
    name,
    numbers: rows.filter((row) => storedPhone(row[column] ?? '') !== undefined).length,
  }));
  const looksLike = ({ numbers }: PhoneColumn) => Number(numbers > 0);
  return all.toSorted((a, b) => looksLike(b) - looksLike(a) || a.column - b.column);
}

/** In how many of the loaded rows a field would be truncated. */
export function cutRows(
  field: MappableField,
  column: number,
  rows: readonly (readonly string[])[],
): number {
  return rows.filter((row) => {
    const value = (row[column] ?? '').trim();
    const kept = field.id === ssnFieldId ? value.replace(/[^\d-]/g, '') : value;
    return [...kept].length > field.size;
  }).length;
}
