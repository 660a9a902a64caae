/**
 * Stops by the operator (here) and by administrators (client-stop.ts): while one is in effect, no
 * engine calls or texts anything new in its scope, even after a restart. Claims, auto-replies and
 * recording calls read both in the transaction that takes them, after its lock: one that does not see
 * a stop got its lock before it.
 */
import { campaignType } from '#contract/campaign.ts';
import type { StopReach, StopWord } from '#domain/operator-stop-words.ts';
import type { Tx } from '../database.ts';

/** A stop as the operator sees it. */
export interface ListedStop {
  setBy: 'operator' | 'administrator';
  scope: StopReach['scope'];
  /** The client's code: of a client's stop, and of each stop by an administrator; else null. */
  client: string | null;
  /** The carrier's name; null but for a carrier's. */
  carrier: string | null;
  /** ISO 8601, real time. */
  since: string;
  reason: string;
  /** `user@host`, or the administrator's name. */
  stoppedBy: string;
}

/** SQL: the carrier of a campaign `c` of the client `k`. */
export const carrierOfCampaign = `CASE WHEN c.campaign_type = ${campaignType.texting}
  THEN k.text_carrier ELSE k.voice_carrier END`;

const reaches = (client: string, carrier: string) =>
  `(s.scope = 'all' OR s.client_id = ${client} OR s.carrier = ${carrier})`;

/** Of a client's own stops `t`. */
const reachesOwn = (client: string, carrier: string) =>
  `(t.client_id = ${client} AND (t.carrier IS NULL OR t.carrier = ${carrier}))`;

/**
 * SQL: whether a stop applies to this client or carrier. Both are SQL; `carrier` is evaluated only
 * when there is a stop.
 */
export const isStopped = (client: string, carrier: string) =>
  `(EXISTS (SELECT FROM operator_stop s WHERE ${reaches(client, carrier)})
    OR EXISTS (SELECT FROM client_stop t WHERE ${reachesOwn(client, carrier)}))`;

/** SQL: rank and word, a `StopWord`, of each stop that applies; the operator's and the widest first. */
const stopWords = (client: string, carrier: string) =>
  `SELECT array_position(ARRAY['all', 'client', 'carrier'], s.scope) AS rank,
     jsonb_build_object('scope', s.scope, 'carrier', s.carrier, 'since', platform_time(s.since),
       'reason', s.reason, 'by', NULL) AS word
   FROM operator_stop s WHERE ${reaches(client, carrier)}
   UNION ALL
   SELECT CASE WHEN t.carrier IS NULL THEN 4 ELSE 5 END,
     jsonb_build_object('scope', CASE WHEN t.carrier IS NULL THEN 'client' ELSE 'carrier' END,
       'carrier', t.carrier, 'since', platform_time(t.since), 'reason', t.reason, 'by', t.stopped_by)
   FROM client_stop t WHERE ${reachesOwn(client, carrier)}`;

/** SQL: the stop that a campaign names, a `StopWord`; null without one. */
export const stopWord = (client: string, carrier: string) =>
  `(SELECT w.word FROM (${stopWords(client, carrier)}) AS w ORDER BY w.rank LIMIT 1)`;

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

/** The stops in effect: the operator's, widest scope first, and then those of administrators. */
export async function listStops(tx: Tx): Promise<ListedStop[]> {
  const rows = await tx.rows<Omit<ListedStop, 'since'> & { since: Date }>(
    `SELECT 'operator' AS "setBy", s.scope, k.code AS client, s.carrier, s.since, s.reason,
       s.stopped_by AS "stoppedBy"
     FROM operator_stop s LEFT JOIN client k ON k.client_id = s.client_id
     UNION ALL
     SELECT 'administrator', CASE WHEN t.carrier IS NULL THEN 'client' ELSE 'carrier' END, k.code,
       t.carrier, t.since, t.reason, t.stopped_by
     FROM client_stop t JOIN client k ON k.client_id = t.client_id`,
  );
  const rank = ({ setBy, scope }: Pick<ListedStop, 'setBy' | 'scope'>) =>
    Number(setBy === 'administrator') * 3 + ['all', 'client', 'carrier'].indexOf(scope);
  const nameOf = ({ client, carrier }: Pick<ListedStop, 'client' | 'carrier'>) =>
    `${client ?? ''} ${carrier ?? ''}`;
  return rows
    .map((row) => ({ ...row, since: row.since.toISOString() }))
    .sort((one, other) => rank(one) - rank(other) || (nameOf(one) < nameOf(other) ? -1 : 1));
}

/** A stop as the managers of a client see it. */
export interface ClientsStop extends StopWord {
  /** Of a stop by an administrator; null for the operator's. */
  clientStopId: number | null;
}

/**
 * What a client's managers see: the stops of everything, of this client and of its carriers. Works
 * under the client's role and under the platform's.
 */
export async function readStopsOf(tx: Tx, clientId: number): Promise<ClientsStop[]> {
  const rows = await tx.rows<Omit<ClientsStop, 'since'> & { since: Date }>(
    `SELECT NULL AS "clientStopId", s.scope, s.carrier, platform_time(s.since) AS since, s.reason,
       NULL AS by,
       array_position(ARRAY['all', 'client', 'carrier'], s.scope) AS rank
     FROM operator_stop s JOIN client k ON k.client_id = $1
     WHERE ${reaches('k.client_id', 'ANY (ARRAY[k.voice_carrier, k.text_carrier])')}
     UNION ALL
     SELECT t.client_stop_id, CASE WHEN t.carrier IS NULL THEN 'client' ELSE 'carrier' END,
       t.carrier, platform_time(t.since), t.reason, t.stopped_by, CASE WHEN t.carrier IS NULL THEN 4 ELSE 5 END
     FROM client_stop t WHERE t.client_id = $1
     ORDER BY rank, carrier`,
    [clientId],
  );
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}

/** The stop under which a campaign would wait; null without one. */
export async function readStopOfCampaign(
  tx: Tx,
  clientId: number,
  campaignId: number,
): Promise<StopWord | null> {
  const row = await tx.row<{ stop: StopWord | null }>(
    `SELECT ${stopWord('k.client_id', carrierOfCampaign)} AS stop
     FROM campaign c JOIN client k ON k.client_id = c.client_id
     WHERE c.client_id = $1 AND c.campaign_id = $2`,
    [clientId, campaignId],
  );
  return row?.stop ?? null;
}
