/**
 * Which column of a file becomes which field: the posted mapping, checked against the file's own
 * header.
 */
import {
  customFieldOffset,
  customFieldSize,
  fixedFields,
  phoneFieldId,
} from '#contract/account-field.ts';
import { callListTexts } from '#contract/call-list.ts';
import type { MappingItem } from '#contract/call-list-upload.ts';
import { type ConsentPart, consentFields } from '#contract/consent.ts';
import { ruleBroken } from '#contract/errors.ts';
import { badFile, counted } from '#domain/contact-file/bad-file.ts';

export interface PhoneColumn {
  column: number;
  name: string;
}

export interface FieldColumn {
  column: number;
  /** Characters that are kept. */
  size: number;
  /** `custom`, `sensitive` and `consent` fields share a column each: in clear, sealed, in clear. */
  kind: 'text' | 'state' | 'ssn' | 'dateOfBirth' | 'custom' | 'sensitive' | 'consent';
  /** Column of list_entry. */
  target: string;
  /** Of a custom field. */
  customIndex: number;
  /** Of a consent field. */
  part?: ConsentPart;
}

export interface ImportPlan {
  columns: number;
  phones: PhoneColumn[];
  /** Custom fields come last, sensitive ones after the others, and consent after those. */
  fields: FieldColumn[];
  /** The last day (`YYYY-MM-DD`) on which consent can have been given; absent: any. */
  latestConsent?: string;
}

export interface CustomField {
  customIndex: number;
  name: string;
  sensitive: boolean;
}

export interface MappingGiven {
  mapping: readonly MappingItem[];
  /** Headers that the mapping was made for, when they were posted. */
  postedHeaders: readonly string[] | undefined;
  customFields: readonly CustomField[];
  latestConsent?: string;
}

const targets: Record<(typeof fixedFields)[number]['key'], string> = {
  firstName: 'first_name',
  middleName: 'middle_name',
  lastName: 'last_name',
  dateOfBirth: 'date_of_birth',
  ssn: 'ssn',
  address: 'address',
  address2: 'address2',
  city: 'city',
  state: 'state_code',
  zipCode: 'zip_code',
  externalId: 'external_id',
};

/** @throws ProblemError rule_broken for the mapping, bad_file where the file's header differs */
export function planImport(headers: readonly string[], given: MappingGiven): ImportPlan {
  checkHeaders(headers, given.postedHeaders);
  const phones: PhoneColumn[] = [];
  const fields: FieldColumn[] = [];
  const seen = new Set<number>();
  for (const { accountField, selectedCallListField } of given.mapping) {
    for (const { fieldColumn, fieldName } of selectedCallListField) {
      checkColumn(headers, fieldColumn, fieldName);
    }
    if (accountField.id === phoneFieldId) {
      for (const { fieldColumn } of selectedCallListField) {
        if (phones.some(({ column }) => column === fieldColumn)) {
          throw mappingBroken(
            `The column "${headers[fieldColumn]}" is chosen twice as a phone column.`,
          );
        }
        phones.push({ column: fieldColumn, name: headers[fieldColumn] ?? '' });
      }
      continue;
    }
    const [chosen, ...more] = selectedCallListField;
    const field = fieldOf(accountField.id, given.customFields);
    if (!chosen) continue;
    if (more.length > 0 || seen.has(accountField.id)) {
      throw mappingBroken(`The account field "${field.label}" is mapped to more than one column.`);
    }
    seen.add(accountField.id);
    fields.push({ ...field.plan, column: chosen.fieldColumn });
  }
  if (phones.length === 0) throw mappingBroken(callListTexts.phoneRequired);
  fields.sort((a, b) => orderOf(a) - orderOf(b));
  refuseClearCopies(headers, phones, fields, given.customFields);
  const { latestConsent } = given;
  return { columns: headers.length, phones, fields, ...(latestConsent && { latestConsent }) };
}

const orderOf = ({ kind }: FieldColumn) => ['custom', 'sensitive', 'consent'].indexOf(kind);

/** A sensitive column fills nothing that is kept in clear: its seal would be no use. */
function refuseClearCopies(
  headers: readonly string[],
  phones: readonly PhoneColumn[],
  fields: readonly FieldColumn[],
  customFields: readonly CustomField[],
): void {
  const isSealed = ({ kind }: FieldColumn) => ['sensitive', 'ssn', 'dateOfBirth'].includes(kind);
  for (const { kind, column, customIndex } of fields) {
    const inClear =
      phones.some((phone) => phone.column === column) ||
      fields.some((other) => other.column === column && !isSealed(other));
    if (kind !== 'sensitive' || !inClear) continue;
    const name = customFields.find((field) => field.customIndex === customIndex)?.name;
    throw mappingBroken(
      `The account field "${name}" is sensitive, but its column "${headers[column]}" also fills one that is kept in clear. Choose it for one of them.`,
    );
  }
}

function fieldOf(id: number, customFields: readonly CustomField[]) {
  const fixed = fixedFields.find((field) => field.id === id);
  if (fixed) {
    const kind = isSpecial(fixed.key) ? fixed.key : 'text';
    const plan = { size: fixed.size, kind, target: targets[fixed.key], customIndex: 0 } as const;
    return { label: fixed.label, plan };
  }
  const consent = consentFields.find((field) => field.id === id);
  if (consent) {
    const { label, size, key: part } = consent;
    return {
      label,
      plan: { size, kind: 'consent', target: 'consent', customIndex: 0, part } as const,
    };
  }
  const custom = customFields.find(({ customIndex }) => customIndex + customFieldOffset === id);
  if (!custom) throw mappingBroken(`There is no account field with the mapping id ${id}.`);
  const { customIndex, name, sensitive } = custom;
  const where = sensitive
    ? ({ kind: 'sensitive', target: 'sealed_custom' } as const)
    : ({ kind: 'custom', target: 'custom' } as const);
  const plan = { size: customFieldSize, customIndex, ...where };
  return { label: name, plan };
}

function checkHeaders(headers: readonly string[], posted: readonly string[] | undefined): void {
  if (!posted || posted.length === 0) return;
  const at = headers.findIndex((name, column) => name !== posted[column]?.trim());
  if (at >= 0) {
    throw badFile(
      `The file does not match the mapping: its column ${at + 1} is "${headers[at]}", but "${posted[at] ?? 'nothing'}" was expected. Select the file again.`,
    );
  }
  if (posted.length !== headers.length) {
    throw badFile(
      `The file does not match the mapping: it has ${counted(headers.length)} columns, but ${counted(posted.length)} were expected. Select the file again.`,
    );
  }
}

function checkColumn(headers: readonly string[], column: number, name: string): void {
  const header = headers[column];
  if (header === undefined) {
    throw mappingBroken(
      `The mapping names column ${column + 1} ("${name}"), but the file has only ${counted(headers.length)} columns.`,
    );
  }
  if (header !== name.trim()) {
    throw mappingBroken(
      `The mapping expects "${name}" in column ${column + 1}, but the file has "${header}" there.`,
    );
  }
}

function isSpecial(key: string): key is 'state' | 'ssn' | 'dateOfBirth' {
  return ['state', 'ssn', 'dateOfBirth'].includes(key);
}

const mappingBroken = (sentence: string) => ruleBroken('callListMap.callListMapList', sentence);
