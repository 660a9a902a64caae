/** Values in clear in a buffer, with room around each to be sealed in place. */
import type { SealedField, Vault } from '#db/encryption.ts';
import { sealExtraBytes } from '#db/sealed-value.ts';

export const sealedFields = [
  'ssn',
  'dateOfBirth',
  'custom',
] as const satisfies readonly SealedField[];

/** A slot: where the value begins, bytes of its text, index of its field, its account's line, where its copy is. */
export type Slot = readonly [
  offset: number,
  length: number,
  field: number,
  line: number,
  repeated: number,
];
export const slotNumbers = 5;
/** For a value without a copy. */
export const repeatsNone = -1;

export function slotAt(slots: ArrayLike<number>, at: number): Slot {
  const number = (index: number) => slots[at + index] as number;
  return [number(0), number(1), number(2), number(3), number(4)];
}

/** Whose values: they open in this list alone. */
export interface SealedList {
  clientId: number;
  callListId: number;
}

/** Seals the values of all slots. A number of the same account repeats what its first one has. */
export function sealSlots(
  vault: Vault,
  { clientId, callListId }: SealedList,
  bytes: Buffer,
  slots: ArrayLike<number>,
): void {
  const table = 'list_entry' as const;
  for (let at = 0; at < slots.length; at += slotNumbers) {
    const [offset, length, index, row, repeated] = slotAt(slots, at);
    const field = sealedFields[index];
    if (!field) throw new Error(`No sealed field has the index ${index}.`);
    const context = { table, clientId, callListId, row, field };
    if (repeated === repeatsNone) vault.sealInPlace(bytes, offset, length, context);
    else bytes.copyWithin(offset, repeated, repeated + length + sealExtraBytes);
  }
}
