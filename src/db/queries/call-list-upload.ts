/**
 * An upload and the list that it makes, until that list is Loaded: each step of its own, committed,
 * so that others see the progress. The lease shows that its process is alive.
 */
import { callListStatus } from '#contract/call-list.ts';
import type { ListConsent } from '#contract/consent.ts';
import { idempotencyHours } from '#contract/http.ts';
import { asClient, asPlatform, type Database, type Tx } from '../database.ts';
import { isLoading } from '../list-states.ts';

const leaseSeconds = 30;
const lease = `now() + interval '${leaseSeconds} seconds'`;

export interface UploadId {
  clientId: number;
  uploadKey: string;
}

export type UploadStage =
  | 'receiving'
  | 'loading'
  | 'restricting'
  | 'finishing'
  | 'done'
  | 'failed'
  | 'canceled';

const ended = `('done', 'failed', 'canceled')`;

/**
 * Begins an upload. One that loaded its list stays: its sender may not know, and would load the same people
 * twice.
 */
export async function openUpload(
  db: Database,
  { clientId, uploadKey }: UploadId,
  managerId: number,
  bytesTotal: number,
): Promise<'opened' | 'under way' | 'done'> {
  return asClient(db, clientId, async (tx) => {
    const made = await tx.run(
      `INSERT INTO upload (client_id, upload_key, manager_id, stage, bytes_total, lease_until)
       VALUES ($1, $2, $3, 'receiving', $4, ${lease})
       ON CONFLICT (client_id, upload_key) DO UPDATE SET manager_id = $3, call_list_id = NULL,
         stage = 'receiving', bytes_received = 0, bytes_total = $4, rows_loaded = 0,
         lease_until = ${lease}, canceled = false, started = now()
       WHERE upload.stage IN ('failed', 'canceled')`,
      [clientId, uploadKey, managerId, bytesTotal],
    );
    if (made === 1) return 'opened';
    // The statement has locked the row, although it left it as it is.
    const found = await findUpload(tx, { clientId, uploadKey });
    return found?.stage === 'done' ? 'done' : 'under way';
  });
}

export interface UploadState {
  stage: UploadStage;
  bytesReceived: number;
  rowsLoaded: number;
}

/**
 * Renews the lease and stores the progress. False when the upload has to stop, which one with a
 * complete list never has.
 */
export async function renewUpload(
  db: Database,
  { clientId, uploadKey }: UploadId,
  { stage, bytesReceived, rowsLoaded }: UploadState,
): Promise<boolean> {
  return asClient(db, clientId, async (tx) => {
    const row = await tx.row<{ canceled: boolean }>(
      `UPDATE upload SET stage = $3, bytes_received = $4, rows_loaded = $5, lease_until = ${lease}
       WHERE client_id = $1 AND upload_key = $2 AND stage NOT IN ${ended} RETURNING canceled`,
      [clientId, uploadKey, stage, bytesReceived, rowsLoaded],
    );
    if (row) return !row.canceled;
    const over = await tx.row<{ stage: string }>(
      'SELECT stage FROM upload WHERE client_id = $1 AND upload_key = $2',
      [clientId, uploadKey],
    );
    return over?.stage === 'done';
  });
}

export interface NewList {
  campaignId: number;
  name: string;
  restrictionType: number;
  notCalledSince: Date | null;
  consent: ListConsent | null;
  /** A partition of its own, for a large file. */
  large: boolean;
}

/** The list as New. Undefined when the client has no such campaign. */
export function insertNewList(
  db: Database,
  { clientId, uploadKey }: UploadId,
  list: NewList,
): Promise<number | undefined> {
  const [into, id] = list.large
    ? [
        '(client_id, call_list_id, campaign_id, name, restriction_type, not_called_since, consent) OVERRIDING SYSTEM VALUE',
        `nextval('large_call_list_id'),`,
      ]
    : ['(client_id, campaign_id, name, restriction_type, not_called_since, consent)', ''];
  return asClient(db, clientId, async (tx) => {
    const row = await tx.row<{ id: number }>(
      `INSERT INTO call_list ${into}
       SELECT client_id, ${id} campaign_id, $3, $4, $5, $6 FROM campaign
       WHERE client_id = $1 AND campaign_id = $2 AND deleted_at IS NULL FOR SHARE
       RETURNING call_list_id AS id`,
      [
        ...[clientId, list.campaignId, list.name, list.restrictionType, list.notCalledSince],
        list.consent && JSON.stringify(list.consent),
      ],
    );
    if (row) {
      await tx.run('UPDATE upload SET call_list_id = $3 WHERE client_id = $1 AND upload_key = $2', [
        clientId,
        uploadKey,
        row.id,
      ]);
    }
    return row?.id;
  });
}

