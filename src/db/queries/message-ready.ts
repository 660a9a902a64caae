/** What changes in waiting campaigns when a voice message becomes Ready. */
import { runStatus } from '#contract/campaign.ts';
import { messageStatus } from '#contract/voice-message.ts';
import type { Tx } from '../database.ts';

const isStopped = `c.run_status = ${runStatus.stopped}`;
const plays = '$2 IN (c.customer_message_id, c.machine_message_id, c.agent_message_id)';

/**
 * To be called first in the transaction that makes a message Ready: holds the stopped campaigns that
 * play it, so that none is refused for the message while it becomes Ready. Campaigns before
 * messages, as when a campaign is saved.
 */
export async function holdCampaignsOfMessage(tx: Tx, clientId: number, voiceMessageId: number) {
  await tx.run(
    `SELECT FROM campaign c WHERE c.client_id = $1 AND ${plays} AND ${isStopped}
     ORDER BY c.campaign_id FOR NO KEY UPDATE`,
    [clientId, voiceMessageId],
  );
}

/**
 * To be called last in it: a campaign that could not start because the message was not ready names
 * the next one that is not, or has no reason any more.
 */
export async function messageBecameReady(tx: Tx, clientId: number, voiceMessageId: number) {
  await tx.run(
    `UPDATE campaign c SET reason = (
       SELECT jsonb_build_object('code', 'message_not_ready', 'message', m.name)
         || CASE WHEN m.status_id = ${messageStatus.error} THEN '{"failed": true}' ELSE '{}' END::jsonb
       FROM voice_message m
       WHERE m.client_id = $1 AND m.deleted_at IS NULL AND m.ready_version IS NULL
         AND m.voice_message_id IN (c.customer_message_id, c.machine_message_id, c.agent_message_id)
       ORDER BY m.voice_message_id LIMIT 1)
     WHERE c.client_id = $1 AND ${plays} AND ${isStopped}
       AND c.reason ->> 'code' = 'message_not_ready'`,
    [clientId, voiceMessageId],
  );
}
