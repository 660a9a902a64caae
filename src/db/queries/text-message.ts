/** Text messages as the contract shows them. Deleted ones stay as rows: campaigns name them. */
import type { z } from 'zod';
import { problem } from '#contract/errors.ts';
import {
  type sampleTextAccount,
  type TextMessage,
  textMessageTexts,
} from '#contract/text-message.ts';
import type { Tx } from '../database.ts';
import { wasLoaded } from '../list-states.ts';
import { nameOrder } from '../name-order.ts';
import { type ChangeRow, type Changing, changeColumns, changeOf, lockVersion } from './change.ts';

interface Row
  extends Omit<TextMessage, 'campaigns' | 'created' | 'updated' | keyof ChangeFields>,
    ChangeRow {
  campaigns: string | null;
  created: Date;
  updated: Date;
}

type ChangeFields = ReturnType<typeof changeOf>;

/** Names of the campaigns that are not deleted and send this message, comma separated. */
const campaignNames = `(
  SELECT string_agg(c.name, ', ' ORDER BY ${nameOrder('c.name')}) FROM campaign c
  WHERE c.client_id = m.client_id AND c.deleted_at IS NULL
    AND c.text_message_id = m.text_message_id)`;

/** The newest first; only the one of an id, if given. */
export async function listTextMessages(
  tx: Tx,
  clientId: number,
  messageId?: number,
): Promise<TextMessage[]> {
  const rows = await tx.rows<Row>(
    `SELECT m.text_message_id AS id, m.client_id AS "clientId", m.name, m.message,
            ${campaignNames} AS campaigns,
            platform_time(m.created) AS created, platform_time(m.updated) AS updated, ${changeColumns('m')}
     FROM text_message m
     WHERE m.client_id = $1 AND ($2::bigint IS NULL OR m.text_message_id = $2)
       AND m.deleted_at IS NULL
     ORDER BY m.updated DESC, m.text_message_id DESC`,
    [clientId, messageId ?? null],
  );
  return rows.map((row) => ({
    id: row.id,
    clientId: row.clientId,
    name: row.name,
    message: row.message,
    campaigns: row.campaigns ?? '',
    created: row.created.toISOString(),
    updated: row.updated.toISOString(),
    ...changeOf(row),
  }));
}

/**
 * Saves a message; id 0 creates one. Returns its id, undefined when there is none of this id. Throws
 * `changed_meanwhile` for an old version.
 */
export async function saveTextMessage(
  tx: Tx,
  clientId: number,
  messageId: number,
  { name, message }: Pick<TextMessage, 'name' | 'message'>,
  changing: Changing,
): Promise<number | undefined> {
  const { managerId, now } = changing;
  if (messageId !== 0) {
    const read = async () => (await listTextMessages(tx, clientId, messageId))[0];
    await lockVersion(tx, 'text_message', [clientId, messageId], changing, read);
  }
  const saved = await (messageId === 0
    ? tx.row<{ id: number }>(
        `INSERT INTO text_message (client_id, name, message, changed_by, changed_at)
         VALUES ($1, $2, $3, $4, $5) RETURNING text_message_id AS id`,
        [clientId, name, message, managerId, now],
      )
    : tx.row<{ id: number }>(
        `UPDATE text_message SET name = $3, message = $4, updated = now(), version = version + 1,
           changed_by = $5, changed_at = $6
         WHERE client_id = $1 AND text_message_id = $2 AND deleted_at IS NULL
         RETURNING text_message_id AS id`,
        [clientId, messageId, name, message, managerId, now],
      ));
  return saved?.id;
}

/**
 * Deletes a message; returns false when there is none. Throws `in_use` while a campaign sends it,
 * `changed_meanwhile` for an old version.
 * The row is locked against a campaign that is just being saved with it.
 */
export async function deleteTextMessage(
  tx: Tx,
  clientId: number,
  messageId: number,
  changing: Changing,
): Promise<boolean> {
  const key = [clientId, messageId] as const;
  const read = async () => (await listTextMessages(tx, clientId, messageId))[0];
  await lockVersion(tx, 'text_message', key, changing, read);
  const locked = await tx.row(
    `SELECT 1 FROM text_message
     WHERE client_id = $1 AND text_message_id = $2 AND deleted_at IS NULL FOR UPDATE`,
    key,
  );
  if (!locked) return false;
  const used = await tx.row<{ campaigns: string | null }>(
    `SELECT ${campaignNames} AS campaigns FROM text_message m
     WHERE m.client_id = $1 AND m.text_message_id = $2`,
    key,
  );
  if (used?.campaigns) throw problem('in_use', textMessageTexts.inUse);
  await tx.run(
    'UPDATE text_message SET deleted_at = now() WHERE client_id = $1 AND text_message_id = $2',
    key,
  );
  return true;
}

type SampleAccount = z.output<(typeof sampleTextAccount)['response']>;

/** The campaigns that send this text; undefined when the client has no such text. */
export async function campaignsOfText(
  tx: Tx,
  clientId: number,
  textMessageId: number,
): Promise<number[] | undefined> {
  const row = await tx.row<{ ids: number[] }>(
    `SELECT ARRAY(
       SELECT c.campaign_id FROM campaign c
       WHERE c.client_id = $1 AND c.text_message_id = $2 AND c.deleted_at IS NULL
       ORDER BY c.campaign_id) AS ids
     FROM text_message WHERE client_id = $1 AND text_message_id = $2 AND deleted_at IS NULL`,
    [clientId, textMessageId],
  );
  return row?.ids.map(Number);
}

/**
 * An account of the newest loaded list, those of the campaign first; of its first accounts the one
 * with the most values. null while there is none.
 */
export async function sampleAccount(
  tx: Tx,
  clientId: number,
  campaignId: number | undefined,
): Promise<SampleAccount> {
  const row = await tx.row<{ list: string; first: string; last: string; file: string }>(
    `SELECT l.name AS list, e.first, e.last, e.file
     FROM call_list l
     CROSS JOIN LATERAL (
       SELECT coalesce(s.first_name, '') AS first, coalesce(s.last_name, '') AS last,
              coalesce(s.external_id, '') AS file
       FROM (SELECT * FROM list_entry e
             WHERE e.client_id = $1 AND e.call_list_id = l.call_list_id
             ORDER BY e.entry_id LIMIT 20) s
       ORDER BY num_nonnulls(s.first_name, s.last_name, s.external_id) DESC, s.entry_id LIMIT 1) e
     WHERE l.client_id = $1 AND ${wasLoaded('l')}
     ORDER BY (l.campaign_id = $2::bigint) IS TRUE DESC, l.created DESC, l.call_list_id DESC LIMIT 1`,
    [clientId, campaignId ?? null],
  );
  if (!row) return null;
  const values = {
    '[first_name]': row.first,
    '[last_name]': row.last,
    '[file_number]': row.file,
  };
  return { callListName: row.list, values };
}
