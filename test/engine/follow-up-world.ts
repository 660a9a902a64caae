/** Campaigns with follow-up rules, results that are recorded straight, and what came of them. */
import { randomUUID } from 'node:crypto';
import type { FollowUpRule } from '../../src/contract/follow-up.ts';
import { asClient, type Database } from '../../src/db/database.ts';
import { stepStride } from '../../src/db/entry-steps.ts';
import { ensureCallRecordMonth } from '../../src/db/queries/call-record-month.ts';
import type { EndedCall } from '../../src/db/queries/ended-call.ts';
import { recordResults } from '../../src/db/queries/record.ts';
import type { CallResult } from '../../src/domain/call-result.ts';
import { type SimMs, simMs } from '../../src/domain/milliseconds.ts';
import { afternoon, type Campaign, vault } from './world.ts';

export const rule = (of: Partial<FollowUpRule>): FollowUpRule => ({
  ...{ ruleId: 1, after: 'no_answer', action: 'again', campaignId: 0 },
  ...{ waitMinutes: 240, otherPart: false, most: 3, ...of },
});

export async function setRules(db: Database, campaign: Campaign, rules: FollowUpRule[]) {
  await asClient(db, campaign.clientId, (tx) =>
    tx.run('UPDATE campaign SET follow_ups = $3 WHERE client_id = $1 AND campaign_id = $2', [
      campaign.clientId,
      campaign.campaignId,
      JSON.stringify(rules),
    ]),
  );
}

/** As a claim leaves them: in flight since `at`. */
export async function takeEntries(
  db: Database,
  { clientId, campaignId }: Campaign,
  callListId: number,
  entryIds: readonly number[],
  at: SimMs = afternoon,
) {
  await asClient(db, clientId, async (tx) => {
    await ensureCallRecordMonth(tx, new Date(at));
    const taken = await tx.run(
      `UPDATE list_entry SET state = 1, reason = NULL
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id = ANY ($3) AND state = 0`,
      [clientId, callListId, entryIds],
    );
    await tx.run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
         attempted_at)
       SELECT $1, $2, entry_id, $3, phone, $5, $6 FROM list_entry
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id = ANY ($4)`,
      [clientId, callListId, campaignId, entryIds, randomUUID(), new Date(at)],
    );
    await tx.run(
      `UPDATE call_list_count SET attempted = attempted + $3 WHERE client_id = $1
       AND call_list_id = $2`,
      [clientId, callListId, taken],
    );
  });
}

export const ended = (
  callListId: number,
  entryId: number,
  result: CallResult,
  of: Partial<EndedCall> = {},
): EndedCall => ({
  ...{ callListId, entryId, result, note: null },
  answeredAt: result === 'person' || result === 'machine' ? simMs(afternoon + 5_000) : null,
  finishedAt: simMs(afternoon + 20_000),
  ...of,
});

export const record = (db: Database, clientId: number, calls: EndedCall[]) =>
  asClient(db, clientId, (tx) => recordResults(tx, vault, clientId, calls));

export interface ChildRow {
  callListId: number;
  entryId: number;
  /** In its list. */
  step: number;
  parent: string;
  ruleId: number;
  phone: string;
  state: number;
  reason: string | null;
  due: number;
}

/** The follow-ups of a client by their keys. */
export async function childrenOf(db: Database, clientId: number): Promise<ChildRow[]> {
  const rows = await asClient(db, clientId, (tx) =>
    tx.rows<Omit<ChildRow, 'step'>>(
      `SELECT f.call_list_id AS "callListId", f.entry_id AS "entryId", e.phone, e.state, e.reason,
         concat(f.parent_list_id, '-', f.parent_entry_id) AS parent, f.rule_id AS "ruleId",
         (extract(epoch FROM e.due_at) * 1000)::float8 AS due
       FROM follow_up f JOIN list_entry e USING (client_id, call_list_id, entry_id)
       WHERE f.client_id = $1 ORDER BY 1, 2`,
      [clientId],
    ),
  );
  return rows.map((row) => ({ ...row, step: Math.floor(row.entryId / stepStride) }));
}
