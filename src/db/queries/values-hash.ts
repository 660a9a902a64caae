/**
 * SQL: a hash of the values of an account that a message speaks or writes, in the order of their
 * fields. A sealed value counts as it is sealed, which no two lists share; a sensitive custom field
 * as all those of its account.
 */
import { customFieldOffset, fixedFields } from '#contract/account-field.ts';

type Key = (typeof fixedFields)[number]['key'];

const columns: Record<Key, string> = {
  firstName: 'e.first_name',
  middleName: 'e.middle_name',
  lastName: 'e.last_name',
  dateOfBirth: "encode(e.date_of_birth, 'hex')",
  ssn: "encode(e.ssn, 'hex')",
  address: 'e.address',
  address2: 'e.address2',
  city: 'e.city',
  state: 'e.state_code',
  zipCode: 'e.zip_code',
  externalId: 'e.external_id',
};

/**
 * Hexadecimal, eight bytes.
 *
 * @param fields mapping ids; without any there is nothing to hash
 */
export function valuesHashOf(fields: readonly number[]): string {
  const values = [...new Set(fields)]
    .sort((a, b) => a - b)
    .map((id) => {
      const fixed = fixedFields.find((field) => field.id === id);
      if (fixed) return columns[fixed.key];
      const custom = `e.custom ->> '${Math.trunc(id - customFieldOffset)}'`;
      return `coalesce(${custom}, encode(e.sealed_custom, 'hex'))`;
    });
  if (values.length === 0) return 'NULL::text';
  const text = values.map((value) => `coalesce(${value}, '')`).join(", E'\\x1f', ");
  return `encode(substring(sha256(convert_to(concat(${text}), 'UTF8')) FROM 1 FOR 8), 'hex')`;
}
