/**
 * The operator's stops: while one is in effect, no engine calls or texts anything new in its scope,
 * even after a restart. Claims, auto-replies and recording calls read them in the transaction that
 * takes them, after its lock: one that does not see a stop got its lock before it.
 */
import { campaignType } from '#contract/campaign.ts';
import type { StopReach, StopWord } from '#domain/operator-stop-words.ts';
import type { Tx } from '../database.ts';

/** A stop as the operator sees it. */
export interface OperatorStop {
  scope: StopReach['scope'];
  /** The client's code; null but for a client's stop. */
  client: string | null;
  /** The carrier's name; null but for a carrier's. */
  carrier: string | null;
  /** ISO 8601, real time. */
  since: string;
  reason: string;
  /** `user@host`. */
  stoppedBy: string;
}

/** SQL: the carrier of a campaign `c` of the client `k`. */
export const carrierOfCampaign = `CASE WHEN c.campaign_type = ${campaignType.texting}
  THEN k.text_carrier ELSE k.voice_carrier END`;

const reaches = (client: string, carrier: string) =>
  `(s.scope = 'all' OR s.client_id = ${client} OR s.carrier = ${carrier})`;

/**
 * SQL: whether a stop applies to this client or carrier. Both are SQL; `carrier` is evaluated only
 * when there is a stop.
 */
export const isStopped = (client: string, carrier: string) =>
  `EXISTS (SELECT FROM operator_stop s WHERE ${reaches(client, carrier)})`;

/** SQL: the stop with the widest scope, a `StopWord`; null without one. */
export const stopWord = (client: string, carrier: string) =>
  `(SELECT jsonb_build_object('scope', s.scope, 'carrier', s.carrier, 'since', s.since, 'reason', s.reason)
    FROM operator_stop s WHERE ${reaches(client, carrier)}
    ORDER BY array_position(ARRAY['all', 'client', 'carrier'], s.scope) LIMIT 1)`;

/** The lock between stops and what is taken without a lease. */
const lockName = "hashtext('carillon operator stops')";

/** For a transaction that takes auto-replies or recording calls, before it reads the stops. */
export async function besideStops(tx: Tx): Promise<void> {
  await tx.run(`SELECT pg_advisory_xact_lock_shared(${lockName})`);
}

/** Waits for transactions that may have missed a stop that is committed by now. */
export async function passThoseBeside(tx: Tx): Promise<void> {
  await tx.run(`SELECT pg_advisory_xact_lock(${lockName})`);
}

interface Named {
  clientId: number | null;
  carrier: string | null;
}

const namedBy = (reach: StopReach, clientId: number | null): Named => ({
  clientId: reach.scope === 'client' ? clientId : null,
  carrier: reach.scope === 'carrier' ? reach.carrier : null,
});

/**
 * An existing stop continues, with the new reason if one is given.
 *
 * @param clientId of a client's stop
 * @returns whether this began it
 */
export async function beginStop(
  tx: Tx,
  reach: StopReach,
  clientId: number | null,
  { reason, stoppedBy }: { reason: string; stoppedBy: string },
): Promise<boolean> {
  const named = namedBy(reach, clientId);
  const row = await tx.row<{ made: boolean }>(
    `INSERT INTO operator_stop AS s (scope, client_id, carrier, reason, stopped_by)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (scope, client_id, carrier) DO UPDATE
       SET reason = CASE WHEN excluded.reason = '' THEN s.reason ELSE excluded.reason END
     RETURNING xmax = 0 AS made`,
    [reach.scope, named.clientId, named.carrier, reason, stoppedBy],
  );
  await audit(tx, named.clientId, 'operator_stop', { reason, by: stoppedBy });
  return row?.made === true;
}

/** @returns whether there was one */
export async function liftStop(
  tx: Tx,
  reach: StopReach,
  clientId: number | null,
  liftedBy: string,
): Promise<boolean> {
  const named = namedBy(reach, clientId);
  const gone = await tx.run(
    `DELETE FROM operator_stop WHERE scope = $1 AND client_id IS NOT DISTINCT FROM $2
       AND carrier IS NOT DISTINCT FROM $3`,
    [reach.scope, named.clientId, named.carrier],
  );
  if (gone > 0) await audit(tx, named.clientId, 'operator_stop_lifted', { by: liftedBy });
  return gone > 0;
}

/** Only what concerns one client goes into its log. */
async function audit(
  tx: Tx,
  clientId: number | null,
  action: string,
  detail: object,
): Promise<void> {
  if (clientId === null) return;
  await tx.run('INSERT INTO audit_log (client_id, action, detail) VALUES ($1, $2, $3)', [
    ...[clientId, action, JSON.stringify(detail)],
  ]);
}

/** The stops in effect, widest scope first. */
export async function listStops(tx: Tx): Promise<OperatorStop[]> {
  const rows = await tx.rows<Omit<OperatorStop, 'since'> & { since: Date }>(
    `SELECT s.scope, k.code AS client, s.carrier, s.since, s.reason, s.stopped_by AS "stoppedBy"
     FROM operator_stop s LEFT JOIN client k ON k.client_id = s.client_id
     ORDER BY array_position(ARRAY['all', 'client', 'carrier'], s.scope), k.code, s.carrier`,
  );
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}

/** The stop that a client's managers see: of everything, or of this client. */
export async function readStopOf(
  tx: Tx,
  clientId: number,
): Promise<(StopWord & { scope: 'all' | 'client' }) | null> {
  const sql = `SELECT ${stopWord('$1::int', "''")} AS stop`;
  const row = await tx.row<{ stop: StopWord | null }>(sql, [clientId]);
  const { scope } = row?.stop ?? {};
  return row?.stop && (scope === 'all' || scope === 'client') ? { ...row.stop, scope } : null;
}
