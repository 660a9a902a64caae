/**
 * Launch approval, where the operator requires it of a client: whoever changed a campaign, its
 * messages or its lists last does not start it. Triggers note who that was, and end an approval with
 * each change (functions/preparation.sql); every start asks here, whoever begins it.
 */
import { runStatus } from '#contract/campaign.ts';
import type { ReasonOf } from '#contract/reason.ts';
import type { Tx } from '../database.ts';

/** Who starts a campaign; the schedule is nobody, and starts only what somebody has approved. */
export type Starter = { managerId: number } | 'schedule' | 'operator';

interface Standing {
  required: boolean;
  approved: boolean;
  preparedBy: number | null;
  preparedAt: Date | null;
  name: string | null;
  alone: boolean;
}

/** @returns undefined when it may start */
export async function approvalAgainst(
  tx: Tx,
  [clientId, campaignId]: readonly [clientId: number, campaignId: number],
  starter: Starter,
): Promise<ReasonOf<'needs_approval'> | undefined> {
  const standing = await tx.row<Standing>(
    `SELECT k.launch_approval AS required, c.approved_at IS NOT NULL AS approved,
       c.prepared_by AS "preparedBy", c.prepared_at AS "preparedAt", m.name,
       NOT EXISTS (SELECT FROM manager o
         WHERE o.client_id = $1 AND o.deleted_at IS NULL AND o.active
           AND o.role IN ('manager', 'administrator')
           AND o.manager_id IS DISTINCT FROM c.prepared_by) AS alone
     FROM campaign c
     JOIN client k ON k.client_id = c.client_id
     LEFT JOIN manager m ON m.client_id = c.client_id AND m.manager_id = c.prepared_by
     WHERE c.client_id = $1 AND c.campaign_id = $2`,
    [clientId, campaignId],
  );
  if (!standing?.required || standing.approved || starter === 'operator') return undefined;
  const { preparedBy, name, alone } = standing;
  if (starter !== 'schedule' && starter.managerId !== preparedBy) return undefined;
  return { code: 'needs_approval', ...(name !== null && { by: name }), alone };
}

/**
 * Approves a campaign without starting it, for its schedule or for whoever starts it later.
 *
 * @returns undefined when the client has no such campaign; the reason when this manager prepared it
 */
export async function approveLaunch(
  tx: Tx,
  [clientId, campaignId]: readonly [clientId: number, campaignId: number],
  managerId: number,
): Promise<ReasonOf<'needs_approval'> | null | undefined> {
  const found = await tx.run(
    `SELECT FROM campaign WHERE client_id = $1 AND campaign_id = $2 AND deleted_at IS NULL
     FOR NO KEY UPDATE`,
    [clientId, campaignId],
  );
  if (found === 0) return undefined;
  const against = await approvalAgainst(tx, [clientId, campaignId], { managerId });
  if (against) return against;
  await approve(tx, [clientId, campaignId], { managerId });
  // A start that was refused for want of it may come now.
  await tx.run(
    `UPDATE campaign SET reason = NULL
     WHERE client_id = $1 AND campaign_id = $2
       AND reason->>'code' IN ('needs_approval', 'changed_since_approval')`,
    [clientId, campaignId],
  );
  return null;
}

/** Notes that somebody who did not prepare it wants it to run. */
export async function approve(
  tx: Tx,
  [clientId, campaignId]: readonly [clientId: number, campaignId: number],
  starter: Starter,
): Promise<void> {
  if (typeof starter === 'string') return;
  await tx.run(
    `UPDATE campaign c SET approved_by = $3, approved_at = now()
     WHERE c.client_id = $1 AND c.campaign_id = $2 AND c.approved_at IS NULL
       AND c.prepared_by IS DISTINCT FROM $3
       AND (SELECT k.launch_approval FROM client k WHERE k.client_id = $1)`,
    [clientId, campaignId, starter.managerId],
  );
}

/** Whether the client requires it. */
export async function readLaunchApproval(tx: Tx, clientId: number): Promise<boolean> {
  const row = await tx.row<{ required: boolean }>(
    'SELECT launch_approval AS required FROM client WHERE client_id = $1',
    [clientId],
  );
  return row?.required ?? false;
}

export async function setLaunchApproval(tx: Tx, clientId: number, required: boolean) {
  await tx.run('UPDATE client SET launch_approval = $2 WHERE client_id = $1', [clientId, required]);
}

/** Stopped campaigns that no schedule and not their preparer may start; none where nothing is required. */
export function listAwaitingApproval(tx: Tx, clientId: number) {
  return tx.rows<{ campaignId: number; preparedBy: string | null; preparedById: number | null }>(
    `SELECT c.campaign_id AS "campaignId", m.name AS "preparedBy", c.prepared_by AS "preparedById"
     FROM campaign c
     JOIN client k ON k.client_id = c.client_id AND k.launch_approval
     LEFT JOIN manager m ON m.client_id = c.client_id AND m.manager_id = c.prepared_by
     WHERE c.client_id = $1 AND c.deleted_at IS NULL AND c.run_status = ${runStatus.stopped}
       AND NOT c.completed AND c.approved_at IS NULL
     ORDER BY c.campaign_id`,
    [clientId],
  );
}
