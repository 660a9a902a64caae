import type { Tx } from '../database.ts';

/**
 * What a person asks for, and what a manager decides about it, is done one after the other: an opt-in
 * would else not see the opt-out that another engine is storing, and lift what that one has just
 * found listed. In one order, so that two engines do not deadlock.
 */
export async function oneAtATime(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
): Promise<void> {
  await tx.run(
    `SELECT pg_advisory_xact_lock($1, person) FROM (
       SELECT DISTINCT hashtext(phone) AS person FROM unnest($2::text[]) AS phone
       ORDER BY person) AS people`,
    [clientId, phones],
  );
}
