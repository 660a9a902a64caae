/** What a campaign or a message sends now, for a manager who tries it (decision 095). */
import { campaignType } from '#contract/campaign.ts';
import type { Tx } from '../database.ts';
import { type PlayableMessage, playableMessage } from './lease.ts';

export interface Named<Message> {
  name: string;
  /** Null while it is not ready. */
  message: Message | null;
}

export interface TestedCampaign {
  name: string;
  type: number;
  callerIdType: number;
  callerIdNumber: string;
  callerIdName: string;
  callerIdBucketId: number | null;
  /** Of a Linkback, 11 digits; '' without one. */
  linkbackNumber: string;
  customer: Named<PlayableMessage> | null;
  machine: Named<PlayableMessage> | null;
  agent: Named<PlayableMessage> | null;
  text: Named<string> | null;
  /** Of a text campaign, 11 digits. */
  sendersNumber: string | null;
}

const named = (which: 'customer' | 'machine' | 'agent') =>
  `(SELECT jsonb_build_object('name', v.name, 'message', ${playableMessage('c.client_id', `c.${which}_message_id`)})
    FROM voice_message v WHERE v.client_id = c.client_id AND v.voice_message_id = c.${which}_message_id
      AND v.deleted_at IS NULL)`;

export function readTestedCampaign(
  tx: Tx,
  clientId: number,
  campaignId: number,
): Promise<TestedCampaign | undefined> {
  return tx.row<TestedCampaign>(
    `SELECT c.name, c.campaign_type AS type, c.caller_id_type AS "callerIdType",
       c.caller_id_number AS "callerIdNumber", c.caller_id_name AS "callerIdName",
       c.caller_id_bucket_id AS "callerIdBucketId",
       CASE WHEN c.campaign_type = ${campaignType.linkback} THEN coalesce(c.linkback_number, '') ELSE '' END
         AS "linkbackNumber",
       ${named('customer')} AS customer, ${named('machine')} AS machine, ${named('agent')} AS agent,
       (SELECT jsonb_build_object('name', t.name, 'message', t.message) FROM text_message t
        WHERE t.client_id = c.client_id AND t.text_message_id = c.text_message_id
          AND t.deleted_at IS NULL) AS text,
       (SELECT n.phone FROM texting_number n
        WHERE n.client_id = c.client_id AND n.texting_number_id = c.texting_number_id
          AND n.deleted_at IS NULL) AS "sendersNumber"
     FROM campaign c WHERE c.client_id = $1 AND c.campaign_id = $2 AND c.deleted_at IS NULL`,
    [clientId, campaignId],
  );
}

export function readTestedVoiceMessage(
  tx: Tx,
  clientId: number,
  id: number,
): Promise<Named<PlayableMessage> | undefined> {
  return tx.row<Named<PlayableMessage>>(
    `SELECT v.name, ${playableMessage('v.client_id', 'v.voice_message_id')} AS message
     FROM voice_message v
     WHERE v.client_id = $1 AND v.voice_message_id = $2 AND v.deleted_at IS NULL`,
    [clientId, id],
  );
}

export function readTestedText(
  tx: Tx,
  clientId: number,
  id: number,
): Promise<Named<string> | undefined> {
  return tx.row<Named<string>>(
    `SELECT name, message FROM text_message
     WHERE client_id = $1 AND text_message_id = $2 AND deleted_at IS NULL`,
    [clientId, id],
  );
}
