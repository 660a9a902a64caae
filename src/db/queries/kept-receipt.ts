/**
 * Receipts that fitted to nothing when they came: their text may learn its carrier's id later. Until then
 * they are kept, and looked at again.
 */
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { endTexts, type Receipt } from './text-receipt.ts';

/** Kept receipts in one look, and how many of them are matched at once. */
const keptInLook = 2_000;
const matchedAtOnce = 500;

/** How far the looks at a client's kept receipts have come. */
export interface KeptLook {
  /** '' for the beginning. */
  after: string;
}

/**
 * Looks again at receipts that fitted to nothing, so many at a time and on from where the last look
 * ended: an account that is shared leaves strangers' receipts here, which hide none of ours. Those
 * that one of our texts has by now are found by key; those older than `before` are dropped.
 *
 * @returns whether some of those looked at are left, and where the next look begins
 */
export async function matchKeptReceipts(
  tx: Tx,
  vault: Vault,
  clientId: number,
  before: Date,
  { after }: KeptLook = { after: '' },
): Promise<{ left: number; next: KeptLook }> {
  const rows = await tx.rows<{ carrierRef: string; isOurs: boolean; isOld: boolean }>(
    `SELECT k.carrier_ref AS "carrierRef", k.received < $3 AS "isOld", ${isOurs} AS "isOurs"
     FROM (SELECT * FROM text_receipt WHERE client_id = $1 AND carrier_ref > $2
       ORDER BY carrier_ref LIMIT ${keptInLook}) AS k
     ORDER BY k.carrier_ref`,
    [clientId, after, before],
  );
  const ours = rows.filter((row) => row.isOurs).slice(0, matchedAtOnce);
  const matched = ours.length > 0 ? await matchKept(tx, vault, clientId, ours) : [];
  const gone = [...matched, ...rows.filter((row) => row.isOld)].map((row) => row.carrierRef);
  if (gone.length > 0) {
    await tx.run('DELETE FROM text_receipt WHERE client_id = $1 AND carrier_ref = ANY ($2)', [
      clientId,
      gone,
    ]);
  }
  const last = rows.length === keptInLook ? (rows.at(-1)?.carrierRef ?? '') : '';
  return { left: rows.length - new Set(gone).size, next: { after: last } };
}

/**
 * SQL of a kept receipt `k`: a text, a part of one or an answer has its id; or a text that never learned
 * its id may be meant. Each asked by an index of its own, one row at a time.
 */
const isOurs = `(
  EXISTS (SELECT FROM outbound_text t
    WHERE t.client_id = $1 AND t.carrier_ref = k.carrier_ref AND t.carrier_ref IS NOT NULL)
  OR EXISTS (SELECT FROM text_part p WHERE p.client_id = $1 AND p.part_ref = k.carrier_ref)
  OR EXISTS (SELECT FROM text_reply r
    WHERE r.client_id = $1 AND r.carrier_ref = k.carrier_ref AND r.carrier_ref IS NOT NULL)
  OR k.text_id LIKE 'reply-%'
  OR EXISTS (SELECT FROM outbound_text t
    WHERE t.client_id = $1 AND t.phone = k.phone AND t.carrier_ref IS NULL))`;

/** Answers those that were matched. */
async function matchKept(
  tx: Tx,
  vault: Vault,
  clientId: number,
  ours: readonly { carrierRef: string }[],
): Promise<Receipt[]> {
  const kept = await tx.rows<Receipt>(
    `SELECT carrier_ref AS "carrierRef", text_id AS "textId", phone,
       texting_number AS "textingNumber", outcome, received, note
     FROM text_receipt WHERE client_id = $1 AND carrier_ref = ANY ($2)
     ORDER BY carrier_ref FOR UPDATE SKIP LOCKED`,
    [clientId, ours.map(({ carrierRef }) => carrierRef)],
  );
  const left = new Set(await endTexts(tx, vault, clientId, kept));
  return kept.filter((one) => !left.has(one));
}
