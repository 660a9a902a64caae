/** The campaigns that rules lead to, at a save. */
import { problem, ruleBroken } from '#contract/errors.ts';
import { type FollowUpRule, followUpTexts } from '#contract/follow-up.ts';
import type { Tx } from '../database.ts';

/**
 * Throws `not_found` for a campaign that is not the client's or was deleted, `rule_broken` for the
 * campaign itself. One that is deleted later is not followed any more.
 */
export async function checkTargets(
  tx: Tx,
  clientId: number,
  campaignId: number,
  rules: readonly FollowUpRule[] | undefined,
): Promise<void> {
  const others = (rules ?? []).filter(({ action }) => action === 'campaign');
  if (others.length === 0) return;
  const own = (rules ?? []).findIndex(
    (rule) => rule.action === 'campaign' && rule.campaignId === campaignId,
  );
  if (own >= 0) throw ruleBroken(`followUps.${own}.campaignId`, followUpTexts.own);
  const ids = [...new Set(others.map((rule) => rule.campaignId))];
  const found = await tx.rows<{ campaignId: number }>(
    `SELECT campaign_id AS "campaignId" FROM campaign
     WHERE client_id = $1 AND campaign_id = ANY ($2::bigint[]) AND deleted_at IS NULL`,
    [clientId, ids],
  );
  const known = new Set(found.map((one) => one.campaignId));
  const errors = (rules ?? []).flatMap((rule, at) =>
    rule.action === 'campaign' && !known.has(rule.campaignId)
      ? [{ path: `followUps.${at}.campaignId`, message: followUpTexts.targetUnknown }]
      : [],
  );
  if (errors.length > 0) throw problem('not_found', followUpTexts.targetUnknown, { errors });
}
