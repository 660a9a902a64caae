/** Follow-up rules of a simulated client, and what must hold of the ways that its numbers took. */
import type { FollowUpRule } from '../../src/contract/follow-up.ts';
import { asClient, asClientSnapshot, type Database } from '../../src/db/database.ts';
import { campaignFunnel } from '../../src/db/queries/campaign-funnel.ts';
import type { Random } from '../../src/domain/random.ts';
import type { Office } from './office.ts';
import type { Household, TownCampaign } from './town.ts';

/** Minutes are short, because a run is: the least that a form takes is no rule of the engine. */
export async function drawFollowUps(
  db: Database,
  random: Random,
  town: readonly Household[],
  often = false,
): Promise<void> {
  for (const { clientId, campaigns, persons } of town) {
    if (!often && random.chance(0.5)) continue;
    if (often) await withoutGap(db, clientId, persons);
    for (const campaign of campaigns) {
      const others = campaigns.filter((other) => other !== campaign);
      const rules = rulesOf(random, campaign, others, often);
      await asClient(db, clientId, (tx) =>
        tx.run('UPDATE campaign SET follow_ups = $3 WHERE client_id = $1 AND campaign_id = $2', [
          clientId,
          campaign.campaignId,
          JSON.stringify(rules),
        ]),
      );
    }
  }
}

async function withoutGap(db: Database, clientId: number, persons: { leastGapHours: number }) {
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE client SET least_gap_hours = 0 WHERE client_id = $1', [clientId]),
  );
  persons.leastGapHours = 0;
}

/** Campaigns may lead to each other in a circle. */
function rulesOf(
  random: Random,
  { kind }: TownCampaign,
  others: readonly TownCampaign[],
  often: boolean,
) {
  const outcomes =
    kind === 'texting'
      ? (['failed', 'no_reply'] as const)
      : (['no_answer', 'busy', 'machine', 'failed'] as const);
  return outcomes.map((after, at): FollowUpRule => {
    const other = others[random.between(0, Math.max(0, others.length - 1))];
    const leads = other !== undefined && random.chance(0.5);
    return {
      ...{ ruleId: at + 1, after, otherPart: false },
      action: leads ? 'campaign' : 'again',
      campaignId: leads ? other.campaignId : 0,
      waitMinutes: often ? 0 : random.between(1, 4),
      most: often ? 1 : random.between(1, 2),
    };
  });
}

interface Way {
  parent: string;
  child: string;
  /** The row of the file: the same for all numbers of an account. */
  line: number;
  rule: string;
  most: number | null;
}

/** By the rows alone: each way is walked from parent to child, whatever the engine noted of it. */
export async function againstFollowUps(
  ask: Office['ask'],
  plain: Database,
  { clientId, campaigns }: Household,
  now: number,
): Promise<string[]> {
  const ways = await ask<Way>(
    clientId,
    `SELECT concat_ws('-', f.parent_list_id, f.parent_entry_id) AS parent,
       concat_ws('-', f.call_list_id, f.entry_id) AS child, e.account_line AS line,
       concat_ws(' ', f.campaign_id, f.rule_id) AS rule, (r.rule ->> 'most')::int AS most
     FROM follow_up f JOIN campaign c USING (client_id, campaign_id)
     JOIN list_entry e USING (client_id, call_list_id, entry_id)
     LEFT JOIN LATERAL jsonb_array_elements(c.follow_ups) AS r (rule)
       ON (r.rule ->> 'ruleId')::int = f.rule_id
     WHERE f.client_id = $1`,
    [clientId],
  );
  return [...overBudget(ways), ...(await badFunnels(plain, clientId, campaigns, now))];
}

export function overBudget(ways: readonly Way[]): string[] {
  const found: string[] = [];
  const after = Map.groupBy(ways, ({ parent }) => parent);
  for (const [parent, own] of after) {
    if (own.length > 1) found.push(`${parent} was followed ${own.length} times`);
  }
  const children = new Set(ways.map(({ child }) => child));
  const used = new Map<string, number>();
  const walk = (at: Way, person: string) => {
    const key = `${person} ${at.rule}`;
    const times = (used.get(key) ?? 0) + 1;
    used.set(key, times);
    if (times > (at.most ?? Number.POSITIVE_INFINITY)) {
      found.push(`the person of ${at.child} is over its rule ${at.rule}: ${times} of ${at.most}`);
    }
    for (const next of after.get(at.child) ?? []) walk(next, person);
  };
  for (const way of ways) {
    // A person is a row of the file, whose list comes first in the key of its entry.
    if (!children.has(way.parent)) walk(way, `${way.parent.split('-')[0]} ${way.line}`);
  }
  return found;
}

/** Campaigns whose funnel does not add up to their numbers at this moment, whatever is going on. */
export async function badFunnels(
  plain: Database,
  clientId: number,
  campaigns: readonly TownCampaign[],
  now: number,
): Promise<string[]> {
  const found: string[] = [];
  for (const { campaignId } of campaigns) {
    const funnel = await asClientSnapshot(plain, clientId, (tx) =>
      campaignFunnel(tx, clientId, campaignId, new Date(now)),
    );
    if (!funnel) continue;
    const sum = (parts: readonly { count: number }[]) =>
      parts.reduce((all, { count }) => all + count, 0);
    const { called, inProgress, callableNow, waiting, barred, loaded } = funnel;
    const parts = called + inProgress + callableNow + sum(waiting) + sum(barred);
    if (parts !== loaded) found.push(`the funnel of ${campaignId} has ${parts} of ${loaded}`);
  }
  return found;
}
