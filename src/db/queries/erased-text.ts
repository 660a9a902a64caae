/**
 * Inbound texts that a carrier tells again after their person was erased (decision 073): nothing of them
 * is stored, and an opt-out among them blocks the number by its hash.
 */
import { type MessageIntent, messageIntent } from '#contract/inbound-text.ts';
import type { Tx } from '../database.ts';
import { blocks } from './blocked-number.ts';
import { barWaiting, outlastsOptIn } from './do-not-call-import.ts';

interface ToldText {
  carrierRef: string;
  phone: string;
  intent: MessageIntent;
  /** As in `InboundTextGiven`. */
  cameAt?: Date;
}

/** @returns the texts that came after the last erasure of their person, or of whom nobody was erased */
export async function withoutErased<T extends ToldText>(
  tx: Tx,
  clientId: number,
  texts: readonly T[],
): Promise<readonly T[]> {
  const dated = texts.filter(({ cameAt }) => cameAt !== undefined);
  if (dated.length === 0) return texts;
  // Of two real clocks: the carrier's or this machine's, and the database's.
  const rows = await tx.rows<{ ref: string }>(
    `SELECT v.ref FROM unnest($2::text[], $3::text[], $4::timestamptz[]) AS v (ref, phone, came)
     WHERE EXISTS (SELECT FROM erasure e WHERE e.client_id = $1
       AND e.number_hash = number_hash($1, v.phone) AND e.at > v.came)`,
    [
      clientId,
      dated.map(({ carrierRef }) => carrierRef),
      dated.map(({ phone }) => phone),
      dated.map(({ cameAt }) => cameAt),
    ],
  );
  if (rows.length === 0) return texts;
  const gone = new Set(rows.map(({ ref }) => ref));
  const stops = texts.filter(
    ({ carrierRef, intent }) => gone.has(carrierRef) && intent === messageIntent.optOut,
  );
  if (stops.length > 0)
    await blockErased(tx, clientId, [...new Set(stops.map((one) => one.phone))]);
  return texts.filter(({ carrierRef }) => !gone.has(carrierRef));
}

/**
 * The erasure blocked these numbers; a manager may have lifted one since, or its row may not say that the
 * person meant the account. Not witnessed: that would write the number down again, and the witnessed
 * erasure blocks it after a restore.
 */
async function blockErased(tx: Tx, clientId: number, phones: readonly string[]): Promise<void> {
  const noted = await tx.run(
    `INSERT INTO do_not_call AS d (client_id, phone, source, whole_account, text_at)
     SELECT $1::int, coalesce((SELECT p.phone FROM do_not_call p
         WHERE p.client_id = $1 AND ${blocks('p', 'v.phone')}), number_hash($1, v.phone)) AS listed,
       'text', true, now()
     FROM unnest($2::text[]) AS v (phone) ORDER BY listed ${outlastsOptIn}`,
    [clientId, phones],
  );
  if (noted > 0) await barWaiting(tx, clientId, phones);
}
