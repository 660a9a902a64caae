import type { Tx } from '../database.ts';
import { blocks } from './blocked-number.ts';
import { sourceOf } from './do-not-call.ts';

/** Whether the person of a number asked this client to stop: by key 9 or a text, and nobody lifted it. */
export async function optedOutItself(tx: Tx, clientId: number, phone: string): Promise<boolean> {
  const row = await tx.row<{ source: string }>(
    `SELECT ${sourceOf} FROM do_not_call d WHERE d.client_id = $1 AND ${blocks('d', '$2::text')}`,
    [clientId, phone],
  );
  return row?.source === 'key' || row?.source === 'text';
}
