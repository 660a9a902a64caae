/**
 * Ends a rule: it is taken out of its campaign, and its waiting entries are barred in the same
 * transaction. Texts without a reply go to the next rule for them, if one is left that leads somewhere. Results that are being
 * recorded hold the lock of lists from before they read the rules, so none makes a follow-up after this is
 * committed.
 */
import type { FollowUpRule } from '#contract/follow-up.ts';
import { gateReasons } from '#domain/gate.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { isInUse } from '../list-states.ts';
import { isAwaitedUnder } from './awaited-reply.ts';
import { barEntries } from './bar-entries.ts';
import { type Changing, stampOf } from './change.ts';
import { aimAt, aimOf, handOn } from './follow-up-aim.ts';
import { lockStopsAndLists } from './stops-and-lists.ts';

/** @returns how many waited and are not contacted now; undefined when the client has no such campaign */
export async function endFollowUp(
  tx: Tx,
  clientId: number,
  campaignId: number,
  ruleId: number,
  changing: Changing,
): Promise<number | undefined> {
  // The campaign before the lock, as where results are recorded; lists may be added to it meanwhile.
  const campaign = await tx.row<{ rules: FollowUpRule[] }>(
    `SELECT follow_ups AS rules FROM campaign
     WHERE client_id = $1 AND campaign_id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE`,
    [clientId, campaignId],
  );
  if (!campaign) return undefined;
  await lockStopsAndLists(tx, clientId);
  await aimAt(tx, { clientId, campaignId, ruleId }, campaign.rules);
  const left = campaign.rules.filter((rule) => rule.ruleId !== ruleId);
  if (left.length < campaign.rules.length) {
    const { changed_by: by, changed_at: at } = stampOf(changing);
    await tx.run(
      `UPDATE campaign SET follow_ups = $3, version = version + 1, updated = now(),
         changed_by = $4, changed_at = $5
       WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, campaignId, JSON.stringify(left), by, at],
    );
  }
  const waiting = await tx.rows<{ callListId: number; entryId: number }>(
    `SELECT f.call_list_id AS "callListId", f.entry_id AS "entryId"
     FROM follow_up f
     JOIN call_list l ON l.client_id = $1 AND l.call_list_id = f.call_list_id AND ${isInUse('l')}
     JOIN campaign c ON c.client_id = $1 AND c.campaign_id = l.campaign_id AND c.deleted_at IS NULL
     CROSS JOIN LATERAL (SELECT state FROM list_entry
       WHERE client_id = $1 AND call_list_id = f.call_list_id AND entry_id = f.entry_id
       OFFSET 0) AS e
     WHERE f.client_id = $1 AND f.campaign_id = $2 AND f.rule_id = $3
       AND e.state = ${entryState.waiting}`,
    [clientId, campaignId, ruleId],
  );
  const reason = gateReasons.followUpEnded;
  await barEntries(
    tx,
    clientId,
    waiting.map((key) => ({ ...key, reason })),
  );
  // Those that no other rule takes wait for this one still. As in the question before: only awaited ones count.
  await handOn(tx, { clientId, campaignId, ruleId }, left);
  const waits = await tx.rows<{ open: boolean }>(
    `DELETE FROM follow_up_wait w WHERE client_id = $1 AND campaign_id = $2 AND rule_id = $3
     RETURNING EXISTS (SELECT FROM ${aimOf('w', '$4::jsonb')} AS aim
       WHERE aim.rule_id = $3 AND ${isAwaitedUnder('w', 'aim')}) AS open`,
    [clientId, campaignId, ruleId, JSON.stringify(campaign.rules)],
  );
  return waiting.length + waits.filter(({ open }) => open).length;
}
