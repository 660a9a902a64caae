/** Inbound texts: stored once with their intent, and its consequences, in one transaction. */
import { type InboundText, type MessageIntent, messageIntent } from '#contract/inbound-text.ts';
import { numberFault } from '#domain/dialing.ts';
import { realMs } from '#domain/milliseconds.ts';
import { helpReply, optOutReply } from '#domain/texting.ts';
import { asClient, type Database, type Tx } from '../database.ts';
import { blocks } from './blocked-number.ts';
import { beginRests, endRestsByText } from './contact-rest.ts';
import { withoutErased } from './erased-text.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { optOutAll } from './opt-out.ts';
import { markReplied } from './record-marks.ts';
import { queueReplies, withdrawConfirmations } from './text-reply.ts';

export interface InboundTextGiven {
  /** "carrier:id". */
  carrierRef: string;
  phone: string;
  textingNumber: string;
  /** Simulated clock. */
  received: Date;
  /** Real clock, where it may be told long after; absent: just now. */
  cameAt?: Date;
  message: string;
  intent: MessageIntent;
  /** What it means instead if a text of ours may have asked for it: even then it lifts nothing. */
  ifAsked?: MessageIntent;
  /** False: no auto-reply, because it came to a number that cannot text for this client. */
  mayReply?: boolean;
  /** An opt-out with a known `carrierRef` is a second one if the first one does not hold any more. */
  mayBeNew?: boolean;
}

/**
 * @param given at most one of each person: two texts of one person are processed one after the
 *   other
 * @returns how many were not stored before
 */
export async function storeInboundTexts(
  tx: Tx,
  clientId: number,
  given: readonly InboundTextGiven[],
): Promise<number> {
  const texts = await withoutErased(tx, clientId, given);
  // In one order, so that two engines that receive the same texts do not deadlock.
  const sorted = (await asAsked(tx, clientId, texts)).toSorted(
    (a, b) => a.received.getTime() - b.received.getTime() || (a.carrierRef < b.carrierRef ? -1 : 1),
  );
  // Before their ids are taken: the newest text of a person that was seen is the newest there was.
  const askers = sorted.filter(asks).map(({ phone }) => phone);
  if (askers.length > 0) await oneAtATime(tx, clientId, askers);
  const ordered = await secondStops(tx, clientId, sorted);
  const rows = await tx.rows<{ id: number; ref: string }>(
    `INSERT INTO inbound_text (client_id, phone, texting_number, received, message, intent,
       carrier_ref)
     SELECT $1, v.phone, v.texting_number, v.received, v.message, v.intent, v.ref
     FROM unnest($2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::smallint[], $7::text[])
       WITH ORDINALITY AS v (phone, texting_number, received, message, intent, ref, n)
     ORDER BY v.n
     ON CONFLICT (client_id, carrier_ref) DO NOTHING
     RETURNING inbound_text_id AS id, carrier_ref AS ref`,
    [
      clientId,
      ordered.map(({ phone }) => phone),
      ordered.map(({ textingNumber }) => textingNumber),
      ordered.map(({ received }) => received),
      ordered.map(({ message }) => message),
      ordered.map(({ intent }) => intent),
      ordered.map(({ carrierRef }) => carrierRef),
    ],
  );
  const ids = new Map(rows.map(({ ref, id }) => [ref, id]));
  const asking = ordered.flatMap((text): Asking[] => {
    const inboundTextId = ids.get(text.carrierRef);
    return asks(text) && inboundTextId !== undefined ? [{ ...text, inboundTextId }] : [];
  });
  if (asking.length > 0) await obey(tx, clientId, asking);
  await markReplied(
    tx,
    clientId,
    ordered.filter(({ carrierRef }) => ids.has(carrierRef)),
  );
  return rows.length;
}

/**
 * "Yes" opts in only if a campaign's text went from this number to that person, who has not
 * opted out since: the confirmation of an opt-out asks nothing.
 */
