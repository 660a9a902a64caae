/**
 * Receipts that matched no text when they came: their text may learn its carrier's id later. Until
 * then they are kept and checked again.
 */
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import type { Receipt } from './receipt.ts';
import { endTexts } from './text-receipt.ts';

/** Kept receipts in one batch, and how many of them are matched at once. */
const keptInBatch = 2_000;
const matchedAtOnce = 500;

/** The last kept receipt of a client that was checked; undefined for the beginning. */
export type KeptReceiptCursor = KeptKey | undefined;

interface KeptKey {
  carrierRef: string;
  phone: string;
}

/**
 * Checks kept receipts again, a batch at a time and on from the end of the last batch: a shared
 * carrier account leaves strangers' receipts here, which must not hide ours. Those that match one
 * of our texts by now are found by key; those older than `before` are dropped.
 *
 * @returns how many of the checked ones matched and are left, and where the next batch begins
 */
export async function matchKeptReceipts(
  tx: Tx,
  vault: Vault,
  clientId: number,
  before: Date,
  after?: KeptReceiptCursor,
): Promise<{ matched: number; left: number; next: KeptReceiptCursor }> {
  const rows = await tx.rows<KeptKey & { isOurs: boolean; isOld: boolean }>(
    `SELECT k.carrier_ref AS "carrierRef", k.phone, k.received < $4 AS "isOld", ${isOurs} AS "isOurs"
     FROM (SELECT * FROM text_receipt
       WHERE client_id = $1 AND (carrier_ref, phone) > ($2::text, $3::text)
       ORDER BY carrier_ref, phone LIMIT ${keptInBatch}) AS k
     ORDER BY k.carrier_ref, k.phone`,
    [clientId, after?.carrierRef ?? '', after?.phone ?? '', before],
  );
  const ours = rows.filter((row) => row.isOurs).slice(0, matchedAtOnce);
  const matched = ours.length > 0 ? await matchKept(tx, vault, clientId, ours) : [];
  const old = rows.filter((row) => row.isOld);
  const gone = new Map([...matched, ...old].map((one) => [`${one.carrierRef} ${one.phone}`, one]));
  if (gone.size > 0) await deleteKept(tx, clientId, [...gone.values()]);
  // Untried ones of ours come first in the next batch: others may match nothing for days.
  const isCut = rows.filter((row) => row.isOurs).length > matchedAtOnce;
  const last = isCut ? ours.at(-1) : rows.length === keptInBatch ? rows.at(-1) : undefined;
  const next = last && { carrierRef: last.carrierRef, phone: last.phone };
  return { matched: matched.length, left: rows.length - gone.size, next };
}

const isOneOf = '(carrier_ref, phone) IN (SELECT * FROM unnest($2::text[], $3::text[]))';
const keysOf = (some: readonly KeptKey[]) => [
  some.map((one) => one.carrierRef),
  some.map((one) => one.phone),
];

async function deleteKept(tx: Tx, clientId: number, some: readonly KeptKey[]): Promise<void> {
  const sql = `DELETE FROM text_receipt WHERE client_id = $1 AND ${isOneOf}`;
  await tx.run(sql, [clientId, ...keysOf(some)]);
}

/**
 * SQL of a kept receipt `k`: a text, a part of one, a text to a manager or an auto-reply has its id; or a text that
 * never learned its id may be meant. Each uses an index of its own, one row at a time.
 */
const isOurs = `(
  EXISTS (SELECT FROM outbound_text t
    WHERE t.client_id = $1 AND t.carrier_ref = k.carrier_ref AND t.carrier_ref IS NOT NULL)
  OR EXISTS (SELECT FROM text_part p WHERE p.client_id = $1 AND p.part_ref = k.carrier_ref)
  OR EXISTS (SELECT FROM text_reply r
    WHERE r.client_id = $1 AND r.carrier_ref = k.carrier_ref AND r.carrier_ref IS NOT NULL)
  OR EXISTS (SELECT FROM manager_contact m
    WHERE m.client_id = $1 AND m.carrier_ref = k.carrier_ref AND m.carrier_ref IS NOT NULL)
  OR k.text_id LIKE 'reply-%'
  OR k.text_id LIKE 'manager-%'
  OR EXISTS (SELECT FROM outbound_text t
    WHERE t.client_id = $1 AND t.phone = k.phone AND t.carrier_ref IS NULL))`;

/** Returns those that were matched. */
async function matchKept(
  tx: Tx,
  vault: Vault,
  clientId: number,
  ours: readonly KeptKey[],
): Promise<Receipt[]> {
  const kept = await tx.rows<Receipt>(
    `SELECT carrier_ref AS "carrierRef", text_id AS "textId", phone,
       texting_number AS "textingNumber", outcome, received, note, of_whole AS "ofWhole"
     FROM text_receipt WHERE client_id = $1 AND ${isOneOf}
     ORDER BY carrier_ref, phone FOR UPDATE SKIP LOCKED`,
    [clientId, ...keysOf(ours)],
  );
  const left = new Set(await endTexts(tx, vault, clientId, kept));
  return kept.filter((one) => !left.has(one));
}
