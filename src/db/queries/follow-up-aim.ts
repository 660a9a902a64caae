/**
 * Delivered texts whose reply is waited for, each under the rule that takes it if none comes: the first
 * one for it that is not used up. A rule's wait counts from the text's end, so a rule that comes after a
 * used-up one has its own time. Each look in time decides anew, by the rules as they are then.
 */
import type { FollowUpRule } from '#contract/follow-up.ts';
import { type ReplyWait, replyWait, rulesLeft, type Taken } from '#domain/follow-up/next-step.ts';
import type { Tx } from '../database.ts';
import { firstOf, stepStride } from '../entry-steps.ts';
import { byScope, entryByKey } from './call-record-insert.ts';
import { personsOf } from './follow-up-persons.ts';
import type { Followed, ListRules } from './follow-up-plan.ts';
import { takenByPersons } from './follow-up-used.ts';
import { leadsOn } from './open-wait.ts';
import { keysOf } from './record-rating.ts';

export interface Waiting extends ReplyWait {
  callListId: number;
  entryId: number;
  campaignId: number;
}

interface Party {
  callListId: number;
  entryId: number;
  accountLine: number;
  steps: Taken[] | null;
}

/** @param delivered texts that were just delivered; whether they are answered shows in time */
export async function waitForReplies(
  tx: Tx,
  clientId: number,
  lists: ReadonlyMap<number, ListRules>,
  delivered: readonly Followed[],
): Promise<void> {
  const own = delivered.filter(({ callListId }) =>
    lists.get(callListId)?.rules.some(({ after }) => after === 'no_reply'),
  );
  if (own.length === 0) return;
  const parties = await partiesOf(tx, clientId, lists, own);
  const persons = await personsOf(tx, clientId, lists, [...parties.values()]);
  const taken = await takenByPersons(tx, clientId, persons);
  const waits = own.flatMap(({ callListId, entryId, at }) => {
    const list = lists.get(callListId);
    if (!list) return [];
    const { rules, campaignId, phoneColumns } = list;
    const party = parties.get(`${callListId}-${entryId}`);
    const used = party ? taken.of(party) : [];
    const left = rulesLeft(rules, campaignId, 'no_reply', party?.steps ?? [], used);
    const wait = replyWait(left, { ended: at, after: at, others: phoneColumns > 1 });
    return wait ? [{ callListId, entryId, campaignId, ...wait }] : [];
  });
  await storeWaits(tx, clientId, waits);
}

/** What those may have used up who were followed up before, or have several numbers. */
async function partiesOf(
  tx: Tx,
  clientId: number,
  lists: ReadonlyMap<number, ListRules>,
  own: readonly Followed[],
): Promise<Map<string, Party>> {
  const asked = own.filter(
    ({ callListId, entryId }) =>
      entryId >= stepStride || (lists.get(callListId)?.phoneColumns ?? 1) > 1,
  );
  const parties = new Map<string, Party>();
  for (const { scope, calls } of byScope(asked)) {
    const rows = await tx.rows<Party>(
      `SELECT v.call_list_id AS "callListId", v.entry_id AS "entryId",
         e.account_line AS "accountLine", f.steps
       FROM unnest($2::bigint[], $3::integer[]) AS v (call_list_id, entry_id)
       CROSS JOIN LATERAL (${entryByKey(scope)}) AS e
       LEFT JOIN LATERAL (SELECT steps FROM follow_up
         WHERE client_id = $1 AND call_list_id = v.call_list_id AND entry_id = v.entry_id OFFSET 0)
         AS f ON true`,
      [clientId, ...keysOf(calls)],
    );
    for (const row of rows) parties.set(`${row.callListId}-${row.entryId}`, row);
  }
  return parties;
}

/** Those that fell due in a time that a restore lost are left out: they may have been followed up then. */
export async function storeWaits(
  tx: Tx,
  clientId: number,
  waits: readonly Waiting[],
): Promise<void> {
  if (waits.length === 0) return;
  await tx.run(
    `INSERT INTO follow_up_wait (client_id, call_list_id, entry_id, campaign_id, rule_id, due_at)
     SELECT $1, * FROM unnest($2::bigint[], $3::integer[], $4::bigint[], $5::smallint[],
       $6::timestamptz[]) AS v (list, entry, campaign, rule, due)
     WHERE v.due > coalesce(followed_until(), '-infinity')
     ORDER BY list, entry ON CONFLICT DO NOTHING`,
    [
      clientId,
      ...keysOf(waits),
      waits.map(({ campaignId }) => campaignId),
      waits.map(({ ruleId }) => ruleId),
      waits.map(({ due }) => new Date(due)),
    ],
  );
}

/**
 * SQL, for client $1: the rule that takes the text of row `w` of follow_up_wait, by what its person has used
 * up in this list, as `rule_id`, `action` and `to_campaign` (0: "again"), and `next_action` and `next_campaign` of
 * the one that would take it without that rule; null where there is none. `actions` and `campaigns` have all
 * rules that are left, in their order.
 *
 * @param w the row's alias, none of those below: not f, l, r, s or at
 * @param rules SQL: the campaign's rules as JSON
 */
