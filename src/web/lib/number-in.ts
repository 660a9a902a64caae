import { storedPhone } from '#domain/phone.ts';

/** The eleven digits of a telephone number that was typed in any form; undefined for other text. */
export function numberIn(typed: string): string | undefined {
  return storedPhone(typed.trim());
}