/** New becomes Processing. False when the list was closed meanwhile. */
export async function startProcessing(db: Database, clientId: number, callListId: number) {
  const changed = await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE call_list SET status_id = ${callListStatus.processing}
       WHERE client_id = $1 AND call_list_id = $2 AND status_id = ${callListStatus.new}`,
      [clientId, callListId],
    ),
  );
  return changed === 1;
}

/** Deletes a list that never became Loaded; its entries were never committed. */
const dropUnfinished = `DELETE FROM call_list
  WHERE client_id = $1 AND call_list_id = $2
    AND ${isLoading()}`;

/** Ends an upload that made no list. */
export function abandonUpload(
  db: Database,
  { clientId, uploadKey }: UploadId,
  callListId: number | undefined,
  stage: 'failed' | 'canceled',
): Promise<void> {
  return asClient(db, clientId, async (tx) => {
    if (callListId !== undefined) await tx.run(dropUnfinished, [clientId, callListId]);
    await tx.run(
      // A list that was complete before the end stays, and its upload says so.
      `UPDATE upload SET stage = $3, call_list_id = NULL
       WHERE client_id = $1 AND upload_key = $2 AND stage <> 'done'`,
      [clientId, uploadKey, stage],
    );
  });
}

/** In the transaction that makes the list Loaded. */
export async function finishUpload(
  tx: Tx,
  { clientId, uploadKey }: UploadId,
  rows: number,
): Promise<void> {
  await tx.run(
    `UPDATE upload SET stage = 'done', rows_loaded = $3 WHERE client_id = $1 AND upload_key = $2`,
    [clientId, uploadKey, rows],
  );
}

/** Close on a New list: its upload stops, and the list is deleted immediately. */
export async function cancelNewList(tx: Tx, clientId: number, callListId: number): Promise<void> {
  await tx.run('UPDATE upload SET canceled = true WHERE client_id = $1 AND call_list_id = $2', [
    clientId,
    callListId,
  ]);
  await tx.run(dropUnfinished, [clientId, callListId]);
}

export interface UploadRow extends UploadState {
  callListId: number;
  bytesTotal: number;
}

export function findUpload(
  tx: Tx,
  { clientId, uploadKey }: UploadId,
): Promise<UploadRow | undefined> {
  return tx.row<UploadRow>(
    `SELECT coalesce(call_list_id, 0) AS "callListId", stage, bytes_received AS "bytesReceived",
       bytes_total AS "bytesTotal", rows_loaded AS "rowsLoaded"
     FROM upload WHERE client_id = $1 AND upload_key = $2`,
    [clientId, uploadKey],
  );
}

/**
 * Deletes what died with its process: uploads whose lease ran out, and their lists. Returns how
 * many lists. Also forgets uploads that ended long ago, when their Idempotency-Keys are forgotten.
 */
export function sweepUploads(db: Database): Promise<number> {
  return asPlatform(db, async (tx) => {
    await tx.run(
      `DELETE FROM upload WHERE stage IN ${ended}
         AND lease_until < now() - interval '${idempotencyHours} hours'`,
    );
    const dead = await tx.rows<{ client_id: number; call_list_id: number | null }>(
      `UPDATE upload u SET stage = 'failed', call_list_id = NULL
       FROM (SELECT client_id, upload_key, call_list_id FROM upload
             WHERE stage NOT IN ${ended} AND lease_until < now() FOR UPDATE SKIP LOCKED) old
       WHERE u.client_id = old.client_id AND u.upload_key = old.upload_key
       RETURNING u.client_id, old.call_list_id`,
    );
    let lists = 0;
    for (const { client_id, call_list_id } of dead) {
      if (call_list_id) lists += await tx.run(dropUnfinished, [client_id, call_list_id]);
    }
    return lists;
  });
}
