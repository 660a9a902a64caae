/** Mappings of accepted uploads, per client and set of headers; case and order do not matter. */
import { createHash } from 'node:crypto';
import type { MappingItem } from '#contract/call-list-upload.ts';
import type { Tx } from '../database.ts';

export async function saveMapping(
  tx: Tx,
  clientId: number,
  headers: readonly string[],
  mapping: readonly MappingItem[],
): Promise<void> {
  await tx.run(
    `INSERT INTO saved_mapping (client_id, header_hash, mapping) VALUES ($1, $2, $3)
     ON CONFLICT (client_id, header_hash) DO UPDATE SET mapping = $3, saved = now()`,
    [clientId, headerHash(headers), JSON.stringify(mapping.map(withoutMark))],
  );
}

/** The field itself is sensitive from then on: a mapping must not mark it once more. */
const withoutMark = ({ accountField, selectedCallListField }: MappingItem) => ({
  ...{ accountField, selectedCallListField },
});

/** As it was saved: its columns are those of the headers' order at that time. */
export async function findMapping(
  tx: Tx,
  clientId: number,
  headers: readonly string[],
): Promise<MappingItem[] | undefined> {
  const row = await tx.row<{ mapping: MappingItem[] }>(
    'SELECT mapping FROM saved_mapping WHERE client_id = $1 AND header_hash = $2',
    [clientId, headerHash(headers)],
  );
  return row?.mapping;
}

/** One name of a header as mappings compare it. */
export const headerKey = (name: string) => name.trim().toLowerCase();

function headerHash(headers: readonly string[]): Buffer {
  const names = headers.map(headerKey).sort();
  return createHash('sha256').update(JSON.stringify(names)).digest();
}