export const aimOf = (w: string, rules: string) => `(
  SELECT (array_agg(r.id ORDER BY r.n))[1] AS rule_id,
    (array_agg(r.action ORDER BY r.n))[1] AS action,
    (array_agg(r.campaign ORDER BY r.n))[1] AS to_campaign,
    (array_agg(r.action ORDER BY r.n))[2] AS next_action,
    (array_agg(r.campaign ORDER BY r.n))[2] AS next_campaign,
    array_agg(r.action ORDER BY r.n) AS actions, array_agg(r.campaign ORDER BY r.n) AS campaigns
  FROM (SELECT n, (rule ->> 'ruleId')::smallint AS id, rule ->> 'action' AS action,
      CASE WHEN rule ->> 'action' = 'campaign' THEN (rule ->> 'campaignId')::bigint ELSE 0 END AS campaign,
      (rule ->> 'most')::integer AS most
    FROM jsonb_array_elements(${rules}) WITH ORDINALITY AS given (rule, n)
    WHERE rule ->> 'after' = 'no_reply') AS r
  WHERE r.most > ${usedOnWay(w)} AND r.most > coalesce(${usedByPerson(w)}, 0))`;

/** SQL: how often rule `r` of the row's campaign has fired on the way to the text of row `w`. */
const usedOnWay = (w: string) => `(
    SELECT count(*) FROM follow_up f CROSS JOIN jsonb_array_elements(f.steps) AS s
    WHERE f.client_id = $1 AND f.call_list_id = ${w}.call_list_id AND f.entry_id = ${w}.entry_id
      AND (s ->> 'campaignId')::bigint = ${w}.campaign_id AND (s ->> 'ruleId')::smallint = r.id)`;

/**
 * SQL: the same for all numbers of its account in the list, by the keys of what was followed, at each step that the
 * list has. OFFSET 0: as a join it would read all that the rule has made, for each text.
 */
const usedByPerson = (w: string) => `(
    SELECT CASE WHEN l.phone_columns > 1 THEN (
      SELECT count(*) FROM generate_series(0, (
        SELECT parent_entry_id / ${stepStride} FROM follow_up
        WHERE client_id = $1 AND parent_list_id = ${w}.call_list_id
        ORDER BY parent_entry_id DESC LIMIT 1)) AS step
      CROSS JOIN LATERAL (SELECT ${firstOf(`${w}.entry_id`)} + step * ${stepStride} AS entry) AS at
      CROSS JOIN LATERAL (SELECT * FROM follow_up
        WHERE client_id = $1 AND parent_list_id = ${w}.call_list_id
          AND parent_entry_id BETWEEN at.entry - (l.phone_columns - 1) AND at.entry + (l.phone_columns - 1)
        OFFSET 0) AS f
      WHERE f.campaign_id = ${w}.campaign_id AND f.rule_id = r.id
        AND ${lineOf(w, 'f.parent_entry_id')} = ${lineOf(w, `${w}.entry_id`)}) END
    FROM call_list l WHERE l.client_id = $1 AND l.call_list_id = ${w}.call_list_id)`;

const lineOf = (w: string, entry: string) => `(SELECT account_line FROM list_entry
        WHERE client_id = $1 AND call_list_id = ${w}.call_list_id AND entry_id = ${entry})`;

/**
 * Before a rule is ended: the texts that it takes as the rules are now, which were saved since these texts began to
 * wait. The caller holds the lock of lists.
 */
export async function aimAt(
  tx: Tx,
  { clientId, campaignId, ruleId }: { clientId: number; campaignId: number; ruleId: number },
  rules: readonly FollowUpRule[],
): Promise<void> {
  // No text is asked about where none can be its own: stops wait for this lock.
  if (!rules.some((rule) => rule.ruleId === ruleId && rule.after === 'no_reply')) return;
  await tx.run(
    `WITH aim AS MATERIALIZED (
       SELECT w.call_list_id, w.entry_id FROM follow_up_wait w
       CROSS JOIN LATERAL ${aimOf('w', '$4::jsonb')} AS takes
       WHERE w.client_id = $1 AND w.campaign_id = $2 AND w.rule_id <> $3 AND takes.rule_id = $3
     )
     UPDATE follow_up_wait w SET rule_id = $3 FROM aim
     WHERE w.client_id = $1 AND w.call_list_id = aim.call_list_id AND w.entry_id = aim.entry_id`,
    [clientId, campaignId, ruleId, JSON.stringify(rules)],
  );
}

/**
 * When a rule is ended: the texts that wait for it go to the rule that takes them now, if it leads somewhere.
 * Each is looked at when it would have been, and waits on if that rule's time has not come: no instant is moved to an
 * earlier one, on which a restore relies (`forgetFollowed`). The caller holds the lock of lists.
 *
 * @param left the campaign's other rules
 */
export async function handOn(
  tx: Tx,
  { clientId, campaignId, ruleId }: { clientId: number; campaignId: number; ruleId: number },
  left: readonly FollowUpRule[],
): Promise<void> {
  if (!left.some(({ after }) => after === 'no_reply')) return;
  await tx.run(
    `WITH aim AS MATERIALIZED (
       SELECT w.call_list_id, w.entry_id, to_rule.rule_id FROM follow_up_wait w
       CROSS JOIN LATERAL ${aimOf('w', '$4::jsonb')} AS to_rule
       WHERE w.client_id = $1 AND w.campaign_id = $2 AND w.rule_id = $3
         AND to_rule.action <> 'nothing' AND ${leadsOn('w.call_list_id', 'to_rule.to_campaign')}
     )
     UPDATE follow_up_wait w SET rule_id = aim.rule_id FROM aim
     WHERE w.client_id = $1 AND w.call_list_id = aim.call_list_id AND w.entry_id = aim.entry_id`,
    [clientId, campaignId, ruleId, JSON.stringify(left)],
  );
}
