import type { Tx } from '../database.ts';

/**
 * A person's wishes and a manager's decisions about them are processed one after the other:
 * otherwise an opt-in would not see the opt-out that another engine is storing, and would lift what
 * that one just found blocked. In one order, so that two engines do not deadlock.
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
