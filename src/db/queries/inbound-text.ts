/** Inbound texts: stored once with their intent, and what the intent leads to, in one transaction. */
import { type InboundText, type MessageIntent, messageIntent } from '#contract/inbound-text.ts';
import { helpReply, optOutReply } from '#domain/texting.ts';
import { asClient, type Database, type Tx } from '../database.ts';
import { optOut } from './opt-out.ts';
import { queueReply } from './text-reply.ts';

export interface InboundTextGiven {
  /** «carrier:id». */
  carrierRef: string;
  phone: string;
  textingNumber: string;
  /** Simulated clock. */
  received: Date;
  message: string;
  intent: MessageIntent;
  /** False: it came too late to be answered. */
  answer?: boolean;
}

/** @returns false when this text was stored before: nothing happened */
export async function storeInboundText(
  tx: Tx,
  clientId: number,
  text: InboundTextGiven,
): Promise<boolean> {
  const { carrierRef, phone, textingNumber, received, message, intent } = text;
  const row = await tx.row<{ id: number }>(
    `INSERT INTO inbound_text (client_id, phone, texting_number, received, message, intent,
       carrier_ref)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (client_id, carrier_ref) DO NOTHING RETURNING inbound_text_id AS id`,
    [clientId, phone, textingNumber, received, message, intent, carrierRef],
  );
  if (!row) return false;
  // A short code or a foreign number is never called or texted: nothing to bar, nobody to answer.
  if (listedNumber.test(phone)) await obey(tx, clientId, row.id, text);
  return true;
}

/** What the do-not-call list can hold. */
const listedNumber = /^1[2-9]\d{9}$/;

async function obey(
  tx: Tx,
  clientId: number,
  inboundTextId: number,
  { phone, textingNumber, received, intent, answer = true }: InboundTextGiven,
): Promise<void> {
  if (intent === messageIntent.none) return;
  await oneAtATime(tx, clientId, phone);
  if (intent === messageIntent.optIn) return liftOptOut(tx, clientId, phone, received);
  if (intent === messageIntent.optOut) await optOut(tx, clientId, phone, 'text');
  if (!answer) return;
  const sender = { clientName: await nameOf(tx, clientId), textingNumber };
  const to = { inboundTextId, phone, textingNumber, now: received };
  if (intent === messageIntent.optOut) {
    await queueReply(tx, clientId, { ...to, kind: 'opt_out', body: optOutReply(sender) });
  } else {
    await queueReply(tx, clientId, { ...to, kind: 'help', body: helpReply(sender) });
  }
}

/**
 * What a person asks for is obeyed by one engine after the other: an opt-in would else not see the
 * opt-out that another engine is storing, and lift what that one has just found listed.
 */
async function oneAtATime(tx: Tx, clientId: number, phone: string): Promise<void> {
  await tx.run('SELECT pg_advisory_xact_lock($1, hashtext($2))', [clientId, phone]);
}

/**
 * Only what an opt-out text made, and no opt-out that was sent after the opt-in: carriers may
 * deliver the two in the wrong order. Entries that it barred stay barred (decision 012).
 */
async function liftOptOut(tx: Tx, clientId: number, phone: string, received: Date): Promise<void> {
  await tx.run(
    `DELETE FROM do_not_call d
     WHERE d.client_id = $1 AND d.phone = $2 AND d.source = 'text' AND NOT EXISTS (
       SELECT FROM inbound_text i
       WHERE i.client_id = $1 AND i.phone = $2 AND i.intent = ${messageIntent.optOut}
         AND i.received >= $3)`,
    [clientId, phone, received],
  );
}

async function nameOf(tx: Tx, clientId: number): Promise<string> {
  const row = await tx.row<{ name: string }>('SELECT name FROM client WHERE client_id = $1', [
    clientId,
  ]);
  return row?.name ?? '';
}

/** Rows of one transaction: a reader that stops to read holds nothing open. */
const pageSize = 5_000;

/**
 * Newest first, page by page.
 *
 * @param after only those stored after that one; 0 for all
 * @param limit undefined for all
 */
export async function* readInboundTexts(
  db: Database,
  clientId: number,
  after: number,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<InboundText[]> {
  let last: { received: Date | string; id: number } = { received: 'infinity', id: 0 };
  for (let left = limit; left > 0; ) {
    const wanted = Math.min(left, pageSize);
    const rows = await asClient(db, clientId, (tx) =>
      tx.rows<Omit<InboundText, 'date'> & { received: Date }>(
        `SELECT inbound_text_id AS id, phone AS "phoneNumber", received, message,
           intent AS "messageIntent"
         FROM inbound_text
         WHERE client_id = $1 AND inbound_text_id > $2 AND (received, inbound_text_id) < ($3, $4)
         ORDER BY received DESC, inbound_text_id DESC LIMIT $5`,
        [clientId, after, last.received, last.id, wanted],
      ),
    );
    if (rows.length > 0) {
      yield rows.map(({ received, ...row }) => ({ ...row, date: received.toISOString() }));
    }
    last = rows.at(-1) ?? last;
    left -= rows.length;
    if (rows.length < wanted) return;
  }
}

/** Whose texting numbers these are, or were last: a number that was taken back is answered for. */
export async function clientsOfTextingNumbers(
  tx: Tx,
  phones: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.rows<{ phone: string; client_id: number }>(
    `SELECT DISTINCT ON (phone) phone, client_id FROM texting_number WHERE phone = ANY ($1)
     ORDER BY phone, deleted_at IS NULL DESC, texting_number_id DESC`,
    [phones],
  );
  return new Map(rows.map((row) => [row.phone, row.client_id]));
}

/** Clients that text or are texted; the platform's look. */
export async function textingClients(tx: Tx): Promise<number[]> {
  const rows = await tx.rows<{ client_id: number }>(
    'SELECT DISTINCT client_id FROM texting_number ORDER BY client_id',
  );
  return rows.map((row) => row.client_id);
}

/** As in client.text_carrier. */
export async function textCarrierOf(tx: Tx, clientId: number): Promise<string> {
  const row = await tx.row<{ name: string }>(
    'SELECT text_carrier AS name FROM client WHERE client_id = $1',
    [clientId],
  );
  return row?.name ?? '';
}
