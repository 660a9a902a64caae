/**
 * Receipts: each ends the attempt of its text once, whenever and however often it is told. One that
 * comes after its text was given up as unknown corrects the record; one that fits to nothing yet is
 * kept and matched later.
 */
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { ensureCallRecordMonth } from './call-record-month.ts';
import { recordResults } from './record.ts';
import type { AttemptKey } from './recovery.ts';
import { noteReplyReceipts } from './reply-receipt.ts';
import { type CancelReason, cancelNotes, cancelReasons } from './text-cancel.ts';
import { fitsNumber, isNoPart, type JoinedReceipt, joinParts, partOf } from './text-part.ts';

export interface Receipt {
  /** «carrier:id». */
  carrierRef: string;
  /** Our own id of the text, where the carrier repeats it. */
  textId: string | null;
  phone: string;
  textingNumber: string;
  outcome: 'delivered' | 'failed';
  received: Date;
  note: string | null;
  /** It failed because it was canceled before it left. */
  canceled?: boolean;
}

/** @returns how many fit to nothing yet; those are kept */
export async function settleReceipts(
  tx: Tx,
  vault: Vault,
  clientId: number,
  receipts: readonly Receipt[],
): Promise<number> {
  const left = await endTexts(tx, vault, clientId, receipts);
  await tx.run(
    `INSERT INTO text_receipt (client_id, carrier_ref, text_id, phone, texting_number, outcome,
       received, note)
     SELECT $1, v.* FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
       $7::timestamptz[], $8::text[]) AS v
     ON CONFLICT (client_id, carrier_ref, phone) DO NOTHING`,
    [
      clientId,
      left.map((one) => one.carrierRef),
      left.map((one) => one.textId),
      left.map((one) => one.phone),
      left.map((one) => one.textingNumber),
      left.map((one) => one.outcome),
      left.map((one) => one.received),
      left.map((one) => one.note),
    ],
  );
  return left.length;
}

/** SQL: the engine that handed a text over and the one that hears of its receipt have two clocks. */
const clocksApart = `interval '1 minute'`;

interface Found extends AttemptKey {
  attemptedAt: Date;
}

