/** Inserts rows of one client, marked as its own. */
import type { Tx } from '../../src/db/database.ts';

/** Inserts a row; `@mark` and `@phone` stand for the client's own. Returns the row's id. */
export type Insert = (table: string, row: Record<string, unknown>, id?: string) => Promise<number>;

export function inserter(tx: Tx, clientId: number, words: { mark: string; phone: string }): Insert {
  return async (table, given, id) => {
    const row = { client_id: clientId, ...given };
    const values = Object.values(row).map((value) => filled(value, words));
    const parameters = values.map((_, index) => `$${index + 1}`).join(', ');
    const inserted = await tx.row<{ id: number }>(
      `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${parameters}) RETURNING ${id ?? 0} AS id`,
      values,
    );
    return inserted?.id ?? 0;
  };
}

function filled(value: unknown, { mark, phone }: { mark: string; phone: string }): unknown {
  if (typeof value !== 'string') return value;
  return value.replaceAll('@mark', mark).replaceAll('@phone', phone);
}
