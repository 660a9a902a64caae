/** Whether waiting numbers have contacts that limits of their follow-ups still count. */
import type { FollowUpRule } from '#contract/follow-up.ts';
import { type KindCap, windowStart } from '#domain/contact-cap.ts';
import type { CampaignPolicy } from '#domain/policy/campaign-policy.ts';
import { longestWindow } from '#domain/policy/window-reach.ts';
import type { Tx } from '../database.ts';
import { planSettings, usualSettings, waitingEntries } from './waiting-groups.ts';

interface Question {
  callListIds: readonly number[];
  followUps: readonly FollowUpRule[];
  policy: CampaignPolicy | null;
  cap: KindCap | null;
  now: Date;
}

/**
 * A limit or cap of one lets a number wait until all earlier contacts are out; of two or more, a
 * follow-up is held by contacts of before the campaign, which a forecast does not know one by one.
 */
export async function contactedBefore(tx: Tx, clientId: number, question: Question) {
  const { callListIds, followUps, policy, cap, now } = question;
  if (!followUps.some(({ action }) => action === 'again')) return false;
  const at = now.getTime();
  const limits = (policy?.windows ?? []).filter(
    ({ terms }) => terms.kind === 'limit' && terms.most > 1,
  );
  const since = Math.min(
    limits.length > 0 ? at - longestWindow(limits) : at,
    cap && cap.most > 1 ? windowStart(at, cap) : at,
  );
  if (since === at || callListIds.length === 0) return false;
  await tx.run(planSettings);
  const row = await tx.row<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM attempt a JOIN list_entry e ON e.phone = a.phone
       WHERE a.client_id = $1 AND a.attempted_at > $3 AND ${waitingEntries('= ANY ($2)')}) AS found`,
    [clientId, callListIds, new Date(since)],
  );
  await tx.run(usualSettings);
  return row?.found ?? false;
}
