/** The national do-not-call list of a client, as the operator imports it. */
import { asClient, type Database, type Tx } from '../database.ts';
import { waitForClaims } from './contact-cap.ts';
import { noteRecheck } from './policy-recheck.ts';

/** SQL: whether the number of entry `e` of client $1 is on it. */
export const onRegistry = `EXISTS (SELECT FROM registry_number r
  WHERE r.client_id = $1 AND r.phone = e.phone)`;

/** The date of the newest file, `YYYY-MM-DD`; null without one. */
export async function readRegistryDate(tx: Tx, clientId: number): Promise<string | null> {
  const row = await tx.row<{ asOf: string | null }>(
    'SELECT max(as_of)::text AS "asOf" FROM registry_file WHERE client_id = $1',
    [clientId],
  );
  return row?.asOf ?? null;
}

/** Adds numbers of a file; those on the list get its date if that is newer. Returns how many are new. */
export async function addRegistryNumbers(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
  asOf: string,
): Promise<number> {
  const rows = await tx.rows<{ added: boolean }>(
    `INSERT INTO registry_number AS r (client_id, phone, as_of)
     SELECT DISTINCT $1::int, phone, $3::date FROM unnest($2::text[]) AS v (phone) ORDER BY phone
     ON CONFLICT (client_id, phone) DO UPDATE SET as_of = excluded.as_of
       WHERE r.as_of < excluded.as_of
     RETURNING xmax = 0 AS added`,
    [clientId, phones, asOf],
  );
  return rows.filter(({ added }) => added).length;
}

const batch = 50_000;

/**
 * The file is complete: from here on its date counts. Claims in progress are waited for, later ones
 * read it.
 *
 * @param replaces numbers of earlier dates are no longer on the list
 * @returns how many went
 */
export async function finishRegistryFile(
  db: Database,
  clientId: number,
  { asOf, replaces }: { asOf: string; replaces: boolean },
): Promise<number> {
  let gone = 0;
  for (let last = batch; replaces && last === batch; gone += last) {
    last = await asClient(db, clientId, (tx) =>
      tx.run(
        `DELETE FROM registry_number WHERE client_id = $1 AND phone = ANY (ARRAY(
           SELECT phone FROM registry_number WHERE client_id = $1 AND as_of < $2 LIMIT ${batch}))`,
        [clientId, asOf],
      ),
    );
  }
  await asClient(db, clientId, async (tx) => {
    await waitForClaims(tx, clientId);
    await tx.run(
      `INSERT INTO registry_file (client_id, as_of) VALUES ($1, $2)
       ON CONFLICT (client_id, as_of) DO UPDATE SET imported = now()`,
      [clientId, asOf],
    );
    // Engines keep what they have read with the revision.
    await tx.run('UPDATE policy_book SET revision = revision + 1 WHERE client_id = $1', [clientId]);
    // Numbers may be gone from it, for which others wait.
    await noteRecheck(tx, clientId, ['list_age']);
  });
  return gone;
}
