/** Caller ID buckets: filled and emptied by the operator. */
import { problem } from '#contract/errors.ts';
import type { Tx } from '../database.ts';
import { nameOrder } from '../name-order.ts';

/** Makes the bucket or adds to it. Returns how many of the numbers are new in it. */
export async function addToBucket(
  tx: Tx,
  clientId: number,
  name: string,
  phones: string[],
  now: Date,
): Promise<{ made: boolean; added: number }> {
  const known = await bucketId(tx, clientId, name);
  const id = known ?? (await insertBucket(tx, clientId, name, now));
  const added = await tx.run(
    `INSERT INTO caller_id_number (client_id, caller_id_bucket_id, phone)
     SELECT $1, $2, unnest($3::text[]) ON CONFLICT DO NOTHING`,
    [clientId, id, phones],
  );
  if (known !== undefined && added > 0) await noteChange(tx, clientId, id, now);
  return { made: known === undefined, added };
}

/** Takes numbers out of a bucket. Returns how many were in it. Throws `not_found`. */
export async function removeFromBucket(
  tx: Tx,
  clientId: number,
  name: string,
  phones: string[],
  now: Date,
): Promise<number> {
  const id = await existingId(tx, clientId, name);
  const removed = await tx.run(
    `DELETE FROM caller_id_number
     WHERE client_id = $1 AND caller_id_bucket_id = $2 AND phone = ANY($3::text[])`,
    [clientId, id, phones],
  );
  if (removed > 0) await noteChange(tx, clientId, id, now);
  return removed;
}

/** Only the operator changes buckets. */
async function noteChange(tx: Tx, clientId: number, id: number, now: Date): Promise<void> {
  await tx.run(
    `UPDATE caller_id_bucket SET version = version + 1, changed_by = NULL, changed_at = $3
     WHERE client_id = $1 AND caller_id_bucket_id = $2`,
    [clientId, id, now],
  );
}

/** Removes a bucket with its numbers. Throws `not_found`, or `in_use` by a campaign. */
export async function removeBucket(tx: Tx, clientId: number, name: string): Promise<void> {
  const id = await existingId(tx, clientId, name);
  const users = await tx.rows<{ name: string }>(
    `SELECT name FROM campaign
     WHERE client_id = $1 AND caller_id_bucket_id = $2 AND deleted_at IS NULL ORDER BY ${nameOrder('name')}`,
    [clientId, id],
  );
  if (users.length > 0) {
    const names = users.map((user) => user.name).join(', ');
    throw problem('in_use', `The bucket "${name}" is used by: ${names}.`);
  }
  // Deleted campaigns keep their rows; they no longer need the bucket.
  await tx.run(
    'UPDATE campaign SET caller_id_bucket_id = NULL WHERE client_id = $1 AND caller_id_bucket_id = $2',
    [clientId, id],
  );
  await tx.run('DELETE FROM caller_id_bucket WHERE client_id = $1 AND caller_id_bucket_id = $2', [
    clientId,
    id,
  ]);
}

async function existingId(tx: Tx, clientId: number, name: string): Promise<number> {
  const id = await bucketId(tx, clientId, name);
  if (id === undefined) throw problem('not_found', `This client has no bucket "${name}".`);
  return id;
}

async function bucketId(tx: Tx, clientId: number, name: string): Promise<number | undefined> {
  const row = await tx.row<{ id: number }>(
    `SELECT caller_id_bucket_id AS id FROM caller_id_bucket
     WHERE client_id = $1 AND lower(name) = lower($2)`,
    [clientId, name],
  );
  return row?.id;
}

async function insertBucket(tx: Tx, clientId: number, name: string, now: Date): Promise<number> {
  const row = await tx.row<{ id: number }>(
    `INSERT INTO caller_id_bucket (client_id, name, changed_at) VALUES ($1, $2, $3)
     RETURNING caller_id_bucket_id AS id`,
    [clientId, name, now],
  );
  if (!row) throw new Error('The insert returned no row.');
  return row.id;
}
