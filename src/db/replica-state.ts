/** Whether a standby can be read in place of the database, and how far behind it is. */
import type { ClientBase } from 'pg';

/** Why a standby is not read. */
export type ReplicaTrouble = 'unreachable' | 'not_a_standby' | 'other_database' | 'behind';

/** What a server says of itself. */
export interface ServerPosition {
  systemIdentifier: string;
  inRecovery: boolean;
  /** The last byte of the write-ahead log that is in its data. */
  at: bigint;
}

/** Asks the database, or a standby of it. */
export async function positionOf(client: Pick<ClientBase, 'query'>): Promise<ServerPosition> {
  const { rows } = await client.query<{ id: string; recovery: boolean; at: string }>(
    `SELECT system_identifier::text AS id, pg_is_in_recovery() AS recovery,
       ((CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END)
         - '0/0')::text AS at
     FROM pg_control_system()`,
  );
  const row = rows[0];
  if (!row) throw new Error('The server does not say what it is.');
  return { systemIdentifier: row.id, inRecovery: row.recovery, at: BigInt(row.at ?? 0) };
}

/** Why the standby cannot stand in for the database; undefined when it can. */
export function replicaProblem(
  database: ServerPosition,
  replica: ServerPosition,
): Extract<ReplicaTrouble, 'not_a_standby' | 'other_database'> | undefined {
  if (database.systemIdentifier !== replica.systemIdentifier) return 'other_database';
  return replica.inRecovery ? undefined : 'not_a_standby';
}

/**
 * As of when a standby shows the data: it is remembered where the database was at which time, so that
 * no clocks are compared, and a standby that receives nothing more is behind and not "up to date".
 */
export class ReplicaLag {
  /** Places of the database that the standby had not reached, oldest first. */
  #ahead: { at: bigint; time: number }[] = [];
  #reached: number | undefined;

  /**
   * @param time when the database was asked, by any clock that never goes back
   * @returns the latest time whose data the standby has; undefined while that is not known
   */
  note(database: bigint, replica: bigint, time: number): number | undefined {
    this.#ahead.push({ at: database, time });
    while (this.#ahead[0] && this.#ahead[0].at <= replica)
      this.#reached = this.#ahead.shift()?.time;
    // Of a long lag only the order matters.
    if (this.#ahead.length > 3_600) this.#ahead.splice(1, 1);
    return this.#reached;
  }
}

export const replicaSentences: Record<ReplicaTrouble, string> = {
  unreachable: 'The standby of CARILLON_REPORTS_URL cannot be reached.',
  not_a_standby:
    'The server of CARILLON_REPORTS_URL is no standby: it may have been promoted. It must follow the database.',
  other_database: 'CARILLON_REPORTS_URL points to another database than this installation uses.',
  behind: 'The standby of CARILLON_REPORTS_URL is more than a minute behind.',
};
