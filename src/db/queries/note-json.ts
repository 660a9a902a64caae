import type { StoredNote } from '#contract/note.ts';

/**
 * A note as a parameter for jsonb. What a carrier says may hold NUL or half of a pair of surrogates: PostgreSQL would
 * refuse it, and the results that are committed with it would never be.
 */
export function noteJson(note: StoredNote | null): string | null {
  return note && JSON.stringify(note, (_, fact) => (typeof fact === 'string' ? plain(fact) : fact));
}

const plain = (text: string) => text.replaceAll('\0', '').toWellFormed();
