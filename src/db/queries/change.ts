/** Versions of what managers edit: a save names the one that it began with (decision 055). */
import { type Change, operatorName } from '#contract/change.ts';
import { problem } from '#contract/errors.ts';
import { changedSentence } from '#domain/change-sentence.ts';
import type { Tx } from '../database.ts';

/** What has a version: the table, and the key of a row that is not deleted. */
const versioned = {
  call_list: 'call_list_id = $2',
  campaign: 'campaign_id = $2 AND deleted_at IS NULL',
  voice_message: 'voice_message_id = $2 AND deleted_at IS NULL',
  text_message: 'text_message_id = $2 AND deleted_at IS NULL',
  account_field: 'account_field_id = $2 AND deleted_at IS NULL',
  policy_rule: 'rule_id = $2',
  manager: 'manager_id = $2 AND deleted_at IS NULL',
} as const;

export type Versioned = keyof typeof versioned;

/** A change that a person makes. */
export interface Changing {
  /** null: the operator, at the command line. */
  managerId: number | null;
  /** On the platform's clock. */
  now: Date;
  /** That the change began with; without one it is not compared. */
  version?: number | undefined;
}

export interface ChangeRow {
  version: number;
  changed_at: Date | null;
  changed_by_name: string | null;
}

/** The columns of `ChangeRow`. @param alias of the table, which may be its name */
export function changeColumns(alias: string): string {
  return `${alias}.version, ${alias}.changed_at,
    (SELECT changer.name FROM manager changer
     WHERE changer.client_id = ${alias}.client_id AND changer.manager_id = ${alias}.changed_by)
      AS changed_by_name`;
}

/** What the wire shows of it. */
export function changeOf({ version, changed_at, changed_by_name }: ChangeRow) {
  return {
    version,
    changedBy: changed_at && (changed_by_name ?? operatorName),
    changedAt: changed_at?.toISOString() ?? null,
  };
}

/** The columns that a change sets, beside `version = version + 1`. */
export function stampOf({ managerId, now }: Changing) {
  return { changed_by: managerId, changed_at: now };
}

/**
 * Locks the record for a change: of two saves that began with the same version, the second is
 * refused.
 *
 * @param read returns the record as its operation does
 * @returns false when the client has no such record
 * @throws ProblemError changed_meanwhile, with what is stored now
 */
export async function lockVersion(
  tx: Tx,
  table: Versioned,
  [clientId, id]: readonly [clientId: number, id: number],
  changing: Changing,
  read: () => Promise<object | undefined>,
): Promise<boolean> {
  const row = await tx.row<ChangeRow>(
    `SELECT ${changeColumns(table)} FROM ${table}
     WHERE client_id = $1 AND ${versioned[table]} FOR NO KEY UPDATE OF ${table}`,
    [clientId, id],
  );
  if (!row) return false;
  const { version, now } = changing;
  if (version === undefined || version === row.version) return true;
  const stored = await read();
  if (!stored) return false;
  const at = row.changed_at ?? now;
  const by = row.changed_by_name ?? operatorName;
  const change: Change = {
    by,
    at: at.toISOString(),
    version: row.version,
    stored: { ...stored },
  };
  throw problem('changed_meanwhile', changedSentence({ by, at }, now), { change });
}