async function asAsked(
  tx: Tx,
  clientId: number,
  texts: readonly InboundTextGiven[],
): Promise<readonly InboundTextGiven[]> {
  const open = texts.filter(({ ifAsked }) => ifAsked !== undefined);
  if (open.length === 0) return texts;
  const rows = await tx.rows<{ phone: string }>(
    `SELECT v.phone FROM unnest($2::text[], $3::text[]) AS v (phone, texting_number)
     WHERE NOT EXISTS (
       SELECT FROM do_not_call d WHERE d.client_id = $1 AND ${blocks('d', 'v.phone')})
       AND EXISTS (
         SELECT FROM list_entry e JOIN outbound_text t ON t.client_id = $1
           AND t.call_list_id = e.call_list_id AND t.entry_id = e.entry_id
         WHERE e.client_id = $1 AND e.phone = v.phone AND t.texting_number = v.texting_number)`,
    [clientId, open.map(({ phone }) => phone), open.map(({ textingNumber }) => textingNumber)],
  );
  const asked = new Set(rows.map(({ phone }) => phone));
  return texts.map((text) =>
    text.ifAsked !== undefined && asked.has(text.phone) ? { ...text, intent: text.ifAsked } : text,
  );
}

/**
 * An opt-out that its carrier took for an earlier one gets an id of its own if that one does not hold any more:
 * the person opted in since, or a manager lifted it. While it holds, the person has asked again: nothing
 * that was seen or sent before lifts it. If the carrier was right, a number is blocked that need not be; if
 * not, an opt-out would be lost (decision 024).
 */
async function secondStops(
  tx: Tx,
  clientId: number,
  texts: readonly InboundTextGiven[],
): Promise<readonly InboundTextGiven[]> {
  const stops = texts.filter(
    (text) => text.mayBeNew && asks(text) && text.intent === messageIntent.optOut,
  );
  if (stops.length === 0) return texts;
  // A manager who lifts one of these at this moment comes first, or sees that it was asked for again.
  const holding = await tx.rows<{ phone: string }>(
    `SELECT v.phone FROM unnest($2::text[]) AS v (phone)
     JOIN do_not_call d ON d.client_id = $1 AND ${blocks('d', 'v.phone')}
       AND (d.source = 'text' OR d.text_at IS NOT NULL)
     ORDER BY d.phone FOR UPDATE OF d`,
    [clientId, stops.map(({ phone }) => phone)],
  );
  const held = new Set(holding.map(({ phone }) => phone));
  const known = await tx.rows<{ ref: string }>(
    `UPDATE inbound_text i
     SET received = CASE WHEN v.holds THEN greatest(i.received, v.received) ELSE i.received END
     FROM unnest($2::text[], $3::timestamptz[], $4::boolean[]) AS v (ref, received, holds)
     WHERE i.client_id = $1 AND i.carrier_ref = v.ref RETURNING v.ref`,
    [
      clientId,
      stops.map(({ carrierRef }) => carrierRef),
      stops.map(({ received }) => received),
      stops.map(({ phone }) => held.has(phone)),
    ],
  );
  const refs = new Set(known.map(({ ref }) => ref));
  const second = new Set(
    stops.flatMap(({ carrierRef, phone }) =>
      refs.has(carrierRef) && !held.has(phone) ? [carrierRef] : [],
    ),
  );
  return texts.map((text) =>
    second.has(text.carrierRef)
      ? { ...text, carrierRef: `${text.carrierRef} again ${text.received.getTime()}` }
      : text,
  );
}

/** Numbers that can be blocked. */
const blockableNumber = /^1[2-9]\d{9}$/;

/**
 * A short code or a foreign number is never called or texted: nothing to bar, nobody to reply to.
 */
const asks = ({ intent, phone }: InboundTextGiven) =>
  intent !== messageIntent.none && blockableNumber.test(phone);

interface Asking extends InboundTextGiven {
  inboundTextId: number;
}

