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
import { columnsOf, type RowOf, valuesOf, wireOf } from '../field-map.ts';
import { nameOrder } from '../name-order.ts';
import { textFields } from './campaign-fields.ts';
import { statusName } from './campaign-row.ts';
import { lockCampaignVersion, storeCampaign, storedFields } from './campaign-save.ts';
import { type ChangeRow, type Changing, changeColumns, changeOf } from './change.ts';
import { checkTargets } from './follow-up-target.ts';

type Row = RowOf<typeof textFields> &
  ChangeRow & {
    campaign_id: number;
    run_status: RunStatusId;
    completed: boolean;
    updated: Date;
    text_message_name: string | null;
  };

/** A text campaign has no times of its own; its weekdays are as many zeros as the console sends. */
const noSchedule = {
  startAutomatically: false,
  stopAutomatically: false,
  startTime: null,
  stopTime: null,
  startWeekdays: '00000',
  stopWeekdays: '00000',
};

/** By name; only the one of an id, if given. */
export async function listTextCampaigns(
  tx: Tx,
  clientId: number,
  campaignId?: number,
): Promise<TextCampaign[]> {
  const rows = await tx.rows<Row>(
    `SELECT c.*, m.name AS text_message_name
     FROM (SELECT campaign_id, run_status, completed, platform_time(updated) AS updated, ${changeColumns('campaign')},
             ${columnsOf(textFields)}
           FROM campaign
           WHERE client_id = $1 AND campaign_type = ${campaignType.texting}
             AND ($2::bigint IS NULL OR campaign_id = $2) AND deleted_at IS NULL) c
     LEFT JOIN text_message m ON m.client_id = $1 AND m.text_message_id = c.text_message_id
     ORDER BY ${nameOrder('c.name')}, c.campaign_id`,
    [clientId, campaignId ?? null],
  );
  return rows.map((row) => {
    const fields = wireOf(textFields, row);
    return {
      ...fields,
      ...noSchedule,
      campaignId: row.campaign_id,
      clientId,
      campaignStatusId: row.run_status,
      campaignStatusName: statusName(row.run_status, row.completed),
      updated: row.updated.toISOString(),
      textMessageName: row.text_message_name ?? '',
      originalSendersNumberId: fields.sendersNumberId,
      ...changeOf(row),
    };
  });
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
 * Saves a campaign that keeps the rules of `textCampaignInput`; id 0 creates one, Stopped. Returns
 * its id, undefined when the client has no such text campaign. Throws `not_unique` for a name that
 * is taken, `not_found` for a number or message that is not the client's, `rule_broken` for a
 * number that nobody can send from, `changed_meanwhile` for an old version.
 */
export async function saveTextCampaign(
  tx: Tx,
  clientId: number,
  campaignId: number,
  input: TextCampaignInput,
  changing: Changing,
): Promise<number | undefined> {
  const read = async () => (await listTextCampaigns(tx, clientId, campaignId))[0];
  await lockCampaignVersion(tx, clientId, campaignId, changing, read);
  await lockMessage(tx, clientId, input.messageTextId);
  await lockNumbers(tx, clientId, input);
  await checkTargets(tx, clientId, campaignId, input.followUps);
  const before = await storedFields(tx, clientId, campaignId);
  const values = valuesOf(textFields, input, before);
  return storeCampaign(tx, clientId, campaignId, campaignType.texting, values, changing);
}

/** The message must be the client's, and stays until this is committed. */
async function lockMessage(tx: Tx, clientId: number, messageId: number): Promise<void> {
  const message = await tx.row(
    `SELECT 1 FROM text_message
     WHERE client_id = $1 AND text_message_id = $2 AND deleted_at IS NULL FOR SHARE`,
    [clientId, messageId],
  );
  if (!message) throw problem('not_found', textCampaignTexts.messageUnknown);
}

/** The same for the sender number; the previous one may have been taken back. */
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
