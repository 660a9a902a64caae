import type { Tx } from '../database.ts';

/** The fingerprint of the key that encrypts this database; null before the first start. */
export async function readKeyFingerprint(tx: Tx): Promise<string | null> {
  const row = await tx.row<{ fingerprint: string | null }>(
    'SELECT key_fingerprint AS fingerprint FROM installation',
  );
  return row?.fingerprint ?? null;
}

/** Sets the fingerprint when there is none. Answers the one that holds now. */
export async function claimKeyFingerprint(tx: Tx, fingerprint: string): Promise<string> {
  const row = await tx.row<{ fingerprint: string }>(
    `UPDATE installation SET key_fingerprint = coalesce(key_fingerprint, $1)
     RETURNING key_fingerprint AS fingerprint`,
    [fingerprint],
  );
  return row?.fingerprint ?? '';
}
