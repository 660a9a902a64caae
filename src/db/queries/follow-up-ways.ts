/** How far each way of a contact list's numbers has come. Read on demand: it counts entries. */
import { campaignType } from '#contract/campaign.ts';
import type { FollowUpRule } from '#contract/follow-up.ts';
import type { FollowUpWay, ListWays } from '#contract/follow-up-state.ts';
import type { Taken } from '#domain/follow-up/next-step.ts';
import { ruleSentence } from '#domain/follow-up/rule-words.ts';
import { attemptOfEntry } from '../attempt-of-entry.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { isInUse } from '../list-states.ts';
import { isAwaited } from './awaited-reply.ts';
import { readLeastGap } from './person-rules.ts';

interface WayRow extends Omit<FollowUpWay, 'steps' | 'awaited'> {
  steps: Taken[];
}

interface Ruled {
  campaignId: number;
  name: string;
  texts: boolean;
  rules: FollowUpRule[];
  removed: FollowUpRule[];
}

/** @returns undefined when the client has no such list */
export async function listWays(
  tx: Tx,
  clientId: number,
  callListId: number,
): Promise<ListWays | undefined> {
  const list = await tx.row<Pick<ListWays, 'callListName' | 'texts'>>(
    `SELECT l.name AS "callListName", c.campaign_type = ${campaignType.texting} AS texts
     FROM call_list l JOIN campaign c ON c.client_id = $1 AND c.campaign_id = l.campaign_id
     WHERE l.client_id = $1 AND l.call_list_id = $2`,
    [clientId, callListId],
  );
  if (!list) return undefined;
  const rows = await waysOf(tx, clientId, callListId);
  const campaigns = await campaignsOf(
    tx,
    clientId,
    rows.flatMap(({ steps }) => steps),
  );
  const leastGapHours = await readLeastGap(tx, clientId);
  const inOrder = rows.toSorted((a, b) => compareWays(a.steps, b.steps, campaigns));
  const awaited = await awaitedOf(tx, clientId, callListId);
  const ways = inOrder.map((row) => ({
    ...row,
    ...apart(row, awaited),
    steps: row.steps.map((step) => inWords(step, campaigns, leastGapHours)),
  }));
  return { callListId, ...list, ways };
}

/** SQL: list $2 and those that follow it in other campaigns, and those that follow these. */
const listsOfFile = `WITH RECURSIVE lists AS (
  SELECT call_list_id AS id, ${isInUse('l')} AS open FROM call_list l
  WHERE l.client_id = $1 AND l.call_list_id = $2
  UNION ALL
  SELECT l.call_list_id, ${isInUse('l')} FROM lists s
  JOIN call_list l ON l.client_id = $1 AND l.follows_list_id = s.id)`;

/** SQL: joins, as `f`, the steps of each entry that is a follow-up, by key as attempts are. */
const stepsOf = (entry: string) => `LEFT JOIN LATERAL (SELECT steps FROM follow_up
  WHERE client_id = $1 AND call_list_id = ${entry}.call_list_id AND entry_id = ${entry}.entry_id
  OFFSET 0) AS f ON true`;

/** Also of the lists that follow it in other campaigns, and of those that follow these. */
function waysOf(tx: Tx, clientId: number, callListId: number): Promise<WayRow[]> {
  const waiting = `e.state = ${entryState.waiting}`;
  const number = (condition: string) => `(count(*) FILTER (WHERE ${condition}))::bigint`;
  return tx.rows<WayRow>(
    `${listsOfFile}
     SELECT coalesce(f.steps, '[]') AS steps, count(*)::bigint AS numbers,
       ${number(`${waiting} AND s.open`)} AS waiting,
       ${number('a.entry_id IS NOT NULL AND a.finished_at IS NULL')} AS "inProgress",
       ${number('a.finished_at IS NOT NULL')} AS done,
       ${number(`a.finished_at IS NOT NULL
         AND (a.result IN ('person', 'delivered') OR a.reached_at IS NOT NULL)`)} AS reached,
       ${number(`a.entry_id IS NULL AND NOT (${waiting} AND s.open)`)} AS ended
     FROM lists s
     JOIN list_entry e ON e.client_id = $1 AND e.call_list_id = s.id
     ${attemptOfEntry('entry_id, finished_at, result, reached_at')}
     ${stepsOf('e')}
     GROUP BY 1`,
    [clientId, callListId],
  );
}

