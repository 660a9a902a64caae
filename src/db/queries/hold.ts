/**
 * The hold: while it is on, no engine claims anything. It begins when this state of the database is
 * older than what a witness saw (docs/decisions/040-witnesses.md), after a restore, or by `start
 * --hold`; it ends when every witness has compared its journal. Everything here runs as the
 * platform.
 */

import type { Hold, HoldFacts } from '#contract/hold.ts';
import type { HoldCode } from '#contract/hold-code.ts';
import { realMs } from '#domain/milliseconds.ts';
import type { Tx } from '../database.ts';
import { type HeldCarriers, waitsForCarrier } from './hold-carriers.ts';
import { forgetAllReconciled, longSilent, outstanding } from './reconciliation.ts';
import { journalDays } from './retention.ts';

export interface World {
  installationId: string;
  generation: number;
  /** `00000001`; another one after a failover. */
  timeline: string;
  /** Null where the server does not report it. */
  systemIdentifier: string | null;
  hold: Hold | null;
  /**
   * Milliseconds since the hold began by the database's clock, which may have been set meanwhile;
   * null without one.
   */
  heldFor: number | null;
  /** Of the current hold; null without one, or when an older version began it. */
  holdId: string | null;
  /** Of the last holds that ended, newest last. */
  endedHolds: readonly string[];
}

/** What claims name: `current_world()` without a hold. */
export const worldOf = ({ generation, timeline }: World) => `${generation}/${timeline}`;

/**
 * SQL: the database is the one that the caller knows, and not on hold. `world` may be null: not
 * checked.
 */
export const isWorld = (world: string) =>
  `(${world}::text IS NULL OR current_world() IS NOT DISTINCT FROM ${world})`;

export async function readWorld(tx: Tx): Promise<World> {
  const row = await tx.row<Omit<World, 'hold'> & StoredHold>(
    `SELECT installation_id AS "installationId", generation,
       left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) AS timeline,
       CASE WHEN has_function_privilege('pg_control_system()', 'execute')
         THEN (SELECT system_identifier::text FROM pg_control_system()) END AS "systemIdentifier",
       extract(epoch FROM clock_timestamp() - hold_since)::float8 * 1000 AS "heldFor",
       hold_id AS "holdId", ended_holds AS "endedHolds", ${storedHold}
     FROM installation`,
  );
  if (!row) throw new Error('The database has no row in installation.');
  const { since: _since, code: _code, facts: _facts, asked: _asked, ...world } = row;
  return { ...world, hold: holdOf(row) };
}

interface StoredHold {
  since: Date | null;
  code: HoldCode;
  facts: HoldFacts & { carriers?: HeldCarriers };
  asked: boolean;
}

const storedHold = `hold_since AS since, hold_code AS code, hold_facts AS facts,
  reconcile_asked_at IS NOT NULL AS asked`;

function holdOf({ since, code, facts, asked }: StoredHold): Hold | null {
  const { carriers: _, ...known } = facts;
  return since && { ...known, code, since: since.toISOString(), asked };
}

export async function readHold(tx: Tx): Promise<Hold | null> {
  const row = await tx.row<StoredHold>(`SELECT ${storedHold} FROM installation`);
  return row ? holdOf(row) : null;
}

/** A current hold is unchanged, except for a more serious reason. */
export async function beginHold(tx: Tx, code: HoldCode, facts: HoldFacts = {}): Promise<void> {
  await tx.run(
    `UPDATE installation SET hold_code = $1, hold_facts = hold_facts || $2::jsonb,
       hold_since = coalesce(hold_since, clock_timestamp()),
       hold_id = CASE WHEN hold_since IS NULL THEN gen_random_uuid() ELSE hold_id END,
       reconcile_asked_at = CASE WHEN hold_since IS NULL THEN NULL ELSE reconcile_asked_at END
     WHERE hold_since IS NULL OR (hold_code = 'failover' AND $1 <> 'failover')`,
    [code, JSON.stringify(facts)],
  );
}

/**
 * After a restore. The backup may have been taken during a hold: folders that had compared their
 * journals then have to compare them again.
 */
export function holdAsRestored(tx: Tx, asOf: string): Promise<void> {
  return beginHoldAnew(tx, 'restored', { asOf });
}

/**
 * Replaces the current hold, if any, with a new one: its end is not requested, and no folder has
 * compared its journal.
 */
export async function beginHoldAnew(tx: Tx, code: HoldCode, facts: HoldFacts = {}): Promise<void> {
  await tx.run(
    `UPDATE installation SET hold_code = $1, hold_facts = $2, hold_since = clock_timestamp(),
       hold_id = gen_random_uuid(), reconcile_asked_at = NULL`,
    [code, JSON.stringify(facts)],
  );
  await forgetAllReconciled(tx);
}

