/** Counts for the metrics, each fast enough to run every few seconds. */
import { runStatus } from '#contract/campaign.ts';
import { awaitsReceipt } from '../attempt-states.ts';
import { asOwner, type Database, type Tx } from '../database.ts';
import { ranOut } from '../lease-states.ts';

export interface JobFigures {
  waiting: number;
  /** They will not be tried again. */
  failed: number;
  /** Of the due jobs that no process works on. */
  oldestSeconds: number;
}

/** The queue is the owner's alone. */
export async function countJobs(db: Database): Promise<JobFigures> {
  const row = await asOwner(db, (tx) =>
    tx.row<JobFigures>(
      `SELECT count(*) FILTER (WHERE attempts < max_attempts) AS waiting,
         count(*) FILTER (WHERE attempts >= max_attempts AND locked_at IS NULL) AS failed,
         coalesce(round(extract(epoch FROM clock_timestamp() - min(run_at) FILTER (
           WHERE attempts < max_attempts AND locked_at IS NULL AND run_at <= clock_timestamp()
         )))::int, 0) AS "oldestSeconds"
       FROM graphile_worker.jobs`,
    ),
  );
  return row ?? { waiting: 0, failed: 0, oldestSeconds: 0 };
}

export interface CampaignFigures {
  started: number;
  waiting: number;
  unheld: number;
}

/** Of all clients. */
export async function countCampaigns(tx: Tx): Promise<CampaignFigures> {
  const row = await tx.row<CampaignFigures>(
    `SELECT count(*) AS started, count(c.reason) AS waiting,
       count(*) FILTER (WHERE l.until IS NULL OR ${ranOut('l')}) AS unheld
     FROM campaign c
     LEFT JOIN campaign_lease l ON l.client_id = c.client_id AND l.campaign_id = c.campaign_id
     WHERE c.run_status IN (${runStatus.starting}, ${runStatus.running}) AND c.deleted_at IS NULL`,
  );
  return row ?? { started: 0, waiting: 0, unheld: 0 };
}

/** What stops all calls and texts, or some of them. */
export interface HaltFigures {
  /** 1 while the platform is on hold, else 0. */
  hold: number;
  /** Stops of the operator: of everything, of clients, of carriers. */
  all: number;
  client: number;
  carrier: number;
  /** Stops by administrators, of their own clients. */
  administrators: number;
}

export async function countHalts(tx: Tx): Promise<HaltFigures> {
  const row = await tx.row<HaltFigures>(
    `SELECT (SELECT count(*) FROM installation WHERE hold_since IS NOT NULL) AS hold,
       count(*) FILTER (WHERE scope = 'all') AS all,
       count(*) FILTER (WHERE scope = 'client') AS client,
       count(*) FILTER (WHERE scope = 'carrier') AS carrier,
       (SELECT count(*) FROM client_stop) AS administrators
     FROM operator_stop`,
  );
  return row ?? { hold: 0, all: 0, client: 0, carrier: 0, administrators: 0 };
}

export function figureClients(tx: Tx): Promise<{ clientId: number; code: string }[]> {
  return tx.rows('SELECT client_id AS "clientId", code FROM client ORDER BY client_id');
}

/** Texts that a carrier accepted but has not sent a receipt for. */
export async function countWaitingTexts(tx: Tx, clientId: number): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `SELECT count(*) FROM attempt
     WHERE client_id = $1 AND ${awaitsReceipt()}`,
    [clientId],
  );
  return row?.count ?? 0;
}
