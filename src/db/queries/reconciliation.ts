/** Which folders have compared their journals in the current hold, and the results. */
import type { HoldCode } from '#contract/hold-code.ts';
import type { Tx } from '../database.ts';
import type { HeldCarriers } from './hold-carriers.ts';
import { journalDays } from './retention.ts';
import { isComplete } from './witness.ts';

/** A folder that has not compared its journal in the current hold. */
export interface Outstanding {
  witnessId: string;
  name: string;
  /** Its last sign of life. */
  seenAt: Date;
  /** It has compared its journal, but bytes of it are missing. */
  lost: number;
}

/**
 * SQL: the ids of folders that are not waited for. They had been silent for the days that journals
 * are kept when this state of the database was made; a mark that saw them later has moved their
 * time. If this state is itself older than those days, all folders are waited for: marks may not
 * reach back that far. A clock that runs ahead excludes none.
 *
 * @param days a parameter; null: journals are kept forever, so there are none
 */
export const longSilent = (days: string) => {
  const kept = `make_interval(days => ${days}::integer)`;
  return `SELECT old.witness_id FROM witness old, (SELECT max(known_at) AS at FROM witness) newest
    GROUP BY old.witness_id, newest.at
    HAVING newest.at >= clock_timestamp() - ${kept}
      AND max(old.seen_at) < least(newest.at, clock_timestamp()) - ${kept}`;
};

/** Folders that no hold waits for, because they were silent for so long. */
export async function longSilentFolders(tx: Tx): Promise<Pick<Outstanding, 'name' | 'seenAt'>[]> {
  return tx.rows(
    `SELECT max(name) AS name, max(seen_at) AS "seenAt" FROM witness
     WHERE witness_id IN (${longSilent('$1')}) GROUP BY witness_id ORDER BY name, witness_id`,
    [await journalDays(tx)],
  );
}

/** The folders that have to compare before the hold ends. */
export async function outstanding(tx: Tx): Promise<Outstanding[]> {
  return tx.rows<Outstanding>(
    `SELECT w.witness_id AS "witnessId", max(w.name) AS name, max(w.seen_at) AS "seenAt",
       coalesce(max(r.lost), 0)::bigint AS lost
     FROM installation i CROSS JOIN witness w
     LEFT JOIN reconciliation r ON r.generation = i.generation AND r.witness_id = w.witness_id
     WHERE r.gone IS NOT TRUE AND w.witness_id NOT IN (${longSilent('$1')}) AND NOT coalesce(
       r.lost = 0 AND (r.repaired OR (i.hold_code = 'failover' AND r.missing = 0)), false)
       AND NOT (i.hold_code = 'failover' AND ${isComplete})
     GROUP BY w.witness_id ORDER BY name, w.witness_id`,
    [await journalDays(tx)],
  );
}

/**
 * Stores the result of a folder's comparison; it replaces earlier results of this hold, but not
 * what the operator said about a part that is still lost.
 */
export async function noteReconciled(
  tx: Tx,
  given: {
    witnessId: string;
    name: string;
    repaired: boolean;
    gone?: boolean;
    missing: number;
    /** Missing bytes of its journals. */
    lost?: number;
    report: object;
  },
): Promise<void> {
  await tx.run(
    `INSERT INTO reconciliation AS r (generation, witness_id, name, repaired, gone, missing, lost, report)
     SELECT generation, $1, $2, $3, $4, $5, $6, $7 FROM installation
     ON CONFLICT (generation, witness_id) DO UPDATE SET name = excluded.name,
       repaired = r.repaired OR excluded.repaired, missing = excluded.missing,
       gone = excluded.gone OR (r.gone AND r.repaired AND excluded.lost > 0),
       lost = excluded.lost, report = excluded.report, at = clock_timestamp()`,
    [
      given.witnessId,
      given.name,
      given.repaired,
      given.gone ?? false,
      given.missing,
      given.lost ?? 0,
      JSON.stringify(given.report),
    ],
  );
}

/** The operator declares this folder, or a part of it, lost; what it reported stays. */
export async function noteGone(tx: Tx, { witnessId, name }: Outstanding): Promise<void> {
  await tx.run(
    `INSERT INTO reconciliation (generation, witness_id, name, repaired, gone)
     SELECT generation, $1, $2, false, true FROM installation
     ON CONFLICT (generation, witness_id) DO UPDATE SET gone = true, at = clock_timestamp()`,
    [witnessId, name],
  );
}

/** In the current hold this folder has more to compare than it reported. */
export async function forgetReconciled(tx: Tx, witnessId: string): Promise<void> {
  await tx.run(
    `DELETE FROM reconciliation r USING installation i
     WHERE r.generation = i.generation AND r.witness_id = $1 AND NOT r.gone`,
    [witnessId],
  );
}

export async function forgetAllReconciled(tx: Tx): Promise<void> {
  await tx.run(
    'DELETE FROM reconciliation r USING installation i WHERE r.generation = i.generation',
  );
}

/** What this folder reported in the current hold. */
export async function readReconciled(
  tx: Tx,
  witnessId: string,
): Promise<{ repaired: boolean; missing: number } | undefined> {
  return tx.row(
    `SELECT r.repaired, r.missing FROM reconciliation r, installation i
     WHERE r.generation = i.generation AND r.witness_id = $1`,
    [witnessId],
  );
}

export interface LastReconciliation {
  at: string;
  since: string;
  code: HoldCode;
  folders: { name: string; gone: boolean; report: object }[];
  carriers: HeldCarriers;
}

/** What ended the last hold; undefined when there was none. */
export async function readLastReconciliation(tx: Tx): Promise<LastReconciliation | undefined> {
  const row = await tx.row<{ reconciled: LastReconciliation | null }>(
    'SELECT reconciled FROM installation',
  );
  return row?.reconciled ?? undefined;
}
