/** Parts of long texts: their receipts become one receipt of the text. */
import type { Tx } from '../database.ts';
import type { Receipt } from './receipt.ts';

export interface PartedText {
  /** "carrier:id" of the text. */
  carrierRef: string;
  /** "carrier:id" of each part; absent of a text in one piece. */
  partRefs?: readonly string[];
  /** As the carrier wrote them, where those are another spelling. */
  writtenRefs?: readonly string[];
}

/** Whose parts they are. */
export interface TextOfParts extends PartedText {
  /** Our own id of the text, and the person's number. */
  textId: string;
  phone: string;
}

/**
 * In the transaction in which the text learns its carrier's id. A carrier that restarts its counter
 * reuses a part's id for a later text of the same person: then it belongs to that one.
 */
export async function storeParts(
  tx: Tx,
  clientId: number,
  texts: readonly TextOfParts[],
): Promise<void> {
  const parts = texts.flatMap(({ partRefs = [], ...text }) =>
    partRefs.map((partRef) => ({ ...text, partRef })),
  );
  if (parts.length === 0) return;
  await tx.run(
    `INSERT INTO text_part AS p (client_id, part_ref, carrier_ref, text_id, phone)
     SELECT $1, v.* FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS v
     ON CONFLICT (client_id, part_ref, phone) DO UPDATE
       SET carrier_ref = excluded.carrier_ref, text_id = excluded.text_id, outcome = NULL
       WHERE p.text_id <> excluded.text_id`,
    [
      clientId,
      parts.map((one) => one.partRef),
      parts.map((one) => one.carrierRef),
      parts.map((one) => one.textId),
      parts.map((one) => one.phone),
    ],
  );
}

interface Part {
  partRef: string;
  carrierRef: string;
  phone: string;
  textId: string;
  outcome: Receipt['outcome'] | null;
}

/** `joined`: of a text in parts, which has the id of its first one. */
export type JoinedReceipt = Receipt & { joined?: true; parts?: PartsStanding };

interface PartsStanding {
  /** One has no receipt yet. */
  open: boolean;
  /** One was delivered. */
  sent: boolean;
}

/**
 * SQL: a receipt `v` belongs to a text to that number. A carrier that restarts its counter reuses
 * ids; some write a different address than the person's into their receipts, which is ignored.
 *
 * @param phone SQL of the text's number
 */
export const fitsNumber = (phone: string) => `(${phone} = v.phone OR v.phone !~ '^1[0-9]{10}$')`;

/**
 * SQL behind `v (ref, phone, joined)`, with the client as $1, and its condition: it is a text's,
 * and not that of a part whose text was committed since `joinParts` read them. That one is kept, and
 * joined with the next batch. Queried one by one, or the planner reads all parts for each batch.
 */
export const partOf = `LEFT JOIN LATERAL (
  SELECT true AS is_one FROM text_part WHERE client_id = $1 AND part_ref = v.ref
    AND (phone = '' OR ${fitsNumber('phone')}) LIMIT 1) AS part ON true`;
export const isNoPart = '(v.joined OR part.is_one IS NULL)';

/**
 * Replaces receipts of parts by one of the text when the last part was delivered or a part failed.
 * Others pass unchanged, and one of a part that decides nothing yet is noted.
 */
export async function joinParts(
  tx: Tx,
  clientId: number,
  receipts: readonly Receipt[],
): Promise<JoinedReceipt[]> {
  const parts = await lockParts(tx, clientId, receipts);
  if (parts.length === 0) return [...receipts];
  const byRef = new Map(parts.map((part) => [`${part.partRef} ${part.phone}`, part]));
  const partOfReceipt = ({ carrierRef, phone }: Receipt) =>
    byRef.get(`${carrierRef} ${phone}`) ?? parts.find(({ partRef }) => partRef === carrierRef);
  const partsOf = (part: Part) => parts.filter((one) => textOf(one) === textOf(part));
  const joined = new Map<string, JoinedReceipt>();
  const whole: Receipt[] = [];
  const settled: Part[] = [];
  for (const receipt of receipts) {
    const part = partOfReceipt(receipt);
    if (!part) {
      whole.push(receipt);
      continue;
    }
    // The first receipt of a part counts.
    if (part.outcome === null) settled.push(Object.assign(part, { outcome: receipt.outcome }));
    const outcome = outcomeOf(partsOf(part));
    const { carrierRef } = part;
    if (outcome && joined.get(textOf(part))?.outcome !== outcome) {
      joined.set(textOf(part), { ...receipt, carrierRef, outcome, joined: true });
    }
  }
  // As all of these receipts leave them.
  for (const part of parts) {
    const one = joined.get(textOf(part));
    if (one) one.parts ??= standingOf(partsOf(part));
  }
  await tx.run(
    `UPDATE text_part p SET outcome = v.outcome
     FROM unnest($2::text[], $3::text[], $4::text[]) AS v (part_ref, outcome, phone)
     WHERE p.client_id = $1 AND p.part_ref = v.part_ref AND p.phone = v.phone`,
    [
      clientId,
      settled.map((one) => one.partRef),
      settled.map((one) => one.outcome),
      settled.map((one) => one.phone),
    ],
  );
  return [...whole, ...joined.values()];
}

/**
 * Every part of the texts that these receipts are about. Locked, in one order: of two engines that
 * get receipts of two parts at once, the later one sees what the other wrote.
 */
function lockParts(tx: Tx, clientId: number, receipts: readonly Receipt[]): Promise<Part[]> {
  return tx.rows<Part>(
    `SELECT p.part_ref AS "partRef", p.carrier_ref AS "carrierRef", p.phone,
       p.text_id AS "textId", p.outcome
     FROM text_part p
     WHERE p.client_id = $1 AND (p.carrier_ref, p.phone, p.text_id) IN (
       SELECT named.carrier_ref, named.phone, named.text_id
       FROM unnest($2::text[], $3::text[]) AS v (ref, phone)
       JOIN text_part named ON named.client_id = $1 AND named.part_ref = v.ref
         AND (named.phone = '' OR ${fitsNumber('named.phone')}))
     ORDER BY p.part_ref, p.phone FOR UPDATE OF p`,
    [
      clientId,
      receipts.map((receipt) => receipt.carrierRef),
      receipts.map((receipt) => receipt.phone),
    ],
  );
}

const textOf = ({ carrierRef, phone, textId }: Part) => `${carrierRef} ${phone} ${textId}`;

const standingOf = (parts: readonly Part[]): PartsStanding => ({
  open: parts.some(({ outcome }) => outcome === null),
  sent: parts.some(({ outcome }) => outcome === 'delivered'),
});

function outcomeOf(parts: readonly Part[]): Receipt['outcome'] | undefined {
  if (parts.some((part) => part.outcome === 'failed')) return 'failed';
  return parts.every((part) => part.outcome === 'delivered') ? 'delivered' : undefined;
}
