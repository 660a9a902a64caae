/** The sensitive custom fields of an entry: one JSON by customIndex, sealed as a whole. */
import { maskSensitive, unreadable } from '#domain/masking.ts';
import type { SealContext, Vault } from '../encryption.ts';

/** By customIndex, as in `custom`. */
export type CustomValues = Record<string, string>;

/** Where it is: `field` is always `custom`. */
export type CustomPlace = Omit<SealContext, 'field'>;

/** What does not open has no index: it is shown as one value, so that somebody asks about it. */
export function readSealedCustom(
  vault: Vault,
  sealed: Uint8Array,
  place: CustomPlace,
): CustomValues {
  const text = vault.read(sealed, { ...place, field: 'custom' });
  return text === unreadable ? { sealed: unreadable } : (JSON.parse(text) as CustomValues);
}

export function maskedCustom(values: CustomValues): CustomValues {
  return Object.fromEntries(
    Object.entries(values).map(([index, value]) => [index, maskSensitive(value)]),
  );
}
