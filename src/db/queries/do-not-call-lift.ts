/** What takes a number off the do-not-call list, and what is kept of it. */
import {
  askedByPerson,
  type DoNotCallEntry,
  type DoNotCallLift,
  doNotCallTexts,
  mostDoNotCallLifts,
} from '#contract/do-not-call.ts';
import { problem, ruleBroken } from '#contract/errors.ts';
import { easternTime } from '#domain/eastern-time.ts';
import { realMs } from '#domain/milliseconds.ts';
import type { Tx } from '../database.ts';
import { isNumberHash } from '../number-key.ts';
import { lastAsk, sourceOf } from './do-not-call.ts';

interface LiftedRow {
  phone: string;
  source: DoNotCallEntry['source'];
  blocked: Date;
  lastAsk: Date | null;
}

export interface Lifting {
  id: number;
  managerId: number;
  /** Why, in the manager's words; '' for none. */
  reason: string;
  /** When the person had asked last, as far as the manager saw; undefined: not compared. */
  asked?: string | undefined;
}

/**
 * Lifts a number and records who did it; returns the number, or undefined when there is none of
 * this id. A person's own opt-out is lifted only with a reason, which is kept. Entries that it
 * barred stay barred (docs/decisions/012-do-not-call.md).
 *
 * @throws rule_broken without the reason, changed_meanwhile where the person has asked again
 */
export async function deleteDoNotCall(
  tx: Tx,
  clientId: number,
  { id, managerId, reason, asked }: Lifting,
): Promise<string | undefined> {
  // A STOP that is being stored locks the row, too, even where it writes nothing: the next statement sees it.
  await tx.run('SELECT FROM do_not_call WHERE client_id = $1 AND do_not_call_id = $2 FOR UPDATE', [
    clientId,
    id,
  ]);
  const gone = await tx.row<LiftedRow>(
    `DELETE FROM do_not_call d WHERE client_id = $1 AND do_not_call_id = $2
     RETURNING phone, ${sourceOf}, coalesce(key_at, text_at, created) AS blocked, ${lastAsk} AS "lastAsk"`,
    [clientId, id],
  );
  if (!gone) return undefined;
  const { phone, source, blocked, lastAsk: last } = gone;
  // The error undoes the deletion.
  if (asked !== undefined && last && last.getTime() > Date.parse(asked))
    throw problem('changed_meanwhile', doNotCallTexts.askedAgain(easternTime(last.getTime())));
  // After a restore an erased number is blocked again by its erasure, whatever was lifted since.
  if (!isNumberHash(phone)) {
    tx.journal([{ kind: 'optIn', clientId, phone, source: 'all', at: realMs(Date.now()) }]);
  }
  if (askedByPerson(source)) {
    const why = reason.trim();
    // The error undoes the deletion.
    if (why === '') throw ruleBroken('reason', doNotCallTexts.reason);
    await tx.run(
      `INSERT INTO do_not_call_lift (client_id, phone, source, blocked, manager_id, reason)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [clientId, phone, source, blocked, managerId, why],
    );
  }
  await tx.run(
    `INSERT INTO audit_log (client_id, manager_id, action, detail)
     VALUES ($1, $2, 'do_not_call_deleted', $3)`,
    [clientId, managerId, JSON.stringify({ phone, source })],
  );
  return phone;
}

/** Opt-outs of persons that managers lifted, newest first. */
export async function listDoNotCallLifts(tx: Tx, clientId: number): Promise<DoNotCallLift[]> {
  const rows = await tx.rows<
    Omit<DoNotCallLift, 'blocked' | 'lifted'> & { blocked: Date; lifted: Date }
  >(
    `SELECT l.do_not_call_lift_id AS id, l.phone AS "phoneRestriction", l.source,
       platform_time(l.blocked) AS blocked, platform_time(l.lifted) AS lifted,
       m.name AS "managerName", l.reason
     FROM do_not_call_lift l
     JOIN manager m ON m.client_id = $1 AND m.manager_id = l.manager_id
     WHERE l.client_id = $1
     ORDER BY l.do_not_call_lift_id DESC LIMIT ${mostDoNotCallLifts}`,
    [clientId],
  );
  return rows.map(({ blocked, lifted, ...row }) => ({
    ...row,
    blocked: blocked.toISOString(),
    lifted: lifted.toISOString(),
  }));
}
