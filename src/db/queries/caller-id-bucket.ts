import type { CallerIdBucket } from '#contract/caller-id-bucket.ts';
import type { Tx } from '#db/database.ts';
import { nameOrder } from '../name-order.ts';
import { type ChangeRow, changeColumns, changeOf } from './change.ts';

interface BucketRow extends ChangeRow {
  caller_id_bucket_id: number;
  name: string;
  date_assigned: Date;
  size: number;
  campaigns: string;
}

/** The client's caller ID buckets by name, each with its size and the campaigns that use it. */
export async function listCallerIdBuckets(tx: Tx, clientId: number): Promise<CallerIdBucket[]> {
  const rows = await tx.rows<BucketRow>(
    `SELECT b.caller_id_bucket_id, b.name, platform_time(b.date_assigned) AS date_assigned,
       ${changeColumns('b')},
       (SELECT count(*) FROM caller_id_number n
        WHERE n.client_id = $1 AND n.caller_id_bucket_id = b.caller_id_bucket_id) AS size,
       (SELECT coalesce(string_agg(c.name, ', ' ORDER BY ${nameOrder('c.name')}), '') FROM campaign c
        WHERE c.client_id = $1 AND c.caller_id_bucket_id = b.caller_id_bucket_id
          AND c.deleted_at IS NULL) AS campaigns
     FROM caller_id_bucket b WHERE b.client_id = $1 ORDER BY ${nameOrder('b.name')}`,
    [clientId],
  );
  return rows.map((row) => ({
    rciBucketId: row.caller_id_bucket_id,
    name: row.name,
    size: row.size,
    dateAssigned: row.date_assigned.toISOString(),
    campaigns: row.campaigns,
    rciBucketSizeName: `${row.name} (${row.size})`,
    ...changeOf(row),
  }));
}

/** The numbers of a bucket, 11 digits each; undefined when the client has no such bucket. */
export async function listCallerIdNumbers(
  tx: Tx,
  clientId: number,
  bucketId: number,
): Promise<string[] | undefined> {
  const row = await tx.row<{ phones: string[] }>(
    `SELECT array(SELECT n.phone FROM caller_id_number n
        WHERE n.client_id = $1 AND n.caller_id_bucket_id = b.caller_id_bucket_id
        ORDER BY n.phone) AS phones
     FROM caller_id_bucket b WHERE b.client_id = $1 AND b.caller_id_bucket_id = $2`,
    [clientId, bucketId],
  );
  return row?.phones;
}