async function obey(tx: Tx, clientId: number, asking: readonly Asking[]): Promise<void> {
  const of = (intent: MessageIntent) => asking.filter((text) => text.intent === intent);
  const [stops, helps, starts] = [
    of(messageIntent.optOut),
    of(messageIntent.help),
    of(messageIntent.optIn),
  ];
  // Only texts that are clear without context.
  const lifting = starts.filter(({ ifAsked }) => ifAsked === undefined);
  if (lifting.length > 0) {
    await liftOptOuts(tx, clientId, lifting);
    await endRestsByText(tx, clientId, lifting, 'keep');
  }
  const unclear = of(messageIntent.unclear);
  if (unclear.length > 0) await beginRests(tx, clientId, unclear);
  const stopped = stops.map(({ phone }) => phone);
  if (stops.length > 0) {
    await optOutAll(tx, clientId, stopped, 'text');
    await endRestsByText(tx, clientId, stops, 'optOut');
  }
  const { clientName, countries } = await readSender(tx, clientId);
  // No auto-reply goes to a number that the client may not text: it may cost dollars.
  const replied = [...stops, ...helps].filter(
    ({ mayReply = true, phone }) => mayReply && numberFault(phone, countries) === undefined,
  );
  if (replied.length === 0) return;
  await queueReplies(
    tx,
    clientId,
    replied.map(({ inboundTextId, phone, textingNumber, received, intent }) => {
      const sender = { clientName, textingNumber };
      const to = { inboundTextId, phone, textingNumber, now: received };
      return intent === messageIntent.optOut
        ? { ...to, kind: 'opt_out', body: optOutReply(sender) }
        : { ...to, kind: 'help', body: helpReply(sender) };
    }),
  );
}

/**
 * Only what an opt-out text made, and no opt-out that was sent after the opt-in: carriers may
 * deliver the two in the wrong order. A number that somebody else blocked, too, stays blocked.
 * Entries that it barred stay barred (decision 012). A confirmation that has not left is withdrawn.
 */
async function liftOptOuts(tx: Tx, clientId: number, starts: readonly Asking[]): Promise<void> {
  const given = [starts.map(({ phone }) => phone), starts.map(({ received }) => received)];
  const isMeant = `d.client_id = $1 AND ${blocks('d', 'v.phone')} AND NOT EXISTS (
       SELECT FROM inbound_text i
       WHERE i.client_id = $1 AND i.phone = v.phone AND i.intent = ${messageIntent.optOut}
         AND i.received >= v.received)`;
  const v = 'unnest($2::text[], $3::timestamptz[]) AS v (phone, received)';
  const gone = await tx.rows<{ phone: string }>(
    `DELETE FROM do_not_call d USING ${v} WHERE ${isMeant} AND d.source = 'text' RETURNING v.phone`,
    [clientId, ...given],
  );
  const still = await tx.rows<{ phone: string }>(
    `UPDATE do_not_call d SET text_at = NULL FROM ${v} WHERE ${isMeant} AND d.text_at IS NOT NULL
     RETURNING v.phone`,
    [clientId, ...given],
  );
  const lifted = [...gone, ...still];
  if (lifted.length === 0) return;
  await withdrawConfirmations(
    tx,
    clientId,
    lifted.map(({ phone }) => phone),
  );
  const at = realMs(Date.now());
  tx.journal(
    lifted.map(({ phone }) => ({
      kind: 'optIn',
      clientId,
      phone,
      source: 'text',
      at,
    })),
  );
}

/** Auto-replies name the client as its messages do. */
async function readSender(tx: Tx, clientId: number) {
  const row = await tx.row<{ clientName: string; countries: string[] }>(
    `SELECT coalesce(spoken_name, name) AS "clientName", countries FROM client WHERE client_id = $1`,
    [clientId],
  );
  return row ?? { clientName: '', countries: [] };
}

/** Rows of one transaction: a reader that pauses holds nothing open. */
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

/** Whether there is a text of this id; undefined when there is none. */
export function readInboundText(tx: Tx, clientId: number, id: number) {
  return tx.row<{ id: number }>(
    `SELECT inbound_text_id AS id FROM inbound_text WHERE client_id = $1 AND inbound_text_id = $2`,
    [clientId, id],
  );
}
