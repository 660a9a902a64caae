/** Engines that a manager of the demo killed (decision 097). */
import { inFlight } from '../attempt-states.ts';
import type { Tx } from '../database.ts';

/**
 * The process that was killed, or why none was. `starting`: it does not run yet, or not again. `within`: the engine
 * has no process of its own before there is a campaign.
 */
export type EngineDeath = { pid: number } | 'starting' | 'within';

/** Counts those of the last minute, one transaction after the other. */
export async function killsOfLastMinute(tx: Tx, clientId: number): Promise<number> {
  await tx.run(`SELECT pg_advisory_xact_lock(hashtext('carillon engine kills'), $1)`, [clientId]);
  const row = await tx.row<{ kills: number }>(
    `SELECT count(*)::int AS kills FROM engine_kill
     WHERE client_id = $1 AND gone_at > clock_timestamp() - interval '1 minute'`,
    [clientId],
  );
  return row?.kills ?? 0;
}

/** Right after its death: what has no end now was in flight, as nobody can end it before another engine. */
export async function addKill(
  tx: Tx,
  { clientId, managerId, now }: { clientId: number; managerId: number; now: Date },
): Promise<void> {
  await tx.run(
    `INSERT INTO engine_kill (client_id, manager_id, killed_at, in_flight)
     SELECT $1, $2, $3, count(*) FROM attempt WHERE client_id = $1 AND ${inFlight()}`,
    [clientId, managerId, now],
  );
}

/** An engine runs again. */
export async function noteEngineBack(tx: Tx): Promise<void> {
  await tx.run('UPDATE engine_kill SET back_at = clock_timestamp() WHERE back_at IS NULL');
}

export interface KillFacts {
  kills: number;
  killed: Date;
  inFlight: number;
  /** Of those that were in flight. */
  stillOpen: number;
  unknown: number;
  /** Seconds; null while no engine runs. */
  backAfter: number | null;
}

/** The newest kill, and what became of its calls; undefined before the first. */
export function readLastKill(tx: Tx, clientId: number): Promise<KillFacts | undefined> {
  // A call lasts minutes: what began longer ago than that was not in flight.
  return tx.row<KillFacts>(
    `SELECT k.killed_at AS killed, k.in_flight AS "inFlight",
       (SELECT count(*)::int FROM engine_kill WHERE client_id = $1) AS kills,
       (SELECT count(*)::int FROM attempt a
        WHERE a.client_id = $1 AND a.attempted_at <= k.killed_at AND ${inFlight('a')}) AS "stillOpen",
       (SELECT count(*)::int FROM call_record r
        WHERE r.client_id = $1 AND r.result = 'unknown' AND r.finished_at >= k.killed_at
          AND r.started_at <= k.killed_at
          AND r.started_at > k.killed_at - interval '1 day') AS unknown,
       extract(epoch FROM k.back_at - k.gone_at)::float8 AS "backAfter"
     FROM engine_kill k WHERE k.client_id = $1 ORDER BY k.engine_kill_id DESC LIMIT 1`,
    [clientId],
  );
}