/** `start --hold`: the operator may have reset the database to a state with a hold. */
export async function holdByHand(tx: Tx, facts: HoldFacts): Promise<void> {
  const standing = await readHold(tx);
  if (!standing) return beginHold(tx, 'operator', facts);
  const { code, asOf, aheadUntil, witness, lost } = standing;
  const known = { ...facts, ...given({ asOf, aheadUntil, witness, lost }) };
  await beginHoldAnew(tx, code === 'failover' ? 'operator' : code, known);
}

const given = (facts: { [Name in keyof HoldFacts]: HoldFacts[Name] | undefined }): HoldFacts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));

/**
 * After a folder has compared its journal. A missing part is one more reason for the current hold;
 * once its files are back it no longer is, but another folder's may be.
 */
export async function noteLostJournals(tx: Tx, name: string): Promise<void> {
  await tx.run(
    `UPDATE installation i SET hold_facts =
         CASE WHEN hold_facts ->> 'lost' = $1 THEN hold_facts - 'lost' ELSE hold_facts END
         || coalesce((SELECT jsonb_build_object('lost', r.name) FROM reconciliation r
              WHERE r.generation = i.generation AND r.lost > 0
              ORDER BY r.name <> $1, r.name LIMIT 1), '{}')
     WHERE hold_since IS NOT NULL`,
    [name],
  );
}

/** By then every process has noticed a hold and submits nothing more. */
export const holdRest = realMs(3_000);

/**
 * Milliseconds left of that, by the database's clock alone: another machine's may be off. The
 * database's may have been set, too, so it is never more than the whole.
 */
export function restLeft({ heldFor }: Pick<World, 'heldFor'>): number {
  return Math.min(holdRest, Math.max(0, holdRest - (heldFor ?? 0)));
}

/** The operator wants it to end as soon as every witness has repaired what is missing. */
export async function askToReconcile(tx: Tx): Promise<void> {
  await tx.run(
    `UPDATE installation SET reconcile_asked_at = coalesce(reconcile_asked_at, clock_timestamp())
     WHERE hold_since IS NOT NULL`,
  );
}

/** A restored backup is rarely older than this many holds. */
const rememberedHolds = 20;

/**
 * Ends the hold when all folders have compared: on the operator's request, or after a failover that
 * lost nothing. Not while a carrier is being asked, or has to be. The generation increases, so that
 * earlier engines and absent folders notice.
 *
 * @returns whether this ended it
 */
export async function endHoldWhenAllCame(tx: Tx): Promise<boolean> {
  const row = await tx.row<StoredHold>(`SELECT ${storedHold} FROM installation FOR UPDATE`);
  const hold = row && holdOf(row);
  if (!hold || (!hold.asked && hold.code !== 'failover')) return false;
  if (waitsForCarrier(row.facts.carriers)) return false;
  if ((await outstanding(tx)).length > 0) return false;
  await settleAll(tx);
  await tx.run(
    `UPDATE installation i SET hold_since = NULL, hold_code = NULL, hold_facts = '{}',
       hold_id = NULL, reconcile_asked_at = NULL, generation = generation + 1,
       ended_holds = (array_remove(ended_holds || hold_id, NULL))
         [greatest(1, cardinality(ended_holds) + 2 - $1):],
       reconciled = (SELECT jsonb_build_object('at', clock_timestamp(), 'since', i.hold_since,
           'code', i.hold_code, 'carriers', coalesce(i.hold_facts -> 'carriers', '{}'), 'folders', jsonb_agg(jsonb_build_object('name', r.name,
             'gone', r.gone, 'report', r.report) ORDER BY r.name))
         FROM reconciliation r WHERE r.generation = i.generation)`,
    [rememberedHolds],
  );
  return true;
}

/**
 * In a restored database every folder was last seen before the backup: those that had to compare
 * now have to in the next hold, too. A lost part of a journal counts as compared from now on, as
 * the operator said.
 */
async function settleAll(tx: Tx): Promise<void> {
  await tx.run(
    `UPDATE witness SET seen_at = clock_timestamp() WHERE witness_id NOT IN (${longSilent('$1')})`,
    [await journalDays(tx)],
  );
  await tx.run(
    `INSERT INTO witness AS w (witness_id, slot, name, position)
     SELECT r.witness_id, e.key::smallint, r.name, e.value::bigint
     FROM reconciliation r JOIN installation i USING (generation)
       CROSS JOIN jsonb_each_text(r.report -> 'ends') e
     WHERE r.repaired
     ON CONFLICT (witness_id, slot) DO UPDATE SET position = greatest(w.position, excluded.position)`,
  );
}
