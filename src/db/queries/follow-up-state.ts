/** How far the numbers of a campaign have come. Read on demand: it counts attempts. */
import { campaignType } from '#contract/campaign.ts';
import type { FollowUpRule } from '#contract/follow-up.ts';
import type { FollowUpState } from '#contract/follow-up-state.ts';
import { ruleSentence } from '#domain/follow-up/rule-words.ts';
import { attemptOfEntry } from '../attempt-of-entry.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { stepStride } from '../entry-steps.ts';
import { isInUse, wasLoaded } from '../list-states.ts';
import { isAwaitedUnder } from './awaited-reply.ts';
import { aimOf } from './follow-up-aim.ts';
import { followedLists } from './followed-lists.ts';
import { goesOn } from './leading-campaign.ts';
import { leadsOn } from './open-wait.ts';
import { readLeastGap } from './person-rules.ts';

interface ListRow {
  callListId: number;
  callListName: string;
  follows: number | null;
  accounts: number;
  followUps: number;
  /** Nothing in another one waits. */
  inUse: boolean;
}

const reachedSql = `(a.result IN ('person', 'delivered') OR a.reached_at IS NOT NULL)`;

/** @returns undefined when the client has no such campaign */
export async function followUpState(
  tx: Tx,
  clientId: number,
  campaignId: number,
): Promise<FollowUpState | undefined> {
  const campaign = await tx.row<{ rules: FollowUpRule[]; removed: FollowUpRule[]; type: number }>(
    `SELECT follow_ups AS rules, removed_follow_ups AS removed, campaign_type AS type FROM campaign
     WHERE client_id = $1 AND campaign_id = $2 AND deleted_at IS NULL`,
    [clientId, campaignId],
  );
  if (!campaign) return undefined;
  const lists = await tx.rows<ListRow>(
    `SELECT l.call_list_id AS "callListId", l.name AS "callListName", l.follows_list_id AS follows,
       l.account_count AS accounts, coalesce(n.follow_ups, 0) AS "followUps",
       ${isInUse('l')} AS "inUse"
     FROM call_list l
     LEFT JOIN call_list_count n ON n.client_id = $1 AND n.call_list_id = l.call_list_id
     WHERE l.client_id = $1 AND l.campaign_id = $2 AND ${wasLoaded('l')} ORDER BY l.call_list_id`,
    [clientId, campaignId],
  );
  const rules = await rulesOf(tx, clientId, campaignId, campaign);
  // Most campaigns have none: nothing is counted for them.
  if (rules.length === 0 && lists.every(({ followUps }) => followUps === 0)) {
    return { campaignId, persons: 0, reached: 0, attempts: 0, rules, choice: null, lists: [] };
  }
  const roots = await rootsOf(tx, clientId, lists);
  const steps = await stepsOf(tx, clientId, lists);
  const persons = await personsOf(tx, clientId, lists, roots);
  return {
    ...{ campaignId, ...persons },
    attempts: steps.reduce((sum, { attempted }) => sum + attempted, 0),
    rules,
    choice: await choiceOf(tx, clientId, campaignId),
    lists: lists.map(({ callListId, callListName, inUse }) => ({
      ...{ callListId, callListName },
      steps: steps
        .filter((row) => row.callListId === callListId)
        .map(({ callListId: _, ...row }) => ({ ...row, waiting: inUse ? row.waiting : 0 })),
    })),
  };
}

/** The list of the file that each list began with. */
async function rootsOf(tx: Tx, clientId: number, lists: readonly ListRow[]) {
  const own = lists.map(({ callListId }) => callListId);
  const followed = lists.some(({ follows }) => follows !== null)
    ? await followedLists(tx, clientId, own)
    : new Map<number, number>();
  return new Map(own.map((id) => [id, followed.get(id) ?? id]));
}

/** A person who came back through another campaign is one person. */
async function personsOf(
  tx: Tx,
  clientId: number,
  lists: readonly ListRow[],
  roots: ReadonlyMap<number, number>,
) {
  const files = new Set(
    lists.filter(({ follows }) => follows === null).map(({ callListId }) => callListId),
  );
  const beside = lists.filter(
    ({ callListId }) => !files.has(callListId) && !files.has(roots.get(callListId) ?? 0),
  );
  const persons = `SELECT count(DISTINCT (v.root, e.account_line))::bigint AS count
     FROM unnest($2::bigint[], $3::bigint[]) AS v (list, root)`;
  const keysOf = (some: readonly ListRow[]) => [
    clientId,
    some.map(({ callListId }) => callListId),
    some.map(({ callListId }) => roots.get(callListId) ?? callListId),
  ];
  const others = await tx.row<{ count: number }>(
    `${persons} JOIN list_entry e ON e.client_id = $1 AND e.call_list_id = v.list
       AND e.call_list_id = ANY ($2)`,
    keysOf(beside),
  );
  const reached = await tx.row<{ count: number }>(
    `${persons} JOIN list_entry e ON e.client_id = $1 AND e.call_list_id = v.list
       AND e.call_list_id = ANY ($2)
     ${attemptOfEntry('result, reached_at')}
     WHERE ${reachedSql}`,
    keysOf(lists),
  );
  const inFiles = lists.reduce(
    (sum, { callListId, accounts }) => sum + (files.has(callListId) ? accounts : 0),
    0,
  );
  return { persons: inFiles + (others?.count ?? 0), reached: reached?.count ?? 0 };
}

