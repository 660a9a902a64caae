/** Delivered texts that a rule follows without a reply, and what comes then. Reads alone: nothing is locked. */
import type { FollowUpRule } from '#contract/follow-up.ts';
import { dueAfter, nextStep } from '#domain/follow-up/next-step.ts';
import { actionWords, leadsNowhere } from '#domain/follow-up/rule-words.ts';
import type { Tx } from '../database.ts';
import { hasRoomForStep } from '../entry-steps.ts';
import { isInUse } from '../list-states.ts';
import { standingOfPersons } from './account-attempts.ts';
import type { AttemptKey } from './attempt-key.ts';
import { byScope } from './call-record-insert.ts';
import { aimOf } from './follow-up-aim.ts';
import { type ParentFacts, parentFacts } from './follow-up-facts.ts';
import { personsOf } from './follow-up-persons.ts';
import { type ListRules, rulesOfLists, targetKey } from './follow-up-plan.ts';
import { takenByPersons } from './follow-up-used.ts';
import { entryKey } from './judged-entries.ts';
import { leadsOn, mayBeFollowed } from './open-wait.ts';

/**
 * SQL, for the client $1: the text of `follow_up_wait` row `w` is awaited: a rule takes it that leads somewhere,
 * and its person may be contacted. As where it becomes due: a list that is not in use has no rules, nor has a
 * deleted campaign.
 *
 * @param of SQL: a further condition on the rule that takes it (`aim`, see `aimOf`)
 */
export const isAwaited = (w: string, of = 'true') => `EXISTS (
  SELECT FROM campaign c CROSS JOIN LATERAL ${aimOf(w, 'c.follow_ups')} AS aim
  WHERE c.client_id = $1 AND c.campaign_id = ${w}.campaign_id AND c.deleted_at IS NULL
    AND ${of} AND ${isAwaitedUnder(w, 'aim')})`;

/** SQL: the same, where the campaign and the rule that takes the row (`aimOf`) are known. */
export const isAwaitedUnder = (w: string, aim: string) => `(${aim}.action <> 'nothing'
  AND (SELECT ${isInUse('l')} FROM call_list l
    WHERE l.client_id = $1 AND l.call_list_id = ${w}.call_list_id)
  AND ${leadsOn(`${w}.call_list_id`, `${aim}.to_campaign`)} AND ${mayBeFollowed(w)})`;

/**
 * How many awaited texts a close of the list ends: its own, and those of the list that it follows whose
 * follow-ups come to it.
 */
export async function countAwaited(tx: Tx, clientId: number, callListId: number): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `SELECT count(*)::bigint AS count FROM call_list own
     JOIN follow_up_wait w ON w.client_id = $1
       AND w.call_list_id IN (own.call_list_id, own.follows_list_id)
     WHERE own.client_id = $1 AND own.call_list_id = $2
       AND ${isAwaited('w', '(w.call_list_id = own.call_list_id OR aim.to_campaign = own.campaign_id)')}`,
    [clientId, callListId],
  );
  return row?.count ?? 0;
}

export interface AwaitedReply {
  /** When it comes unless somebody replies: not before the end of the rule's wait, which counts from the text's end. */
  until: Date;
  /** What comes then, in words: `continue with "Reminders"`. */
  action: string;
}

/**
 * Of a few entries, such as those of one number. A text is left out when nothing would follow it: its
 * list was closed, somebody replied or asked to stop, the rules are used up.
 *
 * @returns by `entryKey`
 */
