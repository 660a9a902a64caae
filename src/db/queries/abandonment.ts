/** Abandoned calls of Linkback campaigns, by campaign and Eastern day (decision 085). */
import { campaignType } from '#contract/campaign.ts';
import type { AbandonmentRule } from '#domain/governor/abandoned-call.ts';
import { adaptiveRule, countersOf } from '#domain/governor/abandoned-call.ts';
import type { CountedAbandonment } from '#domain/governor/abandonment-days.ts';
import type { Tx } from '../database.ts';
import { isAbandonedBy, isCounted } from '../record-wait.ts';
import { attemptByKey } from './call-record-insert.ts';
import type { EndedCall } from './ended-call.ts';

/** Each counter, by its column. */
const columns = {
  persons: 'persons',
  noAgent: 'no_agent',
  over2: 'over_2',
  over20: 'over_20',
  left2: 'left_2',
  left20: 'left_20',
} as const;
const names = Object.values(columns);
const counters = Object.keys(columns) as (keyof typeof columns)[];

const add = `INSERT INTO abandonment_day AS d (client_id, campaign_id, day, ${names.join(', ')})
  SELECT $1, a.campaign_id, (v.at AT TIME ZONE 'America/New_York')::date,
    ${names.map((name) => `sum(v.${name})`).join(', ')}
  FROM unnest($2::bigint[], $3::integer[], $4::timestamptz[],
    ${names.map((_, at) => `$${at + 5}::integer[]`).join(', ')})
    AS v (call_list_id, entry_id, at, ${names.join(', ')})
  CROSS JOIN LATERAL (${attemptByKey}) AS a
  GROUP BY 2, 3 ORDER BY 2, 3
  ON CONFLICT (client_id, campaign_id, day)
    DO UPDATE SET ${names.map((name) => `${name} = d.${name} + excluded.${name}`).join(', ')}`;

/**
 * Inside the transaction that ends these attempts: those of a Linkback that a person answered count. A call of which
 * the end is unknown counts if its person had asked for an agent: that is known, and whether one came.
 */
export async function countAbandonment(
  tx: Tx,
  clientId: number,
  ended: readonly EndedCall[],
): Promise<void> {
  const calls = ended.filter(isCounted);
  if (calls.length === 0) return;
  const counts = calls.map(({ linkback }) => countersOf(linkback?.wait));
  await tx.run(add, [
    clientId,
    calls.map(({ callListId }) => callListId),
    calls.map(({ entryId }) => entryId),
    calls.map(({ finishedAt }) => new Date(finishedAt)),
    ...counters.map((counter) => counts.map((one) => one[counter])),
  ]);
}

/** SQL: what a client's rule counts of a day `d`, as `isAbandoned` counts a call. */
const abandonedSql = `d.no_agent
  + CASE WHEN k.abandonment_wait = 2 THEN d.over_2 ELSE d.over_20 END
  + CASE WHEN NOT k.abandonment_hang_ups THEN 0
      WHEN k.abandonment_wait = 2 THEN d.left_2 ELSE d.left_20 END`;

/** SQL: the seconds that hold for a campaign `c` of a client `k`; null while abandonment is not guarded. */
const waitSql = `coalesce(k.abandonment_wait,
    CASE WHEN c.pacing = 'adaptive' THEN ${adaptiveRule.waitSeconds} END)`;

/** SQL on call_record: whether the rule that holds for its campaign now counts it. `client` is SQL of the client's id. */
export const abandonedNow = (client: string): string =>
  isAbandonedBy(`(SELECT c.campaign_id AS guarded, ${waitSql} AS wait, k.abandonment_hang_ups AS hang_ups
    FROM campaign c JOIN client k ON k.client_id = c.client_id
    WHERE c.client_id = ${client} AND c.campaign_type = ${campaignType.linkback})`);

const sinceEpoch = (day: string) => `${day} - date '1970-01-01'`;

/**
 * SQL: what a campaign `c` of a client `k` has counted; null while abandonment is not guarded. Adaptive
 * pacing spends what may be abandoned, so that such a campaign is guarded without a client's rule,
 * too: by 20 seconds.
 */
export const countedAbandonment = `CASE WHEN ${waitSql} IS NOT NULL THEN (
    SELECT jsonb_build_object('waitSeconds', ${waitSql}, 'hangUps', k.abandonment_hang_ups,
      'firstDay', (SELECT ${sinceEpoch('min(f.day)')} FROM abandonment_day f
        WHERE f.client_id = c.client_id AND f.campaign_id = c.campaign_id),
      'days', coalesce(jsonb_agg(jsonb_build_array(${sinceEpoch('d.day')}, d.persons, ${abandonedSql})
        ORDER BY d.day), '[]'))
    FROM (SELECT * FROM abandonment_day n
      WHERE n.client_id = c.client_id AND n.campaign_id = c.campaign_id
      ORDER BY n.day DESC LIMIT 31) AS d) END`;

/** Of one campaign; undefined while its client's abandonment is not guarded. */
export async function readAbandonment(
  tx: Tx,
  clientId: number,
  campaignId: number,
): Promise<CountedAbandonment | undefined> {
  const row = await tx.row<{ counted: CountedAbandonment | null }>(
    `SELECT ${countedAbandonment} AS counted
     FROM campaign c JOIN client k ON k.client_id = c.client_id
     WHERE c.client_id = $1 AND c.campaign_id = $2`,
    [clientId, campaignId],
  );
  return row?.counted ?? undefined;
}

/** Sets the operator's choice; null: abandonment is not guarded. */
export async function setAbandonmentRule(
  tx: Tx,
  clientId: number,
  rule: AbandonmentRule | null,
): Promise<void> {
  await tx.run(
    `UPDATE client SET abandonment_wait = $2, abandonment_hang_ups = coalesce($3, false)
     WHERE client_id = $1`,
    [clientId, rule?.waitSeconds ?? null, rule?.hangUps ?? null],
  );
}

/** SQL: the rule of a client `c`, as an operator sees it. */
export const abandonmentOfClient = `CASE WHEN c.abandonment_wait IS NOT NULL THEN
  jsonb_build_object('waitSeconds', c.abandonment_wait, 'hangUps', c.abandonment_hang_ups) END`;
