/** The texts of a campaign's attempts: fixed with the attempt, accepted by the carrier. */

import type { TextValues } from '#contract/text-message.ts';
import type { SimMs } from '#domain/milliseconds.ts';
import { fillText } from '#domain/text-message.ts';
import { segmentsOf } from '#domain/text-segments.ts';
import type { Tx } from '../database.ts';
import type { AttemptKey } from './attempt-key.ts';
import { type PartedText, storeParts } from './text-part.ts';

export interface OutboundText extends AttemptKey {
  phone: string;
  textingNumber: string;
  body: string;
  /** Its share of the number's pace. */
  segments: number;
  /** Not submitted from then on, because the calling hours end (gate.ts). */
  callableUntil: SimMs;
}

type Claimed = AttemptKey & Pick<OutboundText, 'phone' | 'callableUntil'>;

interface Account {
  entry_id: number;
  first_name: string | null;
  last_name: string | null;
  external_id: string | null;
}

/**
 * Fills and stores the texts of attempts, in the transaction that makes them: what is sent later is
 * what was stored when the attempt was committed.
 */
export async function fixTexts(
  tx: Tx,
  clientId: number,
  claimed: readonly Claimed[],
  message: string,
  textingNumber: string,
): Promise<OutboundText[]> {
  const texts: OutboundText[] = [];
  for (const callListId of new Set(claimed.map((one) => one.callListId))) {
    const own = claimed.filter((one) => one.callListId === callListId);
    const accounts = await readAccounts(tx, clientId, callListId, own);
    for (const { entryId, phone, callableUntil } of own) {
      const body = fillText(message, valuesOf(accounts.get(entryId)));
      const { segments } = segmentsOf(body);
      texts.push({ callListId, entryId, phone, textingNumber, body, segments, callableUntil });
    }
  }
  await tx.run(
    `INSERT INTO outbound_text (client_id, call_list_id, entry_id, phone, texting_number, body,
       send_by)
     SELECT $1, v.call_list_id, v.entry_id, v.phone, $5, v.body, v.send_by
     FROM unnest($2::bigint[], $3::integer[], $4::text[], $6::text[], $7::timestamptz[])
       AS v (call_list_id, entry_id, phone, body, send_by)`,
    [
      clientId,
      texts.map((text) => text.callListId),
      texts.map((text) => text.entryId),
      texts.map((text) => text.phone),
      textingNumber,
      texts.map((text) => text.body),
      texts.map(({ callableUntil }) =>
        Number.isFinite(callableUntil) ? new Date(callableUntil) : null,
      ),
    ],
  );
  return texts;
}

/** Row by row by key (see functions/entry-batches.sql). */
async function readAccounts(
  tx: Tx,
  clientId: number,
  callListId: number,
  claimed: readonly Claimed[],
): Promise<Map<number, Account>> {
  const rows = await tx.rows<Account>(
    `SELECT e.entry_id, e.first_name, e.last_name, e.external_id
     FROM unnest($3::integer[]) AS v (entry_id)
     CROSS JOIN LATERAL (
       SELECT * FROM list_entry
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id = v.entry_id OFFSET 0) AS e`,
    [clientId, callListId, claimed.map((one) => one.entryId)],
  );
  return new Map(rows.map((row) => [row.entry_id, row]));
}

function valuesOf(account: Account | undefined): TextValues {
  return {
    '[first_name]': account?.first_name ?? '',
    '[last_name]': account?.last_name ?? '',
    '[file_number]': account?.external_id ?? '',
  };
}

export interface AcceptedText extends AttemptKey, PartedText {}

/**
 * Marks texts as accepted: they wait for their receipts until an instant of the simulated clock.
 */
export async function acceptTexts(
  tx: Tx,
  clientId: number,
  accepted: readonly AcceptedText[],
  receiptUntil: Date,
): Promise<void> {
  const lists = [...new Set(accepted.map((text) => text.callListId))].sort((a, b) => a - b);
  for (const callListId of lists) {
    const own = accepted.filter((text) => text.callListId === callListId);
    await tx.run('SELECT accept_texts($1, $2, $3, $4, $5)', [
      clientId,
      callListId,
      own.map((text) => text.entryId),
      own.map((text) => text.carrierRef),
      receiptUntil,
    ]);
  }
  await storePartsOf(tx, clientId, accepted);
  await storeWrittenRefs(tx, clientId, accepted);
}

async function storePartsOf(tx: Tx, clientId: number, accepted: readonly AcceptedText[]) {
  const parted = accepted.filter(({ partRefs = [] }) => partRefs.length > 0);
  if (parted.length === 0) return;
  const keyOf = ({ callListId, entryId }: AttemptKey) => `${callListId}-${entryId}`;
  const rows = await tx.rows<AttemptKey & { phone: string }>(
    `SELECT t.call_list_id AS "callListId", t.entry_id AS "entryId", t.phone
     FROM unnest($2::bigint[], $3::integer[]) AS v (list, entry)
     JOIN outbound_text t
       ON t.client_id = $1 AND t.call_list_id = v.list AND t.entry_id = v.entry`,
    [clientId, parted.map((text) => text.callListId), parted.map((text) => text.entryId)],
  );
  const phones = new Map(rows.map((row) => [keyOf(row), row.phone]));
  const texts = parted.map((text) => {
    const phone = phones.get(keyOf(text)) ?? '';
    return { ...text, textId: `${clientId}-${keyOf(text)}`, phone };
  });
  await storeParts(tx, clientId, texts);
}

/** Few carriers need them. */
async function storeWrittenRefs(tx: Tx, clientId: number, accepted: readonly AcceptedText[]) {
  const written = accepted.filter(({ writtenRefs }) => writtenRefs);
  if (written.length === 0) return;
  await tx.run(
    `UPDATE outbound_text t SET written_refs = string_to_array(v.refs, E'\n')
     FROM unnest($2::bigint[], $3::integer[], $4::text[]) AS v (list, entry, refs)
     WHERE t.client_id = $1 AND t.call_list_id = v.list AND t.entry_id = v.entry`,
    [
      clientId,
      written.map((text) => text.callListId),
      written.map((text) => text.entryId),
      // One text each: an array of arrays would have to be square.
      written.map(({ writtenRefs = [] }) => writtenRefs.join('\n')),
    ],
  );
}
