/** Creating and changing Broadcast and Linkback campaigns. */

import { callerIdType, campaignTexts, campaignType, runStatus } from '#contract/campaign.ts';
import { problem } from '#contract/errors.ts';
import { anyDay } from '#contract/fields.ts';
import type { Purpose } from '#contract/policy.ts';
import type { BroadcastInput, LinkbackInput } from '#contract/voice-campaign.ts';
import type { Tx } from '#db/database.ts';
import { isNotUnique } from '#db/errors.ts';
import { assignments, columnsOf, insertion, valuesOf } from '../field-map.ts';
import { forgetAgentsSet } from './agents-on-duty.ts';
import { findBroadcast, findLinkback } from './campaign.ts';
import {
  broadcastFields,
  type CampaignFieldsRow,
  campaignFields,
  linkbackFields,
} from './campaign-fields.ts';
import { type Changing, lockVersion, stampOf } from './change.ts';
import { checkTargets } from './follow-up-target.ts';
import { readCampaignPurpose, readPurpose } from './policy-purpose.ts';
import { noteRecheck } from './policy-recheck.ts';
import { askBeforeStart } from './scrub-list.ts';

/**
 * Saves a Broadcast that keeps the rules of `broadcastInput`; id 0 creates one, Stopped. The
 * day of `changing` is the one on which its times were sent. Returns its id, or undefined when the
 * client has no such Broadcast. Throws `not_unique` for a name that is taken, `not_found` for a
 * message or bucket that is not the client's, `changed_meanwhile` for an old version.
 */
export async function saveBroadcast(
  tx: Tx,
  clientId: number,
  campaignId: number,
  input: BroadcastInput,
  changing: Changing,
): Promise<number | undefined> {
  const { now } = changing;
  const read = () => findBroadcast(tx, clientId, campaignId, now);
  await lockCampaignVersion(tx, clientId, campaignId, changing, read);
  const before = await storedFields(tx, clientId, campaignId);
  const values = valuesOf(broadcastFields, filled(input), before, now);
  await lockParts(tx, clientId, values);
  await checkTargets(tx, clientId, campaignId, input.followUps);
  return storeCampaign(tx, clientId, campaignId, campaignType.broadcast, values, changing);
}

/** The same for a Linkback. */
export async function saveLinkback(
  tx: Tx,
  clientId: number,
  campaignId: number,
  input: LinkbackInput,
  changing: Changing,
): Promise<number | undefined> {
  const { now } = changing;
  const read = () => findLinkback(tx, clientId, campaignId, now);
  await lockCampaignVersion(tx, clientId, campaignId, changing, read);
  const before = await storedFields(tx, clientId, campaignId);
  const values = valuesOf(linkbackFields, filled(input), before, now);
  await lockParts(tx, clientId, values);
  await checkTargets(tx, clientId, campaignId, input.followUps);
  await forgetAgentsSet(tx, clientId, campaignId, values);
  return storeCampaign(tx, clientId, campaignId, campaignType.linkback, values, changing);
}

/** Applies what some fields imply for others: selected weekdays, and an unused bucket. */
function filled<I extends BroadcastInput | LinkbackInput>(input: I) {
  const dynamic = input.callerIdTypeId === callerIdType.dynamic;
  return {
    ...input,
    rciBucketId: dynamic ? input.rciBucketId : null,
    startAutomatically: input.startAutomatically ?? anyDay(input.startWeekdays),
    stopAutomatically: input.stopAutomatically ?? anyDay(input.stopWeekdays),
  };
}

/** The stored fields; undefined for a new campaign. */
export function storedFields(tx: Tx, clientId: number, campaignId: number) {
  return tx.row<CampaignFieldsRow>(
    `SELECT ${columnsOf(campaignFields)} FROM campaign
     WHERE client_id = $1 AND campaign_id = $2 AND deleted_at IS NULL FOR UPDATE`,
    [clientId, campaignId],
  );
}

/** Locks a stored campaign for a save; one that is of another type is not found later. */
export async function lockCampaignVersion(
  tx: Tx,
  clientId: number,
  campaignId: number,
  changing: Changing,
  read: () => Promise<object | undefined>,
): Promise<void> {
  if (campaignId !== 0) await lockVersion(tx, 'campaign', [clientId, campaignId], changing, read);
}

/** For any type: values by column. Returns the same as `saveBroadcast`. */
export async function storeCampaign(
  tx: Tx,
  clientId: number,
  campaignId: number,
  type: number,
  { purpose, ...given }: { purpose: Purpose | null },
  changing: Changing,
): Promise<number | undefined> {
  const values = {
    ...{ ...given, purpose: purpose ?? (await readPurpose(tx, clientId)) },
    ...stampOf(changing),
  };
  try {
    if (campaignId === 0) return await insert(tx, clientId, type, values);
    const before = await readCampaignPurpose(tx, clientId, campaignId);
    const updated = await update(tx, clientId, campaignId, type, values);
    if (updated !== undefined && before !== values.purpose)
      await underOtherRules(tx, clientId, updated);
    return updated;
  } catch (error) {
    // The index decides: two concurrent saves of one name would both pass a look-up.
    if (!isNotUnique(error, 'campaign_name')) throw error;
    const errors = [{ path: 'name', message: campaignTexts.nameUnique }];
    throw problem('not_unique', campaignTexts.nameUnique, { errors, cause: error });
  }
}

/** What it is for is something else: what waits for the old rules is due again, other questions are asked. */
async function underOtherRules(tx: Tx, clientId: number, campaignId: number): Promise<void> {
  await noteRecheck(tx, clientId);
  await askBeforeStart(tx, clientId, campaignId);
}

async function insert(tx: Tx, clientId: number, type: number, values: object) {
  const { names, slots } = insertion(values, 2);
  const row = await tx.row<{ campaign_id: number }>(
    `INSERT INTO campaign (client_id, campaign_type, ${names})
     VALUES ($1, $2, ${slots}) RETURNING campaign_id`,
    [clientId, type, ...Object.values(values)],
  );
  return row?.campaign_id;
}

async function update(tx: Tx, clientId: number, campaignId: number, type: number, values: object) {
  const row = await tx.row<{ campaign_id: number }>(
    `UPDATE campaign SET ${assignments(values, 3)}, updated = now(), version = version + 1,
       -- The reason why the last start was refused may no longer apply.
       reason = CASE WHEN run_status = ${runStatus.stopped} THEN NULL ELSE reason END
     WHERE client_id = $1 AND campaign_id = $2 AND campaign_type = $3 AND deleted_at IS NULL
     RETURNING campaign_id`,
    [clientId, campaignId, type, ...Object.values(values)],
  );
  return row?.campaign_id;
}

type Parts = Pick<
  CampaignFieldsRow,
  'customer_message_id' | 'machine_message_id' | 'caller_id_bucket_id'
> &
  Partial<Pick<CampaignFieldsRow, 'agent_message_id'>>;

/** The chosen messages and bucket must be the client's, and stay until this is committed. */
async function lockParts(tx: Tx, clientId: number, values: Parts): Promise<void> {
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
  if (bucket === null) return;
  const held = await tx.row(
    `SELECT caller_id_bucket_id FROM caller_id_bucket
     WHERE client_id = $1 AND caller_id_bucket_id = $2 FOR SHARE`,
    [clientId, bucket],
  );
  if (!held) throw problem('not_found', campaignTexts.bucketUnknown);
}