export async function awaitedReplies(
  tx: Tx,
  clientId: number,
  entries: readonly AttemptKey[],
): Promise<ReadonlyMap<string, AwaitedReply>> {
  const waits = await tx.rows<AttemptKey & { until: Date }>(
    `SELECT w.call_list_id AS "callListId", w.entry_id AS "entryId", w.due_at AS until
     FROM follow_up_wait w
     WHERE w.client_id = $1 AND (w.call_list_id, w.entry_id) IN (
       SELECT * FROM unnest($2::bigint[], $3::integer[])) AND ${isAwaited('w')}`,
    [clientId, entries.map(({ callListId }) => callListId), entries.map(({ entryId }) => entryId)],
  );
  if (waits.length === 0) return new Map();
  const rules = await rulesWithoutReply(tx, clientId, waits);
  const names = await targetsOf(tx, clientId, rules);
  const awaited = new Map<string, AwaitedReply>();
  for (const { until, ...key } of waits) {
    const found = rules.get(entryKey(key));
    if (!found) continue;
    const { rule, ended } = found;
    const campaign = (id: number) => names.get(targetKey(key.callListId, id));
    const words = { texts: true, campaign };
    if (leadsNowhere(rule, words)) continue;
    // The row's instant is that of the next look. The rule may wait longer: it is not the row's any more, or was edited.
    const own = ended === null ? 0 : dueAfter(rule, ended.getTime());
    const due = new Date(Math.max(until.getTime(), own));
    awaited.set(entryKey(key), { until: due, action: actionWords(rule, words) });
  }
  return awaited;
}

interface RuleOfList {
  callListId: number;
  rule: FollowUpRule;
  /** When the text ended. */
  ended: Date | null;
}

/** The rule that would follow each, as makeFollowUps chooses it. */
async function rulesWithoutReply(
  tx: Tx,
  clientId: number,
  waits: readonly AttemptKey[],
): Promise<Map<string, RuleOfList>> {
  const ids = [...new Set(waits.map(({ callListId }) => callListId))];
  const lists = await rulesOfLists(tx, clientId, ids);
  const rules = new Map<string, RuleOfList>();
  for (const { scope, calls } of byScope(waits)) {
    const parents = await parentFacts(tx, clientId, scope, calls);
    const persons = await personsOf(tx, clientId, lists, parents);
    const taken = await takenByPersons(tx, clientId, persons);
    const standing = await standingOfPersons(tx, clientId, persons, []);
    for (const parent of parents) {
      const list = lists.get(parent.callListId);
      if (!list || isSettled(parent, list, standing)) continue;
      const way = parent.steps ?? [];
      const rule = nextStep(list.rules, list.campaignId, 'no_reply', way, taken.of(parent));
      if (!rule) continue;
      const { callListId, finishedAt: ended } = parent;
      rules.set(entryKey(parent), { callListId, rule, ended });
    }
  }
  return rules;
}

/** Nobody is contacted again, whatever the rules say. */
function isSettled(
  parent: ParentFacts,
  { oneCallPerAccount }: ListRules,
  standing: Awaited<ReturnType<typeof standingOfPersons>>,
): boolean {
  if (parent.stopped || parent.replied || !hasRoomForStep(parent.entryId)) return true;
  return standing.settled(parent) !== null || (oneCallPerAccount && standing.reached(parent));
}

/**
 * Names of the campaigns that the rules lead to, by list and campaign: without those that were deleted or
 * whose list of these follow-ups was closed.
 */
async function targetsOf(
  tx: Tx,
  clientId: number,
  rules: ReadonlyMap<string, RuleOfList>,
): Promise<Map<string, string>> {
  const keys = [...rules.values()];
  const rows = await tx.rows<{ list: number; campaign: number; name: string }>(
    `SELECT DISTINCT v.list, v.campaign, c.name
     FROM unnest($2::bigint[], $3::bigint[]) AS v (list, campaign)
     JOIN campaign c ON c.client_id = $1 AND c.campaign_id = v.campaign AND c.deleted_at IS NULL
     LEFT JOIN call_list l ON l.client_id = $1 AND l.follows_list_id = v.list
       AND l.campaign_id = v.campaign
     WHERE l.call_list_id IS NULL OR ${isInUse('l')}`,
    [clientId, keys.map(({ callListId }) => callListId), keys.map(({ rule }) => rule.campaignId)],
  );
  return new Map(rows.map(({ list, campaign, name }) => [targetKey(list, campaign), name]));
}
