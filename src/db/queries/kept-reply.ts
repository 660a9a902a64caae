/**
 * Who wrote and when, of inbound texts that retention has deleted: follow-ups that end with a reply and
 * rests after one need no more of them.
 */
import type { Tx } from '../database.ts';

/** All that persons wrote: `client_id`, `inbound_text_id`, `phone` and `received`. A text is in one of the two. */
export const tablesOfReplies = ['inbound_text', 'kept_reply'] as const;
export type TableOfReplies = (typeof tablesOfReplies)[number];

/**
 * In the transaction that deletes the texts.
 *
 * @param since those received before it are not kept: nothing can need them
 */
export async function keepReplies(
  tx: Tx,
  clientId: number,
  ids: readonly number[],
  since: Date,
): Promise<void> {
  await tx.run(
    `INSERT INTO kept_reply (client_id, inbound_text_id, phone, received)
     SELECT client_id, inbound_text_id, phone, received FROM inbound_text
     WHERE client_id = $1 AND inbound_text_id = ANY ($2) AND received >= $3`,
    [clientId, ids, since],
  );
}

/** @returns how many; call again while it is above 0 */
export function deleteKeptReplies(tx: Tx, clientId: number, before: Date, most: number) {
  return tx.run(
    `DELETE FROM kept_reply WHERE client_id = $1 AND inbound_text_id = ANY (ARRAY(
       SELECT inbound_text_id FROM kept_reply WHERE client_id = $1 AND received < $2
       ORDER BY received LIMIT ${most}))`,
    [clientId, before],
  );
}
