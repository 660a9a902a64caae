/** Automatic starts and stops: what is scheduled, and what was done, each exactly once. */
import { campaignType, runStatus } from '#contract/campaign.ts';
import type { Occurrence, Schedule } from '#domain/schedule.ts';
import type { Tx } from '../database.ts';
import { hot } from '../hot-statements.ts';
import { forgetStart, requestStop, tryStart } from './campaign-run.ts';
import type { CampaignKey } from './lease.ts';

export interface ScheduledCampaign extends CampaignKey {
  schedule: Schedule;
  /** The schedule that `since` belongs to; another text means that it was changed. */
  seen: string | null;
  /** From when on it is followed: since it was seen, or a person last started or stopped the campaign. */
  since: Date | null;
  /** A person asked for a stop then, and for no start since; the engines' clock. */
  stopAskedAt: Date | null;
  listArrived: boolean;
  /** An automatic start found the carrier disconnected, and it is still undecided. */
  startWaits: boolean;
  /** The client's voice carrier. */
  carrier: string;
}

/** SQL: the schedule of a campaign `c`. */
export const scheduleOf = `jsonb_build_object('startTime', c.start_time, 'stopTime', c.stop_time,
  'startAutomatically', c.start_automatically, 'stopAutomatically', c.stop_automatically,
  'startWeekdays', c.start_weekdays, 'stopWeekdays', c.stop_weekdays)`;

/** Every voice campaign with a schedule or a new list, for the platform. */
export function readScheduled(tx: Tx): Promise<ScheduledCampaign[]> {
  return tx.rows<ScheduledCampaign>(
    hot(`SELECT c.client_id AS "clientId", c.campaign_id AS "campaignId",
       c.schedule_seen AS seen, c.schedule_since AS since, c.list_arrived AS "listArrived",
       c.stop_asked_at AS "stopAskedAt",
       c.scheduled_start AND c.run_status = ${runStatus.stopped} AS "startWaits",
       k.voice_carrier AS carrier,
       ${scheduleOf} AS schedule
     FROM campaign c
     JOIN client k ON k.client_id = c.client_id AND k.disabled_at IS NULL
     WHERE (c.start_automatically OR c.stop_automatically OR c.list_arrived)
       AND c.deleted_at IS NULL
       AND c.campaign_type IN (${campaignType.broadcast}, ${campaignType.linkback})`),
  );
}

/** Notes a new or changed schedule: it applies from now on. The first engine to see it decides. */
export async function noteSchedule(
  tx: Tx,
  { clientId, campaignId, seen, since }: ScheduledCampaign,
  text: string,
  now: Date,
): Promise<void> {
  await tx.run(
    `UPDATE campaign SET schedule_seen = $3, schedule_since = $4, scheduled_start = false
     WHERE client_id = $1 AND campaign_id = $2 AND schedule_seen IS NOT DISTINCT FROM $5
       AND date_trunc('milliseconds', schedule_since) IS NOT DISTINCT FROM $6`,
    [clientId, campaignId, text, now, seen, since],
  );
}

/**
 * Locks the campaign. Between the read and this lock a manager may have edited its schedule, started or
 * stopped it: what was decided by the read is then undecided.
 *
 * @returns whether it is as it was read
 */
async function isAsRead(
  tx: Tx,
  { clientId, campaignId, seen, since }: ScheduledCampaign,
): Promise<boolean> {
  const row = await tx.row<Pick<ScheduledCampaign, 'schedule' | 'seen' | 'since'>>(
    `SELECT ${scheduleOf} AS schedule, c.schedule_seen AS seen, c.schedule_since AS since FROM campaign c
     WHERE c.client_id = $1 AND c.campaign_id = $2 AND c.deleted_at IS NULL FOR UPDATE`,
    [clientId, campaignId],
  );
  return (
    row !== undefined &&
    row.seen === seen &&
    JSON.stringify(row.schedule) === seen &&
    row.since?.getTime() === since?.getTime()
  );
}

/**
 * Runs an occurrence, unless it was run already. The key of schedule_run decides between engines;
 * the row and the start or stop are one transaction.
 *
 * @returns `done` here, `was_done` before, or `changed`: the next poll decides
 */
export async function doOccurrence(
  tx: Tx,
  campaign: ScheduledCampaign,
  occurrence: Occurrence,
  now: Date,
): Promise<'done' | 'was_done' | 'changed'> {
  if (!(await isAsRead(tx, campaign))) return 'changed';
  const { clientId, campaignId } = campaign;
  const { kind, easternDate, wallTime } = occurrence;
  const noted = await tx.run(
    `INSERT INTO schedule_run (client_id, campaign_id, kind, eastern_date, wall_time, done_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [clientId, campaignId, kind, easternDate, wallTime, now],
  );
  if (noted === 0) return 'was_done';
  if (kind === 'start') await tryStart(tx, clientId, campaignId, 'schedule');
  else await requestStop(tx, clientId, campaignId);
  return 'done';
}

/** Notes a new list; starts the campaign when its automatic window is open. */
export async function welcomeList(
  tx: Tx,
  campaign: ScheduledCampaign,
  inside: boolean,
): Promise<void> {
  if (!(await isAsRead(tx, campaign))) return;
  const { clientId, campaignId } = campaign;
  const arrived = await tx.run(
    `UPDATE campaign SET list_arrived = false
     WHERE client_id = $1 AND campaign_id = $2 AND list_arrived`,
    [clientId, campaignId],
  );
  if (arrived === 1 && inside) await tryStart(tx, clientId, campaignId, 'schedule');
}

/**
 * An automatic start whose carrier was disconnected: started now while its window is open, given up
 * after it. The first engine does it; the others find nothing that waits.
 *
 * @returns whether it was started here
 */
export async function startLate(
  tx: Tx,
  campaign: ScheduledCampaign,
  inside: boolean,
): Promise<boolean> {
  if (!(await isAsRead(tx, campaign))) return false;
  const { clientId, campaignId } = campaign;
  if ((await forgetStart(tx, clientId, campaignId)) === 0 || !inside) return false;
  const started = await tryStart(tx, clientId, campaignId, 'schedule');
  return started !== undefined && !('reason' in started);
}
