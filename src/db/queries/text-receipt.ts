/**
 * Receipts: each ends the attempt of its text once, whenever and however often it is reported. One
 * that comes after its text ended as unknown corrects the record; one that matches nothing yet is
 * kept and matched later.
 */

import { campaignType } from '#contract/campaign.ts';
import { carrierNumberOf } from '#domain/manager-contact-id.ts';
import { simMs } from '#domain/milliseconds.ts';
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { ensureCallRecordMonth } from './call-record-month.ts';
import { noteContactReceipts } from './manager-contact-run.ts';
import { plainJson } from './plain-json.ts';
import type { Receipt } from './receipt.ts';
import {
  findByRef,
  findInDoubt,
  listInDoubt,
  type ReceiptText,
  receiptKey,
} from './receipt-text.ts';
import { recordResults } from './record.ts';
import { noteReplyReceipts } from './reply-receipt.ts';
import { type CancelReason, canceledFirst, cancelReasons } from './text-cancel.ts';
import { type JoinedReceipt, joinParts } from './text-part.ts';

/** @returns how many match nothing yet; those are kept */
export async function settleReceipts(
  tx: Tx,
  vault: Vault,
  clientId: number,
  receipts: readonly Receipt[],
): Promise<number> {
  const left = await endTexts(tx, vault, clientId, receipts);
  if (left.length === 0) return 0;
  await tx.run(
    `INSERT INTO text_receipt (client_id, carrier_ref, text_id, phone, texting_number, outcome,
       received, note, of_whole)
     SELECT $1, v.* FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
       $7::timestamptz[], $8::jsonb[], $9::boolean[]) AS v
     ON CONFLICT (client_id, carrier_ref, phone) DO NOTHING`,
    [
      clientId,
      left.map((one) => one.carrierRef),
      left.map((one) => one.textId),
      left.map((one) => one.phone),
      left.map((one) => one.textingNumber),
      left.map((one) => one.outcome),
      left.map((one) => one.received),
      left.map((one) => plainJson(one.note)),
      left.map((one) => one.ofWhole === true),
    ],
  );
  return left.length;
}

/** Returns the receipts that match nothing. */
export async function endTexts(
  tx: Tx,
  vault: Vault,
  clientId: number,
  reported: readonly Receipt[],
): Promise<Receipt[]> {
  const receipts = await joinParts(tx, clientId, reported);
  const found = await findByRef(tx, clientId, receipts);
  const unfound = receipts.filter((receipt) => !found.has(receiptKey(receipt)));
  // Receipts of texts to managers and of auto-replies first, before the text is guessed by number and time.
  const unclear =
    unfound.length > 0
      ? await noteContactReceipts(tx, clientId, unfound, ({ textId }) =>
          carrierNumberOf(clientId, textId),
        )
      : [];
  const left = unclear.length > 0 ? await noteReplyReceipts(tx, clientId, unclear) : [];
  const inDoubt = left.length > 0 ? await listInDoubt(tx, clientId, left) : new Set();
  const matched: Matched[] = [];
  for (const receipt of receipts) {
    const text = found.get(receiptKey(receipt));
    if (text) matched.push({ receipt, text });
  }
  const others: Receipt[] = [];
  for (const receipt of left) {
    const text = inDoubt.has(receipt.phone) && (await findInDoubt(tx, clientId, receipt));
    if (text) matched.push({ receipt, text });
    else others.push(receipt);
  }
  if (matched.length > 0) await endMatched(tx, vault, clientId, matched);
  return others;
}

interface Matched {
  receipt: JoinedReceipt;
  text: ReceiptText;
}

async function endMatched(
  tx: Tx,
  vault: Vault,
  clientId: number,
  matched: readonly Matched[],
): Promise<void> {
  const months = new Map(matched.map(({ text }) => [monthOf(text), text.attemptedAt]));
  for (const instant of months.values()) await ensureCallRecordMonth(tx, instant);
  const canceled = matched.filter(({ receipt }) => receipt.canceled).map(({ text }) => text);
  const whys =
    canceled.length > 0
      ? await cancelReasons(tx, clientId, canceled)
      : new Map<string, CancelReason>();
  const whyOf = ({ receipt, text }: Matched) =>
    receipt.canceled ? whys.get(`${text.callListId}-${text.entryId}`) : undefined;
  // One canceled part says nothing about the others: their receipts, or the carrier's response, are to come.
  const settled = matched.filter((one) => !(whyOf(one) && one.receipt.parts?.open));
  if (settled.length === 0) return;
  const noteOf = (one: Matched) => {
    const why = whyOf(one);
    return why && !one.receipt.parts?.sent ? canceledFirst(why) : one.receipt.note;
  };
  const ended = settled.map((one) => ({
    callListId: one.text.callListId,
    entryId: one.text.entryId,
    result: one.receipt.outcome,
    answeredAt: null,
    finishedAt: simMs(Math.max(one.receipt.received.getTime(), one.text.attemptedAt.getTime())),
    note: noteOf(one),
  }));
  // In one order, so that two engines that receive the same receipts do not deadlock.
  ended.sort((a, b) => a.callListId - b.callListId || a.entryId - b.entryId);
  const count = await recordResults(tx, vault, clientId, ended);
  if (count === ended.length) return;
  // The rest had ended: as unknown, or by this same receipt.
  const lists = [...new Set(ended.map((one) => one.callListId))].sort((a, b) => a - b);
  for (const callListId of lists) {
    const own = ended.filter((one) => one.callListId === callListId);
    await tx.run('SELECT correct_unknown($1, $2, $3, $4, $5)', [
      clientId,
      callListId,
      own.map((one) => one.entryId),
      own.map((one) => one.result),
      own.map((one) => new Date(one.finishedAt)),
    ]);
  }
}

const monthOf = ({ attemptedAt }: ReceiptText) => attemptedAt.toISOString().slice(0, 7);

/**
 * Ends texts as unknown when their receipt is no longer waited for.
 *
 * @returns how many, one batch at most; call again while it is above 0
 */
export async function giveUpReceipts(
  tx: Tx,
  vault: Vault,
  clientId: number,
  now: Date,
): Promise<number> {
  const late = await tx.rows<ReceiptText>(
    `SELECT a.call_list_id AS "callListId", a.entry_id AS "entryId",
       a.attempted_at AS "attemptedAt"
     FROM campaign c
     CROSS JOIN LATERAL (
       SELECT call_list_id, entry_id, attempted_at FROM attempt
       WHERE client_id = $1 AND campaign_id = c.campaign_id AND finished_at IS NULL
         AND receipt_until <= $2
       ORDER BY receipt_until LIMIT 500) AS a
     WHERE c.client_id = $1 AND c.campaign_type = ${campaignType.texting} LIMIT 500`,
    [clientId, now],
  );
  if (late.length === 0) return 0;
  const months = new Map(late.map((text) => [monthOf(text), text.attemptedAt]));
  for (const instant of months.values()) await ensureCallRecordMonth(tx, instant);
  return recordResults(
    tx,
    vault,
    clientId,
    late.map(({ callListId, entryId }) => ({
      ...{ callListId, entryId, result: 'unknown', answeredAt: null },
      finishedAt: simMs(now.getTime()),
      note: { code: 'no_receipt' },
    })),
  );
}
