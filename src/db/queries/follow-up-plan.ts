/**
 * What may follow the results of a transaction: the rules of their campaigns, and the lists that
 * follow-ups of another campaign go to. Read and locked before any result is written.
 *
 * Follow-ups are new entries, as those of a list that is loaded: a stop must see them, or they it
 * (stops-meanwhile.ts). So the lock of lists is taken first, and every stop of the client waits
 * until they are committed. Transactions without a follow-up take no lock.
 */
import { callListStatus } from '#contract/call-list.ts';
import type { FollowedOutcome, FollowUpRule } from '#contract/follow-up.ts';
import type { Tx } from '../database.ts';
import { hot } from '../hot-statements.ts';
import { isInUse } from '../list-states.ts';
import type { AttemptKey } from './attempt-key.ts';
import { notFollowedBefore } from './followed-before.ts';
import { holdOffErasures } from './person-erase-turns.ts';
import { lockStopsAndLists } from './stops-and-lists.ts';

/** Something that rules may follow. */
export interface Followed {
  callListId: number;
  entryId: number;
  /** `delivered`: its reply is waited for. */
  outcome: FollowedOutcome | 'delivered';
  /** On the engine's clock. */
  at: number;
}

export interface ListRules {
  callListId: number;
  campaignId: number;
  phoneColumns: number;
  oneCallPerAccount: boolean;
  rules: FollowUpRule[];
}

export interface FollowUpPlan {
  followed: readonly Followed[];
  lists: ReadonlyMap<number, ListRules>;
  /** By source list and campaign: the list of its follow-ups; without one nothing may follow. */
  targets: ReadonlyMap<string, number>;
  /** Attempts of this transaction in which a person talked with an agent. */
  talks: readonly AttemptKey[];
}

export const targetKey = (callListId: number, campaignId: number) => `${callListId} ${campaignId}`;

/** @returns undefined when nothing can follow: no lock is held then */
export async function planFollowUps(
  tx: Tx,
  clientId: number,
  given: readonly Followed[],
  talks: readonly AttemptKey[] = [],
): Promise<FollowUpPlan | undefined> {
  if (given.length === 0) return undefined;
  const listIds = [...new Set(given.map(({ callListId }) => callListId))].sort((a, b) => a - b);
  const before = await rulesOfLists(tx, clientId, listIds);
  if (!given.some((one) => mayFollow(one, before))) return undefined;
  await holdOffErasures(tx, clientId);
  await lockStopsAndLists(tx, clientId);
  // Again: somebody may have ended a rule since.
  const lists = await rulesOfLists(tx, clientId, listIds);
  const allowed = given.filter((one) => mayFollow(one, lists));
  const followed = await notFollowedBefore(tx, allowed);
  const targets = await ensureTargets(tx, clientId, followed, lists);
  return { followed, lists, targets, talks };
}

function rulesFor(one: Followed, lists: ReadonlyMap<number, ListRules>): FollowUpRule[] {
  const outcome = one.outcome === 'delivered' ? 'no_reply' : one.outcome;
  return lists.get(one.callListId)?.rules.filter(({ after }) => after === outcome) ?? [];
}

function mayFollow(one: Followed, lists: ReadonlyMap<number, ListRules>): boolean {
  return rulesFor(one, lists).some(({ action }) => action !== 'nothing');
}

/** Names and rules are looked up by key, as entries are (decision 014). A closed list has none. */
export async function rulesOfLists(
  tx: Tx,
  clientId: number,
  listIds: readonly number[],
): Promise<Map<number, ListRules>> {
  const rows = await tx.rows<ListRules>(
    hot(`SELECT l.call_list_id AS "callListId", c.campaign_id AS "campaignId",
       l.phone_columns AS "phoneColumns", c.one_call_per_account AS "oneCallPerAccount",
       c.follow_ups AS rules
     FROM unnest($2::bigint[]) AS v (id)
     CROSS JOIN LATERAL (SELECT * FROM call_list
       WHERE client_id = $1 AND call_list_id = v.id OFFSET 0) AS l
     CROSS JOIN LATERAL (SELECT * FROM campaign
       WHERE client_id = $1 AND campaign_id = l.campaign_id OFFSET 0) AS c
     WHERE ${isInUse('l')} AND c.deleted_at IS NULL AND c.follow_ups <> '[]'`),
    [clientId, listIds],
  );
  return new Map(rows.map((row) => [row.callListId, row]));
}

