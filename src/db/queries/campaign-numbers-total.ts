/** How many numbers a figure of a campaign has. */
import { isOfZones } from '#domain/campaign-funnel.ts';
import type { Tx } from '../database.ts';
import { campaignFunnel, readFunnelLists } from './campaign-funnel.ts';
import { countFound } from './campaign-numbers.ts';
import { countLeftOut } from './campaign-numbers-left-out.ts';
import type { NumbersQuestion } from './campaign-numbers-question.ts';

/** The funnel's own figure, of the same snapshot as the numbers; of a search, what it finds. */
export async function totalOf(
  tx: Tx,
  clientId: number,
  question: NumbersQuestion,
): Promise<number> {
  const { part, reason, zone, opens, result, campaignId, now } = question;
  if (question.search) {
    return (part === 'left_out' ? countLeftOut : countFound)(tx, clientId, question);
  }
  // Not a figure of the funnel: a number may be held by several rules.
  if (part === 'policy_rule') return countFound(tx, clientId, question);
  // Counted by list: it needs no group judged.
  if (part === 'never') return countFound(tx, clientId, question);
  if (part === 'barred_for_good') return countBarredForGood(tx, clientId, campaignId);
  const funnel = await campaignFunnel(tx, clientId, campaignId, now);
  if (!funnel) return 0;
  const sum = (counts: readonly { count: number }[]) =>
    counts.reduce((total, { count }) => total + count, 0);
  switch (part) {
    case 'all':
      return funnel.loaded;
    case 'remaining':
      return funnel.loaded - funnel.called;
    case 'called':
      return result === undefined ? funnel.called : countResult(tx, clientId, campaignId, result);
    case 'in_progress':
      return funnel.inProgress;
    case 'callable':
      return funnel.callableNow;
    case 'waiting':
      return sum(
        funnel.waiting.filter(
          (one) =>
            (reason ?? one.reason) === one.reason &&
            isOfZones(zone, one.zone) &&
            (opens ?? one.opens) === one.opens,
        ),
      );
    case 'barred':
      return sum(funnel.barred.filter((one) => (reason ?? one.reason) === one.reason));
    case 'left_out':
      return sum(
        funnel.leftOut.filter(({ reasonCode }) => (reason ?? reasonCode.code) === reasonCode.code),
      );
  }
}

async function countBarredForGood(tx: Tx, clientId: number, campaignId: number) {
  const lists = await readFunnelLists(tx, clientId, campaignId);
  return lists.reduce((total, { barred }) => total + barred, 0);
}

async function countResult(tx: Tx, clientId: number, campaignId: number, result: string) {
  const row = await tx.row<{ count: number }>(
    `SELECT coalesce(sum((to_jsonb(n) ->> $3)::bigint), 0)::bigint AS count
     FROM call_list l JOIN call_list_count n ON n.client_id = $1
       AND n.call_list_id = l.call_list_id
     WHERE l.client_id = $1 AND l.campaign_id = $2`,
    [clientId, campaignId, result],
  );
  return row?.count ?? 0;
}