function stepsOf(tx: Tx, clientId: number, lists: readonly ListRow[]) {
  return tx.rows<FollowUpState['lists'][number]['steps'][number] & { callListId: number }>(
    `SELECT e.call_list_id AS "callListId", e.entry_id / ${stepStride} AS step,
       count(*)::bigint AS numbers, count(a.entry_id)::bigint AS attempted,
       count(*) FILTER (WHERE ${reachedSql})::bigint AS reached,
       count(*) FILTER (WHERE e.state = ${entryState.waiting})::bigint AS waiting
     FROM list_entry e
     ${attemptOfEntry('entry_id, result, reached_at')}
     WHERE e.client_id = $1 AND e.call_list_id = ANY ($2::bigint[])
     GROUP BY 1, 2 ORDER BY 1, 2`,
    [clientId, lists.map(({ callListId }) => callListId)],
  );
}

/** Only of this campaign's rules, and of lists whose attempts are kept. */
async function choiceOf(
  tx: Tx,
  clientId: number,
  campaignId: number,
): Promise<FollowUpState['choice']> {
  const rows = await tx.rows<{ byChance: boolean; called: number; answered: number }>(
    `SELECT f.by_chance AS "byChance", count(*)::bigint AS called,
       (count(*) FILTER (WHERE a.result = 'person' OR a.reached_at IS NOT NULL))::bigint AS answered
     FROM follow_up f
     ${attemptOfEntry('campaign_id, result, reached_at, finished_at', {
       ...{ list: 'f.call_list_id', entry: 'f.entry_id' },
     })}
     JOIN campaign c ON c.client_id = $1 AND c.campaign_id = a.campaign_id
       AND c.campaign_type <> ${campaignType.texting}
     WHERE f.client_id = $1 AND f.campaign_id = $2 AND f.day_part IS NOT NULL
       AND a.finished_at IS NOT NULL
     GROUP BY 1`,
    [clientId, campaignId],
  );
  if (rows.length === 0) return null;
  const of = (byChance: boolean) => {
    const { called = 0, answered = 0 } = rows.find((row) => row.byChance === byChance) ?? {};
    return { called, answered };
  };
  return { share: of(false), chance: of(true) };
}

async function rulesOf(
  tx: Tx,
  clientId: number,
  campaignId: number,
  {
    rules,
    removed,
    type,
  }: { rules: readonly FollowUpRule[]; removed: readonly FollowUpRule[]; type: number },
): Promise<FollowUpState['rules']> {
  const targets = await tx.rows<{ id: number; name: string; runs: boolean }>(
    `SELECT campaign_id AS id, name, ${goesOn('m')} AS runs FROM campaign m
     WHERE client_id = $1 AND campaign_id = ANY ($2::bigint[]) AND deleted_at IS NULL`,
    [clientId, [campaignId, ...[...rules, ...removed].map((rule) => rule.campaignId)]],
  );
  const names = new Map(targets.map(({ id, name }) => [id, name]));
  const toStart = new Map(
    targets.flatMap(({ id, name, runs }) => (runs ? [] : [[id, name] as const])),
  );
  const texts = type === campaignType.texting;
  const campaign = (id: number) => names.get(id);
  const leastGapHours = await readLeastGap(tx, clientId);
  const made = await madeBy(tx, clientId, campaignId);
  const gone = made.filter(({ ruleId }) => !rules.some((rule) => rule.ruleId === ruleId));
  const sentenceOf = (rule: FollowUpRule) => ruleSentence(rule, { texts, campaign, leastGapHours });
  return [
    ...rules.map((rule) => ({
      ...{ ruleId: rule.ruleId, made: 0, waiting: 0, unanswered: 0, handedOn: 0 },
      ...made.find(({ ruleId }) => ruleId === rule.ruleId),
      ...{ sentence: sentenceOf(rule), removed: false },
      toStart: (rule.action !== 'nothing' && toStart.get(rule.campaignId || campaignId)) || null,
    })),
    ...gone.map((one) => {
      const rule = removed.find(({ ruleId }) => ruleId === one.ruleId);
      const sentence = rule ? sentenceOf(rule) : null;
      return { ...one, sentence, removed: true, toStart: null };
    }),
  ];
}

function madeBy(tx: Tx, clientId: number, campaignId: number) {
  return tx.rows<Omit<FollowUpState['rules'][number], 'sentence' | 'removed' | 'toStart'>>(
    `SELECT rule_id AS "ruleId", sum(made)::bigint AS made, sum(waiting)::bigint AS waiting,
       sum(unanswered)::bigint AS unanswered, sum(handed_on)::bigint AS "handedOn"
     FROM (
       SELECT f.rule_id, 1 AS made,
         (e.state = ${entryState.waiting} AND ${isInUse('l')} AND c.deleted_at IS NULL)::int AS waiting,
         0 AS unanswered, 0 AS handed_on
       FROM follow_up f
       JOIN call_list l ON l.client_id = $1 AND l.call_list_id = f.call_list_id
       JOIN campaign c ON c.client_id = $1 AND c.campaign_id = l.campaign_id
       CROSS JOIN LATERAL (SELECT state FROM list_entry
         WHERE client_id = $1 AND call_list_id = f.call_list_id AND entry_id = f.entry_id
         OFFSET 0) AS e
       WHERE f.client_id = $1 AND f.campaign_id = $2
       UNION ALL
       SELECT takes.rule_id, 0, 0, 1, (coalesce(takes.next_action, 'nothing') <> 'nothing'
         AND ${leadsOn('w.call_list_id', 'takes.next_campaign')})::int
       FROM follow_up_wait w JOIN campaign k ON k.client_id = $1 AND k.campaign_id = $2
       CROSS JOIN LATERAL ${aimOf('w', 'k.follow_ups')} AS takes
       WHERE w.client_id = $1 AND w.campaign_id = $2 AND ${isAwaitedUnder('w', 'takes')}) AS every
     GROUP BY rule_id ORDER BY rule_id`,
    [clientId, campaignId],
  );
}
