/** Creating and changing Broadcast and Linkback campaigns. */

import { callerIdType, campaignTexts, campaignType } from '#contract/campaign.ts';
import { problem } from '#contract/errors.ts';
import { anyDay } from '#contract/fields.ts';
import type { BroadcastInput, LinkbackInput } from '#contract/voice-campaign.ts';
import type { Tx } from '#db/database.ts';
import { isNotUnique } from '#db/errors.ts';
import { storedPhone } from '#domain/phone.ts';
import { easternWallTime, instantToday } from '#domain/wall-time.ts';

type Column = string | number | boolean | null;

/**
 * Saves a Broadcast that keeps the rules of `broadcastInput`; id 0 creates one, Stopped. `now` is
 * the day on which its times were answered.
 * Answers its id, or undefined when the client has no such Broadcast. Throws `not_unique` for a
 * name that is taken, `not_found` for a message or bucket that is not the client's.
 */
export async function saveBroadcast(
  tx: Tx,
  clientId: number,
  campaignId: number,
  input: BroadcastInput,
  now: Date,
): Promise<number | undefined> {
  const stored = await storedParts(tx, clientId, campaignId);
  const own = { calls_per_minute: input.callsPerMinute };
  const values = { ...columnsOf(input, stored), ...timesOf(input, stored, now), ...own };
  return save(tx, clientId, campaignId, campaignType.broadcast, values);
}

/** The same for a Linkback. */
export async function saveLinkback(
  tx: Tx,
  clientId: number,
  campaignId: number,
  input: LinkbackInput,
  now: Date,
): Promise<number | undefined> {
  const stored = await storedParts(tx, clientId, campaignId);
  const own = {
    call_ratio: input.callRatio,
    agent_count: input.agentCount,
    linkback_number: storedPhone(input.linkbackNumber) ?? '',
    agent_message_id: input.agentMessageId || null,
  };
  const values = { ...columnsOf(input, stored), ...timesOf(input, stored, now), ...own };
  return save(tx, clientId, campaignId, campaignType.linkback, values);
}

function columnsOf(input: BroadcastInput | LinkbackInput, stored: Stored | undefined) {
  const dynamic = input.callerIdTypeId === callerIdType.dynamic;
  return {
    name: input.name,
    caller_id_type: input.callerIdTypeId,
    caller_id_number: storedPhone(input.callerIdNumber) ?? '',
    caller_id_name: input.callerIdName,
    caller_id_bucket_id: dynamic ? input.rciBucketId || null : null,
    customer_message_id: input.customerMessageId || null,
    machine_message_id: input.machineMessageId || null,
    start_automatically: input.startAutomatically ?? anyDay(input.startWeekdays),
    stop_automatically: input.stopAutomatically ?? anyDay(input.stopWeekdays),
    start_weekdays: input.startWeekdays,
    stop_weekdays: input.stopWeekdays,
    one_call_per_account: input.oneCallPerAccount ?? stored?.one_call_per_account ?? true,
  };
}

interface Times {
  /** `HH:mm:ss`. */
  start_time: string | null;
  stop_time: string | null;
}

interface Stored extends Times {
  one_call_per_account: boolean;
}

/** Of the campaign as it is; undefined for a new one. */
function storedParts(tx: Tx, clientId: number, campaignId: number): Promise<Stored | undefined> {
  return tx.row<Stored>(
    `SELECT start_time, stop_time, one_call_per_account FROM campaign
     WHERE client_id = $1 AND campaign_id = $2 AND deleted_at IS NULL FOR UPDATE`,
    [clientId, campaignId],
  );
}

function timesOf(
  { startTime, stopTime }: Pick<BroadcastInput, 'startTime' | 'stopTime'>,
  stored: Times | undefined,
  now: Date,
): Times {
  return {
    start_time: wallTimeOf(startTime, stored?.start_time, now),
    stop_time: wallTimeOf(stopTime, stored?.stop_time, now),
  };
}

/**
 * On the one day whose clocks skip the stored time, it is answered as the later instant. Sent back
 * with a change of something else, that instant must not become the time of every other day.
 */
function wallTimeOf(
  sent: string | null | undefined,
  stored: string | null | undefined,
  now: Date,
): string | null {
  if (!sent) return null;
  const asAnswered = stored && Date.parse(instantToday(stored, now)) === Date.parse(sent);
  return asAnswered ? stored : easternWallTime(sent);
}

async function save(
  tx: Tx,
  clientId: number,
  campaignId: number,
  type: number,
  values: Record<string, Column> & { name: string },
): Promise<number | undefined> {
  await lockParts(tx, clientId, values);
  try {
    return campaignId === 0
      ? await insert(tx, clientId, type, values)
      : await update(tx, clientId, campaignId, type, values);
  } catch (error) {
    // The index decides: two that save one name at the same moment cannot both pass a look-up.
    if (!isNotUnique(error, 'campaign_name')) throw error;
    const errors = [{ path: 'name', message: campaignTexts.nameUnique }];
    throw problem('not_unique', campaignTexts.nameUnique, { errors, cause: error });
  }
}

async function insert(tx: Tx, clientId: number, type: number, values: Record<string, Column>) {
  const names = Object.keys(values);
  const row = await tx.row<{ campaign_id: number }>(
    `INSERT INTO campaign (client_id, campaign_type, ${names.join(', ')})
     VALUES ($1, $2, ${names.map((_, at) => `$${at + 3}`).join(', ')}) RETURNING campaign_id`,
    [clientId, type, ...Object.values(values)],
  );
  return row?.campaign_id;
}

async function update(
  tx: Tx,
  clientId: number,
  campaignId: number,
  type: number,
  values: Record<string, Column>,
) {
  const sets = Object.keys(values).map((name, at) => `${name} = $${at + 4}`);
  const row = await tx.row<{ campaign_id: number }>(
    `UPDATE campaign SET ${sets.join(', ')}, updated = now(),
       -- Why the last start was refused need not hold any more.
       status_reason = CASE WHEN run_status = 1 THEN NULL ELSE status_reason END
     WHERE client_id = $1 AND campaign_id = $2 AND campaign_type = $3 AND deleted_at IS NULL
     RETURNING campaign_id`,
    [clientId, campaignId, type, ...Object.values(values)],
  );
  return row?.campaign_id;
}

/** The chosen messages and bucket must be the client's, and stay until this is committed. */
async function lockParts(tx: Tx, clientId: number, values: Record<string, Column>): Promise<void> {
  const chosen = [values.customer_message_id, values.machine_message_id, values.agent_message_id];
  const messages = [...new Set(chosen.filter((id) => typeof id === 'number'))];
  const found = await tx.rows(
    `SELECT voice_message_id FROM voice_message
     WHERE client_id = $1 AND voice_message_id = ANY($2::bigint[]) AND deleted_at IS NULL
     ORDER BY voice_message_id FOR SHARE`,
    [clientId, messages],
  );
  if (found.length < messages.length) throw problem('not_found', campaignTexts.messageUnknown);

  const bucket = values.caller_id_bucket_id;
  if (typeof bucket !== 'number') return;
  const held = await tx.row(
    `SELECT caller_id_bucket_id FROM caller_id_bucket
     WHERE client_id = $1 AND caller_id_bucket_id = $2 FOR SHARE`,
    [clientId, bucket],
  );
  if (!held) throw problem('not_found', campaignTexts.bucketUnknown);
}