/** How many of a way are awaited. Apart from the entries: in one statement each wait would be sought among all of them. */
async function awaitedOf(tx: Tx, clientId: number, callListId: number) {
  const rows = await tx.rows<{ steps: Taken[]; awaited: number }>(
    `${listsOfFile}
     SELECT coalesce(f.steps, '[]') AS steps, count(*)::bigint AS awaited
     FROM lists s
     JOIN follow_up_wait w ON w.client_id = $1 AND w.call_list_id = s.id AND ${isAwaited('w')}
     ${stepsOf('w')}
     WHERE s.open
     GROUP BY 1`,
    [clientId, callListId],
  );
  return new Map(rows.map(({ steps, awaited }) => [JSON.stringify(steps), awaited]));
}

/** What is awaited is not done, although its attempt has ended. */
function apart({ steps, done }: WayRow, awaited: ReadonlyMap<string, number>) {
  // One that was delivered between two statements.
  const own = Math.min(done, awaited.get(JSON.stringify(steps)) ?? 0);
  return { awaited: own, done: done - own };
}

/** With the names of campaigns that their rules lead to. */
async function campaignsOf(tx: Tx, clientId: number, steps: readonly Taken[]) {
  const rows = await tx.rows<Ruled>(
    `SELECT campaign_id AS "campaignId", name, follow_ups AS rules,
       removed_follow_ups AS removed,
       campaign_type = ${campaignType.texting} AS texts
     FROM campaign WHERE client_id = $1 AND (campaign_id = ANY ($2::bigint[]) OR campaign_id IN (
       SELECT (rule ->> 'campaignId')::bigint
       FROM campaign c CROSS JOIN jsonb_array_elements(c.follow_ups || c.removed_follow_ups) AS rule
       WHERE c.client_id = $1 AND c.campaign_id = ANY ($2::bigint[])))`,
    [clientId, [...new Set(steps.map(({ campaignId }) => campaignId))]],
  );
  return new Map(rows.map((row) => [row.campaignId, row]));
}

type Campaigns = ReadonlyMap<number, Ruled>;

/** As Live Monitoring says it. */
function inWords({ campaignId, ruleId }: Taken, campaigns: Campaigns, leastGapHours: number) {
  const campaign = campaigns.get(campaignId);
  const isIt = (one: FollowUpRule) => one.ruleId === ruleId;
  const own = campaign?.rules.find(isIt);
  const rule = own ?? campaign?.removed.find(isIt);
  const names = {
    texts: campaign?.texts ?? false,
    campaign: (id: number) => campaigns.get(id)?.name,
    leastGapHours,
  };
  const sentence = rule ? ruleSentence(rule, names) : null;
  return {
    campaignId,
    campaignName: campaign?.name ?? '',
    ruleId,
    sentence,
    removed: own === undefined,
  };
}

/** A way stands behind the one that it goes on from; beside each other in the order of the rules. */
function compareWays(one: readonly Taken[], other: readonly Taken[], campaigns: Campaigns): number {
  const position = ({ campaignId, ruleId }: Taken) => {
    const at = campaigns.get(campaignId)?.rules.findIndex((rule) => rule.ruleId === ruleId) ?? -1;
    return at < 0 ? 1_000 + ruleId : at;
  };
  for (const [at, step] of one.entries()) {
    const beside = other[at];
    if (!beside) return 1;
    const order = step.campaignId - beside.campaignId || position(step) - position(beside);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}