/**
 * The lists of other campaigns' follow-ups, made when they are first needed, in the order of their
 * keys. They are small lists, as reused ones are: no partition is made here. One that somebody
 * closed stays closed, and nothing follows there any more.
 */
async function ensureTargets(
  tx: Tx,
  clientId: number,
  followed: readonly Followed[],
  lists: ReadonlyMap<number, ListRules>,
): Promise<Map<string, number>> {
  const wanted = new Map<string, { callListId: number; campaignId: number }>();
  for (const one of followed) {
    if (one.outcome === 'delivered') continue;
    for (const { action, campaignId } of rulesFor(one, lists)) {
      if (action !== 'campaign') continue;
      const { callListId } = one;
      wanted.set(targetKey(callListId, campaignId), { callListId, campaignId });
    }
  }
  if (wanted.size === 0) return new Map();
  const keys = [...wanted.values()].sort(
    (a, b) => a.callListId - b.callListId || a.campaignId - b.campaignId,
  );
  const values = [
    clientId,
    keys.map(({ callListId }) => callListId),
    keys.map(({ campaignId }) => campaignId),
  ];
  const known = await targetsOf(tx, values);
  if (known.size === keys.length) return onlyOpen(known);
  await tx.run(
    `WITH made AS (
       INSERT INTO call_list (client_id, campaign_id, name, follows_list_id, restriction_type,
         mapped_fields, phone_columns, phone_names, consent, status_id)
       SELECT $1, c.campaign_id, 'Follow-ups of ' || regexp_replace(l.name, '^(Follow-ups of )+', ''),
         l.call_list_id, l.restriction_type, l.mapped_fields, l.phone_columns, l.phone_names, l.consent,
         ${callListStatus.loaded}
       FROM unnest($2::bigint[], $3::bigint[]) AS v (list, campaign)
       JOIN call_list l ON l.client_id = $1 AND l.call_list_id = v.list
       JOIN campaign c ON c.client_id = $1 AND c.campaign_id = v.campaign AND c.deleted_at IS NULL
       ORDER BY v.list, v.campaign
       ON CONFLICT (client_id, follows_list_id, campaign_id) WHERE follows_list_id IS NOT NULL
         DO NOTHING
       RETURNING call_list_id)
     INSERT INTO call_list_count (client_id, call_list_id) SELECT $1, call_list_id FROM made`,
    values,
  );
  return onlyOpen(await targetsOf(tx, values));
}

interface Target {
  callListId: number;
  open: boolean;
}

async function targetsOf(tx: Tx, values: unknown[]): Promise<Map<string, Target>> {
  const rows = await tx.rows<Target & { list: number; campaign: number }>(
    `SELECT v.list, v.campaign, l.call_list_id AS "callListId",
       ${isInUse('l')} AND c.deleted_at IS NULL AS open
     FROM unnest($2::bigint[], $3::bigint[]) AS v (list, campaign)
     JOIN call_list l ON l.client_id = $1 AND l.follows_list_id = v.list
       AND l.campaign_id = v.campaign
     JOIN campaign c ON c.client_id = $1 AND c.campaign_id = v.campaign`,
    values,
  );
  return new Map(rows.map((row) => [targetKey(row.list, row.campaign), row]));
}

function onlyOpen(targets: ReadonlyMap<string, Target>): Map<string, number> {
  const open = [...targets].filter(([, target]) => target.open);
  return new Map(open.map(([key, { callListId }]) => [key, callListId]));
}
