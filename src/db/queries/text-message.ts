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

interface Row extends Omit<TextMessage, 'campaigns' | 'created' | 'updated'> {
  campaigns: string | null;
  created: Date;
  updated: Date;
}

/** Names of the campaigns that are not deleted and send this message, comma separated. */
const campaignNames = `(
  SELECT string_agg(c.name, ', ' ORDER BY lower(c.name)) FROM campaign c
  WHERE c.client_id = m.client_id AND c.deleted_at IS NULL
    AND c.text_message_id = m.text_message_id)`;

export async function listTextMessages(tx: Tx, clientId: number): Promise<TextMessage[]> {
  const rows = await tx.rows<Row>(
    `SELECT m.text_message_id AS id, m.client_id AS "clientId", m.name, m.message,
            ${campaignNames} AS campaigns,
            platform_time(m.created) AS created, platform_time(m.updated) AS updated
     FROM text_message m WHERE m.client_id = $1 AND m.deleted_at IS NULL
     ORDER BY m.updated DESC, m.text_message_id DESC`,
    [clientId],
  );
  return rows.map(({ campaigns, created, updated, ...row }) => ({
    ...row,
    campaigns: campaigns ?? '',
    created: created.toISOString(),
    updated: updated.toISOString(),
  }));
}

/** Saves a message; id 0 creates one. Returns its id, undefined when there is none of this id. */
export async function saveTextMessage(
  tx: Tx,
  clientId: number,
  messageId: number,
  { name, message }: Pick<TextMessage, 'name' | 'message'>,
): Promise<number | undefined> {
  const saved = await (messageId === 0
    ? tx.row<{ id: number }>(
        `INSERT INTO text_message (client_id, name, message) VALUES ($1, $2, $3)
         RETURNING text_message_id AS id`,
        [clientId, name, message],
      )
    : tx.row<{ id: number }>(
        `UPDATE text_message SET name = $3, message = $4, updated = now()
         WHERE client_id = $1 AND text_message_id = $2 AND deleted_at IS NULL
         RETURNING text_message_id AS id`,
        [clientId, messageId, name, message],
      ));
  return saved?.id;
}

/**
 * Deletes a message; returns false when there is none. Throws `in_use` while a campaign sends it.
 * The row is locked against a campaign that is just being saved with it.
 */
export async function deleteTextMessage(
  tx: Tx,
  clientId: number,
  messageId: number,
): Promise<boolean> {
  const key = [clientId, messageId];
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
