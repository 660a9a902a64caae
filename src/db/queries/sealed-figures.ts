/**
 * Which sensitive custom fields of list entries have a value. Those of an entry are sealed together, so
 * that only opening them tells; what is returned is masked.
 */
import { setImmediate } from 'node:timers/promises';
import { maskSensitive } from '#domain/masking.ts';
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { SealError } from '../sealed-value.ts';
import type { CustomValues } from './sealed-custom.ts';

/** The most entries that are opened at once: each takes some 20 µs. */
export const mostOpened = 20_000;
/** Entries that are opened before other work has its turn. */
const slice = 250;
const page = 2_000;

/** Row by row, in the same order. */
export interface OpenedEntries {
  callListIds: number[];
  entryIds: number[];
  /** Of each asked field, its masked value in each row; null where it has none. */
  values: (string | null)[][];
}

/**
 * The first entries with sealed values, list by list; those that do not open are left out.
 *
 * @param indexes custom indexes of the fields
 * @param most entries at most
 */
export async function openSealedFields(
  tx: Tx,
  vault: Vault,
  { clientId, callListIds }: { clientId: number; callListIds: readonly number[] },
  indexes: readonly number[],
  most = mostOpened,
): Promise<OpenedEntries> {
  const opened: OpenedEntries = { callListIds: [], entryIds: [], values: indexes.map(() => []) };
  let left = most;
  for (const callListId of callListIds) {
    for (let after: number | undefined = 0; after !== undefined && left > 0; ) {
      const rows: SealedEntry[] = await tx.rows<SealedEntry>(
        `SELECT entry_id AS "entryId", account_line AS line, sealed_custom AS sealed
         FROM list_entry
         WHERE client_id = $1 AND call_list_id = $2 AND entry_id > $3 AND sealed_custom IS NOT NULL
         ORDER BY entry_id LIMIT ${Math.min(left, page)}`,
        [clientId, callListId, after],
      );
      left -= rows.length;
      after = rows.length < page ? undefined : rows.at(-1)?.entryId;
      for (const [at, row] of rows.entries()) {
        if (at % slice === slice - 1) await setImmediate();
        const custom = openedOf(vault, { clientId, callListId }, row);
        if (!custom) continue;
        opened.callListIds.push(callListId);
        opened.entryIds.push(row.entryId);
        for (const [index, key] of indexes.entries()) {
          const value = custom[key];
          opened.values[index]?.push(value === undefined ? null : maskSensitive(value));
        }
      }
    }
  }
  return opened;
}

interface SealedEntry {
  entryId: number;
  line: number;
  sealed: Buffer;
}

function openedOf(
  vault: Vault,
  list: { clientId: number; callListId: number },
  { line, sealed }: SealedEntry,
): CustomValues | undefined {
  try {
    const place = { table: 'list_entry', ...list, row: line, field: 'custom' } as const;
    return JSON.parse(vault.open(sealed, place)) as CustomValues;
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}
