/**
 * Numbers on the do-not-call list that are kept as keyed hashes (decision 073). Whoever asks whether a
 * number is blocked asks here: a hash blocks exactly as the number does.
 */
import type { Tx } from '../database.ts';

/** SQL: the row `d` of do_not_call blocks this number. There is never a row for both. */
export const blocks = (d: string, phone: string, client = '$1') =>
  `${d}.phone IN (${phone}, number_hash(${client}, ${phone}))`;

/**
 * SQL: the same of a row of client $1, for a statement that asks of many numbers. A hash costs more than
 * the look into the list, and most clients have none: whether there is one is asked once.
 */
export const blocksOneOfMany = (d: string, phone: string) =>
  `${d}.phone IN (${phone}, CASE WHEN (${hasHashed}) THEN number_hash($1, ${phone}) END)`;

const hasHashed = `SELECT EXISTS (SELECT FROM do_not_call WHERE client_id = $1 AND phone < '1')`;

/** SQL: what the list has of a number: its hash, if that is on it, or the number. */
export const listedAs = (phone: string, client = '$1') =>
  `coalesce((SELECT h.phone FROM do_not_call h
    WHERE h.client_id = ${client} AND h.phone = number_hash(${client}, ${phone})), ${phone})`;

/** Statements over a whole list hash its numbers only where the client has hashed ones. */
export async function hasHashedNumbers(tx: Tx, clientId: number): Promise<boolean> {
  const row = await tx.row<{ some: boolean }>(`SELECT (${hasHashed}) AS some`, [clientId]);
  return row?.some ?? false;
}