/** Answers the receipts that fit to nothing. */
export async function endTexts(
  tx: Tx,
  vault: Vault,
  clientId: number,
  told: readonly Receipt[],
): Promise<Receipt[]> {
  const receipts = await joinParts(tx, clientId, told);
  const found = await findByRef(tx, clientId, receipts);
  const unclear = receipts.filter((receipt) => !found.has(keyOf(receipt)));
  // Those of answers, before it is guessed by number and time which text is meant.
  const left = unclear.length > 0 ? await noteReplyReceipts(tx, clientId, unclear) : [];
  const inDoubt = left.length > 0 ? await listInDoubt(tx, clientId, left) : new Set();
  const matched: { receipt: JoinedReceipt; text: Found }[] = [];
  for (const receipt of receipts) {
    const text = found.get(keyOf(receipt));
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

async function endMatched(
  tx: Tx,
  vault: Vault,
  clientId: number,
  matched: readonly { receipt: JoinedReceipt; text: Found }[],
): Promise<void> {
  const months = new Map(matched.map(({ text }) => [monthOf(text), text.attemptedAt]));
  for (const instant of months.values()) await ensureCallRecordMonth(tx, instant);
  // One part that was canceled says nothing of the others.
  const isCanceled = ({ receipt }: { receipt: JoinedReceipt }) =>
    receipt.canceled && !receipt.joined;
  const canceled = matched.filter(isCanceled).map(({ text }) => text);
  const whys =
    canceled.length > 0
      ? await cancelReasons(tx, clientId, canceled)
      : new Map<string, CancelReason>();
  const noteOf = ({ callListId, entryId }: Found, receipt: JoinedReceipt) => {
    const why = isCanceled({ receipt }) && whys.get(`${callListId}-${entryId}`);
    return why ? cancelNotes[why] : receipt.note;
  };
  const ended = matched.map(({ receipt, text }) => ({
    callListId: text.callListId,
    entryId: text.entryId,
    result: receipt.outcome,
    answeredAt: null,
    finishedAt: Math.max(receipt.received.getTime(), text.attemptedAt.getTime()),
    note: noteOf(text, receipt),
  }));
  // In one order, so that two engines that are told the same receipts do not deadlock.
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

const keyOf = ({ carrierRef, phone }: Pick<Receipt, 'carrierRef' | 'phone'>) =>
  `${carrierRef} ${phone}`;
const monthOf = ({ attemptedAt }: Found) => attemptedAt.toISOString().slice(0, 7);

/**
 * By the carrier's id and the person's number. Of several, as a carrier makes them that counts anew,
 * the newest one that is still open; one that was handed over after the receipt came is not meant.
 */
async function findByRef(
  tx: Tx,
  clientId: number,
  receipts: readonly JoinedReceipt[],
): Promise<Map<string, Found>> {
  const rows = await tx.rows<Found & { carrierRef: string; phone: string }>(
    `SELECT v.ref AS "carrierRef", v.phone, t.call_list_id AS "callListId",
       t.entry_id AS "entryId", t.attempted_at AS "attemptedAt"
     FROM unnest($2::text[], $3::boolean[], $4::text[], $5::timestamptz[])
       AS v (ref, joined, phone, received)
     ${partOf}
     CROSS JOIN LATERAL (
       SELECT own.call_list_id, own.entry_id, a.attempted_at
       FROM (SELECT call_list_id, entry_id FROM outbound_text
         WHERE client_id = $1 AND carrier_ref = v.ref AND carrier_ref IS NOT NULL
           AND ${fitsNumber('phone')} OFFSET 0) AS own
       CROSS JOIN LATERAL (
         SELECT attempted_at, result FROM attempt
         WHERE client_id = $1 AND call_list_id = own.call_list_id AND entry_id = own.entry_id
         OFFSET 0) AS a
       WHERE a.attempted_at <= v.received + ${clocksApart}
       ORDER BY a.result IS NOT NULL, a.result <> 'unknown', a.attempted_at DESC LIMIT 1) AS t
     WHERE ${isNoPart}`,
    [
      clientId,
      receipts.map((receipt) => receipt.carrierRef),
      receipts.map(({ joined }) => joined ?? false),
      receipts.map(({ phone }) => phone),
      receipts.map(({ received }) => received),
    ],
  );
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** Numbers with a text that has not learned its carrier's id: those of answers have none. */
async function listInDoubt(
  tx: Tx,
  clientId: number,
  receipts: readonly Receipt[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ phone: string }>(
    `SELECT v.phone FROM unnest($2::text[]) AS v (phone)
     WHERE EXISTS (
       SELECT FROM outbound_text t
       WHERE t.client_id = $1 AND t.phone = v.phone AND t.carrier_ref IS NULL)`,
    [clientId, receipts.map(({ phone }) => phone)],
  );
  return new Set(rows.map(({ phone }) => phone));
}

/**
 * The text of an unknown answer, which never learned the carrier's id: by our own id where the
 * carrier repeats it, else the latest one to that number from that number, sent before the receipt.
 */
async function findInDoubt(tx: Tx, clientId: number, receipt: Receipt): Promise<Found | undefined> {
  const text = await tx.row<Found>(
    `SELECT t.call_list_id AS "callListId", t.entry_id AS "entryId",
       a.attempted_at AS "attemptedAt"
     FROM outbound_text t
     JOIN attempt a ON a.client_id = $1 AND a.call_list_id = t.call_list_id
       AND a.entry_id = t.entry_id
     WHERE t.client_id = $1 AND t.phone = $2 AND t.texting_number = $3 AND t.carrier_ref IS NULL
       AND CASE WHEN $4::text IS NULL
         THEN a.result = 'unknown' AND a.attempted_at <= $5
         ELSE concat_ws('-', $1::int, t.call_list_id, t.entry_id) = $4 END
     ORDER BY a.attempted_at DESC LIMIT 1`,
    [clientId, receipt.phone, receipt.textingNumber, receipt.textId, receipt.received],
  );
  if (!text) return undefined;
  // The same receipt, told again, must find this text and no earlier one. A text that learns its id at this
  // moment is waited for by nobody: its receipt is kept, and found by that id at the next look.
  const noted = await tx.run(
    `UPDATE outbound_text SET carrier_ref = $4
     WHERE client_id = $1 AND call_list_id = $2 AND entry_id = (
       SELECT entry_id FROM outbound_text
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id = $3 AND carrier_ref IS NULL
       FOR UPDATE SKIP LOCKED)`,
    [clientId, text.callListId, text.entryId, receipt.carrierRef],
  );
  return noted > 0 ? text : undefined;
}

/**
 * Texts whose receipt is not waited for any longer end as unknown.
 *
 * @returns how many, one batch at most; call again while it is above 0
 */
export async function giveUpReceipts(
  tx: Tx,
  vault: Vault,
  clientId: number,
  now: Date,
): Promise<number> {
  const late = await tx.rows<Found>(
    `SELECT a.call_list_id AS "callListId", a.entry_id AS "entryId",
       a.attempted_at AS "attemptedAt"
     FROM campaign c
     CROSS JOIN LATERAL (
       SELECT call_list_id, entry_id, attempted_at FROM attempt
       WHERE client_id = $1 AND campaign_id = c.campaign_id AND finished_at IS NULL
         AND receipt_until <= $2
       ORDER BY receipt_until LIMIT 500) AS a
     WHERE c.client_id = $1 AND c.campaign_type = 3 LIMIT 500`,
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
      finishedAt: now.getTime(),
      note: 'The carrier took this text and never said what became of it.',
    })),
  );
}
