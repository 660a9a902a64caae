/** Parts of long texts: their receipts become one receipt of the text. */
import type { Tx } from '../database.ts';
import type { Receipt } from './text-receipt.ts';

export interface PartedText {
  /** «carrier:id» of the text. */
  carrierRef: string;
  /** «carrier:id» of each part; absent of a text in one piece. */
  partRefs?: readonly string[];
  /** As the carrier wrote them, where those are another spelling. */
  writtenRefs?: readonly string[];
}

/** In the transaction in which the text learns its carrier's id. */
export async function storeParts(
  tx: Tx,
  clientId: number,
  texts: readonly PartedText[],
): Promise<void> {
  const parts = texts.flatMap(({ carrierRef, partRefs = [] }) =>
    partRefs.map((partRef) => ({ carrierRef, partRef })),
  );
  if (parts.length === 0) return;
  await tx.run(
    `INSERT INTO text_part (client_id, part_ref, carrier_ref)
     SELECT $1, v.* FROM unnest($2::text[], $3::text[]) AS v
     ON CONFLICT (client_id, part_ref) DO NOTHING`,
    [clientId, parts.map((one) => one.partRef), parts.map((one) => one.carrierRef)],
  );
}

interface Part {
  partRef: string;
  carrierRef: string;
  outcome: Receipt['outcome'] | null;
}

/** `joined`: of a text in parts, which has the id of its first one. */
export type JoinedReceipt = Receipt & { joined?: true };

/**
 * SQL behind `v (ref, joined)`, with the client as $1, and its condition: it is a text's, and not
 * that of a part whose text was committed since `joinParts` looked. That one is kept, and joined at
 * the next look. Looked up one by one, or the planner reads all parts for each batch.
 */
export const partOf = `LEFT JOIN LATERAL (
  SELECT true AS is_one FROM text_part WHERE client_id = $1 AND part_ref = v.ref OFFSET 0) AS part ON true`;
export const isNoPart = '(v.joined OR part.is_one IS NULL)';

/**
 * Puts receipts of texts in the place of those of parts: one when the last part was delivered, or
 * when a part failed. Others pass as they are, and one of a part that settles nothing yet is noted.
 */
export async function joinParts(
  tx: Tx,
  clientId: number,
  receipts: readonly Receipt[],
): Promise<JoinedReceipt[]> {
  const parts = await lockParts(tx, clientId, receipts);
  if (parts.length === 0) return [...receipts];
  const byRef = new Map(parts.map((part) => [part.partRef, part]));
  const joined = new Map<string, JoinedReceipt>();
  const whole: Receipt[] = [];
  const told: Part[] = [];
  for (const receipt of receipts) {
    const part = byRef.get(receipt.carrierRef);
    if (!part) {
      whole.push(receipt);
      continue;
    }
    // The first word stands.
    if (part.outcome === null) told.push(Object.assign(part, { outcome: receipt.outcome }));
    const outcome = outcomeOf(parts.filter((one) => one.carrierRef === part.carrierRef));
    const { carrierRef } = part;
    if (outcome && joined.get(carrierRef)?.outcome !== outcome) {
      joined.set(carrierRef, { ...receipt, carrierRef, outcome, joined: true });
    }
  }
  await tx.run(
    `UPDATE text_part p SET outcome = v.outcome
     FROM unnest($2::text[], $3::text[]) AS v (part_ref, outcome)
     WHERE p.client_id = $1 AND p.part_ref = v.part_ref`,
    [clientId, told.map((one) => one.partRef), told.map((one) => one.outcome)],
  );
  return [...whole, ...joined.values()];
}

/**
 * Every part of the texts that these receipts are about. Locked, in one order: of two engines that
 * hear of two parts at once, the later one sees what the other wrote.
 */
function lockParts(tx: Tx, clientId: number, receipts: readonly Receipt[]): Promise<Part[]> {
  return tx.rows<Part>(
    `SELECT p.part_ref AS "partRef", p.carrier_ref AS "carrierRef", p.outcome
     FROM text_part p
     WHERE p.client_id = $1 AND p.carrier_ref IN (
       SELECT named.carrier_ref FROM text_part named
       WHERE named.client_id = $1 AND named.part_ref = ANY ($2))
     ORDER BY p.part_ref FOR UPDATE OF p`,
    [clientId, receipts.map((receipt) => receipt.carrierRef)],
  );
}

function outcomeOf(parts: readonly Part[]): Receipt['outcome'] | undefined {
  if (parts.some((part) => part.outcome === 'failed')) return 'failed';
  return parts.every((part) => part.outcome === 'delivered') ? 'delivered' : undefined;
}
