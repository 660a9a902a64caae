/** Forecasts that were kept when a campaign began to run, and how they did. */
import { campaignType, runStatus } from '#contract/campaign.ts';
import type { CampaignForecast, KeptForecast } from '#contract/forecast.ts';
import { gradeOf } from '#domain/forecast/grade.ts';
import { longestCall } from '#domain/longest-call.ts';
import { awaitsReceipt } from '../attempt-states.ts';
import type { Tx } from '../database.ts';
import type { CampaignKey } from './lease.ts';

/** SQL: the numbers of the lists of campaign $2 of client $1, without follow-ups. */
const numbersNow = `(SELECT coalesce(sum(l.phone_count), 0)::bigint FROM call_list l
  WHERE l.client_id = $1 AND l.campaign_id = $2)`;

/** A run of a campaign, by when it began: `started` of the campaign, ISO 8601. */
export interface RunKey extends CampaignKey {
  started: string;
}

/** What a run is compared by: another version, other numbers or other agents make it another run. */
export interface RunMarks {
  version: number;
  numbers: number;
  agentsSetAt: Date | null;
}

/** @returns undefined when the run is over, or another one goes on */
export function readRunMarks(tx: Tx, { clientId, campaignId, started }: RunKey) {
  return tx.row<RunMarks>(
    `SELECT c.version, ${numbersNow} AS numbers, c.agents_set_at AS "agentsSetAt"
     FROM campaign c WHERE c.client_id = $1 AND c.campaign_id = $2 AND ${isRun('$3')}`,
    [clientId, campaignId, started],
  );
}

/** SQL: the run of campaign `c` that began at an instant goes on. */
const isRun = (started: string) => `c.deleted_at IS NULL AND c.started = ${started}
  AND c.run_status IN (${runStatus.starting}, ${runStatus.running})`;

/**
 * Once for a run, and not for one that has ended: the campaign's row is held, as the end of a run holds
 * it. Those of earlier runs that have no end were stopped.
 *
 * @param marks as they were when the forecast was made
 */
export async function keepForecast(
  tx: Tx,
  { clientId, campaignId, started }: RunKey,
  { version, numbers, agentsSetAt }: RunMarks,
  forecast: CampaignForecast,
): Promise<void> {
  const run = await tx.row<{ same: boolean }>(
    `SELECT c.agents_set_at IS NOT DISTINCT FROM $4 AS same FROM campaign c
     WHERE c.client_id = $1 AND c.campaign_id = $2 AND ${isRun('$3')} FOR SHARE`,
    [clientId, campaignId, started, agentsSetAt],
  );
  if (!run) return;
  await tx.run(
    `UPDATE forecast SET ending = 'stopped'
     WHERE client_id = $1 AND campaign_id = $2 AND ending IS NULL
       AND run_started IS DISTINCT FROM $3`,
    [clientId, campaignId, started],
  );
  await tx.run(
    `INSERT INTO forecast
       (client_id, campaign_id, run_started, at, campaign_version, numbers, forecast, ending)
     VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN NOT $8 THEN 'changed' END)
     ON CONFLICT (client_id, campaign_id, run_started) DO NOTHING`,
    [
      ...[clientId, campaignId, started, forecast.at, version, numbers],
      ...[JSON.stringify(forecast), run.same],
    ],
  );
}

/** With other agents it is no longer the run that was forecast. */
export async function changeForecast(tx: Tx, { clientId, campaignId }: CampaignKey): Promise<void> {
  await tx.run(
    `UPDATE forecast SET ending = 'changed'
     WHERE client_id = $1 AND campaign_id = $2 AND ending IS NULL`,
    [clientId, campaignId],
  );
}

/**
 * In the transaction that completes the run. The end is when the last call ended: of those that began
 * within the longest call before the last one, because all others had ended before. Of texts it is when
 * the last one was sent, as it is forecast: some receipts come days later, and some never.
 */
export async function endForecast(
  tx: Tx,
  { clientId, campaignId, started }: CampaignKey & { started: Date | null },
): Promise<void> {
  await tx.run(
    `UPDATE forecast f SET
       ended_at = CASE WHEN c.campaign_type = ${campaignType.texting}
         THEN greatest(last.started, (SELECT max(a.attempted_at) FROM attempt a
           WHERE a.client_id = $1 AND a.campaign_id = $2 AND ${awaitsReceipt('a')}))
         ELSE (SELECT max(r.finished_at) FROM call_record r
           WHERE r.client_id = $1 AND r.campaign_id = $2
             AND r.started_at >= greatest(begun.at,
               last.started - make_interval(secs => ${longestCall / 1_000}))) END,
       ending = CASE WHEN f.campaign_version = c.version AND f.numbers = ${numbersNow}
         THEN 'completed' ELSE 'changed' END
     FROM campaign c, forecast own
     CROSS JOIN LATERAL (
       SELECT coalesce(own.run_started, own.at) - interval '1 hour' AS at) begun
     CROSS JOIN LATERAL (SELECT max(r.started_at) AS started FROM call_record r
       WHERE r.client_id = $1 AND r.campaign_id = $2 AND r.started_at >= begun.at) last
     WHERE own.client_id = f.client_id AND own.forecast_id = f.forecast_id
       AND f.client_id = $1 AND f.campaign_id = $2 AND f.ending IS NULL
       AND (f.run_started = $3 OR f.run_started IS NULL)
       AND c.client_id = $1 AND c.campaign_id = $2`,
    [clientId, campaignId, started],
  );
}

/** The instant of the platform's clock. */
export async function platformInstant(tx: Tx): Promise<Date> {
  const row = await tx.row<{ now: Date }>('SELECT platform_time(now()) AS now', []);
  return row?.now ?? new Date();
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
  if (campaignId !== null && !(await hasCampaign(tx, clientId, campaignId))) return undefined;
  const rows = await tx.rows<Row>(
    `SELECT f.campaign_id AS "campaignId", c.name AS "campaignName", f.at, f.forecast,
       f.ended_at AS ended, f.ending,
       c.run_status = ${runStatus.stopped} OR c.started <> f.run_started AS stopped
     FROM forecast f JOIN campaign c ON c.client_id = $1 AND c.campaign_id = f.campaign_id
     WHERE f.client_id = $1 AND ($2::bigint IS NULL OR f.campaign_id = $2)
     ORDER BY f.forecast_id DESC LIMIT 100`,
    [clientId, campaignId],
  );
  const totals = await tx.row<{ graded: number; inside: number }>(
    `SELECT count(*)::float8 AS graded, count(*) FILTER (WHERE date_trunc('minute', f.ended_at)
         BETWEEN date_trunc('minute', (f.forecast #>> '{finish,p10}')::timestamptz)
           AND date_trunc('minute', (f.forecast #>> '{finish,p90}')::timestamptz)
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

async function hasCampaign(tx: Tx, clientId: number, campaignId: number): Promise<boolean> {
  const row = await tx.row(
    'SELECT FROM campaign WHERE client_id = $1 AND campaign_id = $2 AND deleted_at IS NULL',
    [clientId, campaignId],
  );
  return row !== undefined;
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
