/** Text campaigns: list, save, and the numbers that they may send from. */
import { campaignType, type RunStatusId } from '#contract/campaign.ts';
import { problem, ruleBroken } from '#contract/errors.ts';
import {
  type TextCampaign,
  type TextCampaignInput,
  type TextingNumber,
  textCampaignTexts,
} from '#contract/text-campaign.ts';
import { senderNumber } from '#domain/texting-number-kind.ts';
import type { Tx } from '../database.ts';
import { isNotUnique } from '../errors.ts';
import { statusName } from './campaign-row.ts';

interface Row {
  campaignId: number;
  name: string;
  runStatus: RunStatusId;
  completed: boolean;
  updated: Date;
  textPerMinute: number | null;
  messageTextId: number | null;
  textMessageName: string | null;
  sendersNumberId: number | null;
}

/** A text campaign has no times of its own; its weekdays are as many zeros as the console sends. */
const noSchedule = {
  startAutomatically: false,
  stopAutomatically: false,
  startTime: null,
  stopTime: null,
  startWeekdays: '00000',
  stopWeekdays: '00000',
};

/** By name. */
export async function listTextCampaigns(tx: Tx, clientId: number): Promise<TextCampaign[]> {
  const rows = await tx.rows<Row>(
    `SELECT c.campaign_id AS "campaignId", c.name, c.run_status AS "runStatus", c.completed,
            c.updated, c.text_per_minute AS "textPerMinute", c.text_message_id AS "messageTextId",
            m.name AS "textMessageName", c.texting_number_id AS "sendersNumberId"
     FROM campaign c
     LEFT JOIN text_message m ON m.client_id = $1 AND m.text_message_id = c.text_message_id
     WHERE c.client_id = $1 AND c.campaign_type = ${campaignType.texting} AND c.deleted_at IS NULL
     ORDER BY lower(c.name), c.campaign_id`,
    [clientId],
  );
  return rows.map(({ runStatus, completed, ...row }) => ({
    campaignId: row.campaignId,
    clientId,
    name: row.name,
    campaignStatusId: runStatus,
    campaignStatusName: statusName(runStatus, completed),
    updated: row.updated.toISOString(),
    textPerMinute: row.textPerMinute ?? 0,
    messageTextId: row.messageTextId ?? 0,
    textMessageName: row.textMessageName ?? '',
    sendersNumberId: row.sendersNumberId ?? 0,
    originalSendersNumberId: row.sendersNumberId ?? 0,
    ...noSchedule,
  }));
}

/** Whether the client has this text campaign. */
export async function hasTextCampaign(tx: Tx, clientId: number, campaignId: number) {
  const row = await tx.row(
    `SELECT 1 FROM campaign WHERE client_id = $1 AND campaign_id = $2
       AND campaign_type = ${campaignType.texting} AND deleted_at IS NULL`,
    [clientId, campaignId],
  );
  return row !== undefined;
}

export function listTextingNumbers(tx: Tx, clientId: number): Promise<TextingNumber[]> {
  return tx.rows<TextingNumber>(
    `SELECT texting_number_id AS "textingPhoneNumberId", phone AS "phoneNumber", kind,
       segments_per_second AS "segmentsPerSecond"
     FROM texting_number WHERE client_id = $1 AND deleted_at IS NULL ORDER BY phone`,
    [clientId],
  );
}

/**
 * Saves a campaign that keeps the rules of `textCampaignInput`; id 0 creates one, Stopped. Answers
 * its id, undefined when the client has no such text campaign. Throws `not_unique` for a name that
 * is taken, `not_found` for a number or message that is not the client's, `rule_broken` for a
 * number that nobody can send from.
 */
export async function saveTextCampaign(
  tx: Tx,
  clientId: number,
  campaignId: number,
  input: TextCampaignInput,
): Promise<number | undefined> {
  await lockMessage(tx, clientId, input.messageTextId);
  await lockNumbers(tx, clientId, input);
  const { name, textPerMinute, messageTextId, sendersNumberId } = input;
  const values = [name, textPerMinute, messageTextId, sendersNumberId];
  try {
    const row = await (campaignId === 0
      ? tx.row<{ id: number }>(insert, [clientId, ...values])
      : tx.row<{ id: number }>(update, [clientId, ...values, campaignId]));
    return row?.id;
  } catch (error) {
    // The index decides: two that save one name at the same moment cannot both pass a look-up.
    if (!isNotUnique(error, 'campaign_name')) throw error;
    const errors = [{ path: 'name', message: textCampaignTexts.nameUnique }];
    throw problem('not_unique', textCampaignTexts.nameUnique, { errors, cause: error });
  }
}

const insert = `
  INSERT INTO campaign (client_id, campaign_type, name, text_per_minute, text_message_id,
    texting_number_id)
  VALUES ($1, ${campaignType.texting}, $2, $3, $4, $5) RETURNING campaign_id AS id`;

const update = `
  UPDATE campaign SET name = $2, text_per_minute = $3, text_message_id = $4,
    texting_number_id = $5, updated = now(),
    -- Why the last start was refused need not hold any more.
    status_reason = CASE WHEN run_status = 1 THEN NULL ELSE status_reason END
  WHERE client_id = $1 AND campaign_id = $6 AND campaign_type = ${campaignType.texting}
    AND deleted_at IS NULL
  RETURNING campaign_id AS id`;

/** The message must be the client's, and stays until this is committed. */
async function lockMessage(tx: Tx, clientId: number, messageId: number): Promise<void> {
  const message = await tx.row(
    `SELECT 1 FROM text_message
     WHERE client_id = $1 AND text_message_id = $2 AND deleted_at IS NULL FOR SHARE`,
    [clientId, messageId],
  );
  if (!message) throw problem('not_found', textCampaignTexts.messageUnknown);
}

/** The same for the sender number; the one before it may have been taken back. */
async function lockNumbers(
  tx: Tx,
  clientId: number,
  { sendersNumberId, originalSendersNumberId }: TextCampaignInput,
): Promise<void> {
  const numbers = await tx.rows<{ id: number; phoneNumber: string; held: boolean }>(
    `SELECT texting_number_id AS id, phone AS "phoneNumber", deleted_at IS NULL AS held
     FROM texting_number WHERE client_id = $1 AND texting_number_id = ANY ($2::bigint[])
     ORDER BY texting_number_id FOR SHARE`,
    [clientId, [sendersNumberId, originalSendersNumberId]],
  );
  const sender = numbers.find(({ id, held }) => id === sendersNumberId && held);
  const original = numbers.some(({ id }) => id === originalSendersNumberId);
  if (!sender || (originalSendersNumberId > 0 && !original)) {
    throw problem('not_found', textCampaignTexts.numberUnknown);
  }
  if (!senderNumber(sender)) {
    throw ruleBroken('sendersNumberId', textCampaignTexts.invalidNumber);
  }
}
