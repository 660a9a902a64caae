/** Forecasts that were kept when a campaign began to run, and how they did. */
import { runStatus } from '#contract/campaign.ts';
import type { CampaignForecast, KeptForecast } from '#contract/forecast.ts';
import { gradeOf } from '#domain/forecast/grade.ts';
import type { Tx } from '../database.ts';
import type { CampaignKey } from './lease.ts';

/** SQL: the numbers of the lists of campaign $2 of client $1, without follow-ups. */
const numbersNow = `(SELECT coalesce(sum(l.phone_count), 0)::bigint FROM call_list l
  WHERE l.client_id = $1 AND l.campaign_id = $2)`;

/** What a run is compared by: another version or other numbers make it another run. */
export function readRunMarks(tx: Tx, { clientId, campaignId }: CampaignKey) {
  return tx.row<{ version: number; numbers: number; running: boolean }>(
    `SELECT c.version, ${numbersNow} AS numbers,
       c.run_status IN (${runStatus.starting}, ${runStatus.running}) AS running
     FROM campaign c WHERE c.client_id = $1 AND c.campaign_id = $2 AND c.deleted_at IS NULL`,
    [clientId, campaignId],
  );
}

/** Those of earlier runs that have no end were stopped. */
export async function keepForecast(
  tx: Tx,
  { clientId, campaignId }: CampaignKey,
  marks: { version: number; numbers: number },
  forecast: CampaignForecast,
): Promise<void> {
  await tx.run(
    `UPDATE forecast SET ending = 'stopped'
     WHERE client_id = $1 AND campaign_id = $2 AND ending IS NULL`,
    [clientId, campaignId],
  );
  await tx.run(
    `INSERT INTO forecast (client_id, campaign_id, at, campaign_version, numbers, forecast)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [clientId, campaignId, forecast.at, marks.version, marks.numbers, JSON.stringify(forecast)],
  );
}

/**
 * In the transaction that completes the run. The end is that of the last call: of the newest records, in
 * the order in which they began, because a call that began before all of them has ended before.
 */
export async function endForecast(tx: Tx, { clientId, campaignId }: CampaignKey): Promise<void> {
  await tx.run(
    `UPDATE forecast f SET
       ended_at = (SELECT max(r.finished_at) FROM (
         SELECT r.finished_at FROM call_record r
         WHERE r.client_id = $1 AND r.campaign_id = $2 AND r.started_at >= f.at - interval '1 hour'
         ORDER BY r.started_at DESC LIMIT 2000) r),
       ending = CASE WHEN f.campaign_version = c.version AND f.numbers = ${numbersNow}
         THEN 'completed' ELSE 'changed' END
     FROM campaign c
     WHERE f.client_id = $1 AND f.campaign_id = $2 AND f.ending IS NULL
       AND c.client_id = $1 AND c.campaign_id = $2`,
    [clientId, campaignId],
  );
}

interface Row {
  campaignId: number;
  campaignName: string;
  at: Date;
  forecast: CampaignForecast;
  ended: Date | null;
  ending: 'completed' | 'changed' | 'stopped' | null;
  stopped: boolean;
}

/**
 * @param campaignId null: of all campaigns of the client
 * @returns undefined when the client has no such campaign
 */
export async function keptForecasts(tx: Tx, clientId: number, campaignId: number | null) {
  if (campaignId !== null && !(await readRunMarks(tx, { clientId, campaignId }))) return undefined;
  const rows = await tx.rows<Row>(
    `SELECT f.campaign_id AS "campaignId", c.name AS "campaignName", f.at, f.forecast,
       f.ended_at AS ended, f.ending, c.run_status = ${runStatus.stopped} AS stopped
     FROM forecast f JOIN campaign c ON c.client_id = $1 AND c.campaign_id = f.campaign_id
     WHERE f.client_id = $1 AND ($2::bigint IS NULL OR f.campaign_id = $2)
     ORDER BY f.forecast_id DESC LIMIT 100`,
    [clientId, campaignId],
  );
  const totals = await tx.row<{ graded: number; inside: number }>(
    `SELECT count(*)::float8 AS graded, count(*) FILTER (WHERE f.ended_at BETWEEN
         (f.forecast #>> '{finish,p10}')::timestamptz AND (f.forecast #>> '{finish,p90}')::timestamptz
       )::float8 AS inside
     FROM forecast f
     WHERE f.client_id = $1 AND ($2::bigint IS NULL OR f.campaign_id = $2)
       AND f.ending = 'completed' AND f.ended_at IS NOT NULL
       AND f.forecast #>> '{finish,p90}' IS NOT NULL`,
    [clientId, campaignId],
  );
  return {
    graded: totals?.graded ?? 0,
    inside: totals?.inside ?? 0,
    forecasts: rows.map(keptOf),
  };
}

function keptOf({ forecast, at, ended, ending, stopped, ...row }: Row): KeptForecast {
  const { finish, persons, attempts } = forecast;
  const isOver = ending === null ? stopped : ending !== 'completed';
  const ungraded = isOver ? (ending === 'changed' ? 'changed' : 'stopped') : null;
  const graded = ending === 'completed' ? gradeOf(finish, ended) : null;
  return {
    ...row,
    ...{ finish, persons, attempts, at: at.toISOString() },
    ended: ended?.toISOString() ?? null,
    grade: graded,
    ungraded: ungraded ?? (ending === 'completed' && graded === null ? 'no_finish' : null),
  };
}
