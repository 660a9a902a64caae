/** Sealed bytes of other uses, page by page: secrets, kept responses, reports. */
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import type { SealedFile } from '../sealed-files.ts';
import { SealError, sealPrefix } from '../sealed-value.ts';
import { outdatedSql, type Resealed } from './entries.ts';

/** The primary key of the last row. */
export type FileAfter = unknown[];

/**
 * As `resealEntries`. The audit log has no entry of it, because what is sealed stays the same.
 *
 * @param clientId whose rows; undefined for a table of the platform
 */
export async function resealFiles(
  tx: Tx,
  vault: Vault,
  one: SealedFile<never>,
  { clientId, after }: { clientId?: number; after?: FileAfter | undefined },
): Promise<Resealed<FileAfter>> {
  const { table, columns, key, also, page } = one;
  const keys = Object.keys(key);
  const given = (first: number) =>
    Object.values(key)
      .map((type, at) => `$${at + first}::${type}`)
      .join(', ');
  const rows = await tx.rows<Record<string, unknown>>(
    `SELECT ${[...keys, ...(also ? [also] : []), ...columns].join(', ')} FROM ${table}
     WHERE (${columns.map((column) => outdatedSql(column, '$1')).join(' OR ')})
       ${clientId === undefined ? '' : `AND client_id = ${Number(clientId)}`}
       ${after ? `AND (${keys.join(', ')}) > (${given(2)})` : ''}
     ORDER BY ${keys.join(', ')} LIMIT ${page} FOR UPDATE SKIP LOCKED`,
    [sealPrefix(vault.state.sealing), ...(after ?? [])],
  );
  await tx.run(`SELECT set_config('app.resealing', 'on', true)`);
  const counts = { changed: 0, unreadable: 0 };
  for (const row of rows) {
    const { context, unbound } = one.boundTo(named(row) as never);
    const again = (sealed: Buffer | null) => {
      if (!sealed || !vault.isOutdated(sealed)) return sealed;
      try {
        return vault.sealBytes(vault.openBytes(sealed, context, unbound), context);
      } catch (error) {
        if (!(error instanceof SealError)) throw error;
        counts.unreadable += 1;
        return sealed;
      }
    };
    const values = columns.map((column) => again(row[column] as Buffer | null));
    if (values.every((value, at) => value === row[columns[at] ?? ''])) continue;
    counts.changed += 1;
    const set = columns.map((column, at) => `${column} = $${at + 1 + keys.length}`).join(', ');
    await tx.run(`UPDATE ${table} SET ${set} WHERE (${keys.join(', ')}) = (${given(1)})`, [
      ...keys.map((name) => row[name]),
      ...values,
    ]);
  }
  const last = rows.length === page ? rows.at(-1) : undefined;
  return { after: last && keys.map((name) => last[name]), ...counts };
}

/** `client_id` is `clientId`. */
function named(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}
