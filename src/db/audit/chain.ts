/** What is hashed of an entry of the audit log; the SQL function audit_hash writes the same. */
import { createHash } from 'node:crypto';

/** Every stored field, as the text that the database shows of it. */
export interface ChainedEntry {
  clientId: number;
  sequence: string;
  /** The fields between `previous` and `hash`, in the order in which they are hashed. */
  fields: (string | null)[];
  previous: string;
  hash: string;
}

/** `fields` of an entry, for SELECT. */
export const chainedFields = `ARRAY[client_id::text, sequence::text,
  (extract(epoch FROM at) * 1000000)::bigint::text, actor_kind, actor_id::text, actor_name, address,
  browser, operation, thing_kind, thing_id, thing_name, before::text, after::text, outcome, reason]`;

/** The hash before the first entry. */
export const beginning = createHash('sha256').digest('hex');

export function hashOfEntry({ previous, fields }: Pick<ChainedEntry, 'previous' | 'fields'>) {
  const text = [previous, ...fields].map(netstring).join('');
  return createHash('sha256').update(text).digest('hex');
}

/** With its length, so that no two entries have the same text. */
function netstring(value: string | null): string {
  return value === null ? '-,' : `${Buffer.byteLength(value)}:${value},`;
}
