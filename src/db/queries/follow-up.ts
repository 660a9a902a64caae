/**
 * Writes follow-ups in the transaction that records the results which they follow: new entries of
 * the same list, or of a list of another campaign. At most one for each parent, by key: a result
 * that is recorded twice, or by two engines, has one.
 */
import type { FollowUpRule } from '#contract/follow-up.ts';
import { type DayPart, homeZone, partAt } from '#domain/follow-up/day-part.ts';
import {
  dueAfter,
  followedOutcome,
  replyWait,
  rulesLeft,
  type Taken,
} from '#domain/follow-up/next-step.ts';
import { type GateReason, gateReasons } from '#domain/gate.ts';
import { gapUntil } from '#domain/least-gap.ts';
import { unreadable } from '#domain/masking.ts';
import { type SimMs, simMs } from '#domain/milliseconds.ts';
import type { Tx } from '../database.ts';
import type { SealedField, Vault } from '../encryption.ts';
import { firstOf, hasRoomForStep, stepStride } from '../entry-steps.ts';
import { type PersonsStanding, standingOfPersons } from './account-attempts.ts';
import { byScope, entryByKey } from './call-record-insert.ts';
import type { EndedCall } from './ended-call.ts';
import { type Waiting, waitForReplies } from './follow-up-aim.ts';
import { type ParentFacts, parentFacts } from './follow-up-facts.ts';
import { type PartChooser, partChooser } from './follow-up-part.ts';
import { personsOf } from './follow-up-persons.ts';
import {
  type Followed,
  type FollowUpPlan,
  type ListRules,
  planFollowUps,
  targetKey,
} from './follow-up-plan.ts';
import { type TakenByPersons, takenByPersons } from './follow-up-used.ts';
import { readLeastGap } from './person-rules.ts';
import { askAboutNew } from './scrub-list.ts';

/** How many entries a list got; a counter of the caller. */
export type AddedEntries = Map<number, number>;

/** What the rules may ask of results, in the order given. */
export function followedOf(calls: readonly EndedCall[]): Followed[] {
  return calls.flatMap(({ callListId, entryId, result, finishedAt, note, ...end }) => {
    const outcome =
      result === 'delivered'
        ? result
        : followedOutcome({
            ...{ result, optedOut: end.optedOut, abandoned: end.abandoned },
            transferred: end.transferSeconds !== undefined,
            canceled: note?.code === 'canceled_before_sending',
          });
    return outcome === null ? [] : [{ callListId, entryId, outcome, at: finishedAt }];
  });
}

/** To be called before the results are written; see `planFollowUps`. */
export function planResults(tx: Tx, clientId: number, calls: readonly EndedCall[]) {
  const talks = calls.filter(({ transferSeconds }) => transferSeconds !== undefined);
  return planFollowUps(tx, clientId, followedOf(calls), talks);
}

/** @param ended the attempts that this transaction has ended: no others are followed */
export async function followResults(
  tx: Tx,
  vault: Vault,
  clientId: number,
  plan: FollowUpPlan,
  ended: readonly { callListId: number; entryId: number }[],
): Promise<AddedEntries> {
  const keys = new Set(ended.map(({ callListId, entryId }) => `${callListId}-${entryId}`));
  const own = plan.followed.filter((one) => keys.delete(`${one.callListId}-${one.entryId}`));
  const delivered = own.filter(({ outcome }) => outcome === 'delivered');
  await waitForReplies(tx, clientId, plan.lists, delivered);
  const now = own.filter(({ outcome }) => outcome !== 'delivered');
  return makeFollowUps(tx, vault, clientId, { ...plan, followed: now });
}

interface Child {
  parent: ParentFacts;
  toList: number;
  toEntry: number;
  campaignId: number;
  rule: FollowUpRule;
  steps: Taken[];
  tried: DayPart[];
  due: SimMs;
  /** What it waits for until then. */
  reason: GateReason;
  part: DayPart | null;
  byChance: boolean;
  madeAt: number;
}

/**
 * The caller holds the lock of lists (`planFollowUps`) and adds to the lists' counters.
 *
 * @param waitOn gets the texts without a reply whose rule, as it is now, waits longer
 */
export async function makeFollowUps(
  tx: Tx,
  vault: Vault,
  clientId: number,
  plan: FollowUpPlan,
  waitOn: Waiting[] = [],
): Promise<AddedEntries> {
  const { followed, lists, targets, talks } = plan;
  const added: AddedEntries = new Map();
  if (followed.length === 0) return added;
  const chosenPart = await partChooser(tx, clientId, lists);
  const leastGapHours = await readLeastGap(tx, clientId);
  /** Rules of another campaign may ask what was never asked about their numbers. */
  const others = new Set<number>();
  for (const { scope, calls } of byScope(followed)) {
    const parents = await parentFacts(tx, clientId, scope, calls);
    const persons = await personsOf(tx, clientId, lists, parents);
    const taken = await takenByPersons(tx, clientId, persons);
    const standing = await standingOfPersons(tx, clientId, persons, talks);
    const facts = new Map(parents.map((one) => [`${one.callListId}-${one.entryId}`, one]));
    const beside = { targets, taken, standing, chosenPart, leastGapHours, waitOn };
    const children = calls.flatMap((one) => {
      const parent = facts.get(`${one.callListId}-${one.entryId}`);
      const list = lists.get(one.callListId);
      return parent && list ? (childOf({ one, parent, list, ...beside }) ?? []) : [];
    });
    await insertChildren(tx, vault, clientId, { children, entry: entryByKey(scope), added });
    for (const { parent, toList } of children) if (toList !== parent.callListId) others.add(toList);
  }
  await askAboutNew(tx, clientId, [...others]);
  return added;
}

interface Decision {
  one: Followed;
  parent: ParentFacts;
  list: ListRules;
  targets: ReadonlyMap<string, number>;
  taken: TakenByPersons;
  standing: PersonsStanding;
  chosenPart: PartChooser;
  leastGapHours: number;
  waitOn: Waiting[];
}

function childOf(decision: Decision): Child | undefined {
  const { one, parent, list, targets, taken, standing, chosenPart } = decision;
  const { callListId, entryId, outcome, at } = one;
  if (outcome === 'delivered' || parent.stopped || parent.replied) return undefined;
  if (standing.settled(parent)) return undefined;
  if (!hasRoomForStep(entryId)) return undefined;
  if (list.oneCallPerAccount && standing.reached(parent)) return undefined;
  const way = parent.steps ?? [];
  const left = rulesLeft(list.rules, list.campaignId, outcome, way, taken.of(parent));
  const [rule] = left;
  if (!rule) return undefined;
  const isAgain = rule.action === 'again' || rule.campaignId === list.campaignId;
  const toList = isAgain ? callListId : targets.get(targetKey(callListId, rule.campaignId));
  if (toList === undefined) return undefined;
  const ended = outcome === 'no_reply' ? (parent.finishedAt?.getTime() ?? at) : at;
  if (outcome === 'no_reply' && dueAfter(rule, ended) > at) {
    const wait = replyWait(left, { ended, after: at, others: list.phoneColumns > 1 });
    if (wait) decision.waitOn.push({ callListId, entryId, campaignId: list.campaignId, ...wait });
    return undefined;
  }
  const zone = homeZone(parent);
  const before = partAt(zone, parent.attemptedAt.getTime());
  const tried = [...(parent.tried ?? []), ...(before === null ? [] : [before])];
  // A wait for a reply is over.
  const own = simMs(Math.max(at, dueAfter(rule, ended)));
  // The gate would hold it for so long: nobody reads an earlier instant.
  const held = isAgain ? gapUntil(parent.attemptedAt.getTime(), decision.leastGapHours) : own;
  const from = simMs(Math.max(own, held));
  const chosen = chosenPart({ parent, rule, list, from, tried });
  const step = { campaignId: list.campaignId, ruleId: rule.ruleId };
  taken.add(parent, step);
  return {
    ...{ parent, toList, toEntry: entryId + stepStride, rule, tried, madeAt: at },
    campaignId: list.campaignId,
    steps: [...way, step],
    due: chosen?.due ?? from,
    reason: held > own && !chosen ? gateReasons.leastGap : gateReasons.followUp,
    part: chosen?.part ?? null,
    byChance: chosen?.byChance ?? false,
  };
}

interface Insertion {
  children: Child[];
  /** SQL: the parent's entry by the key of a row `v`. */
  entry: string;
  added: AddedEntries;
}

async function insertChildren(
  tx: Tx,
  vault: Vault,
  clientId: number,
  { children, entry, added }: Insertion,
): Promise<void> {
  if (children.length === 0) return;
  const seals = children.map((child) => sealedFor(vault, clientId, child));
  const made = await tx.rows<{ toList: number; toEntry: number }>(insertion(entry), [
    clientId,
    children.map(({ parent }) => parent.callListId),
    children.map(({ parent }) => parent.entryId),
    children.map(({ toList }) => toList),
    children.map(({ toEntry }) => toEntry),
    children.map(({ campaignId }) => campaignId),
    children.map(({ rule }) => rule.ruleId),
    children.map(({ steps }) => JSON.stringify(steps)),
    children.map(({ tried }) => JSON.stringify(tried)),
    children.map(({ part }) => part),
    children.map(({ byChance }) => byChance),
    children.map(({ madeAt }) => new Date(madeAt)),
    children.map(({ due }) => new Date(due)),
    children.map(({ reason }) => reason),
    seals.map(({ ssn }) => ssn),
    seals.map(({ dateOfBirth }) => dateOfBirth),
    seals.map(({ custom }) => custom),
  ]);
  for (const { toList } of made) added.set(toList, (added.get(toList) ?? 0) + 1);
  const keys = new Set(made.map(({ toList, toEntry }) => `${toList}-${toEntry}`));
  await keepSiblings(
    tx,
    clientId,
    children.filter((child) => {
      const isOther = child.toList !== child.parent.callListId;
      return isOther && keys.has(`${child.toList}-${child.toEntry}`);
    }),
  );
}

/** The account's fields go from row to row; sealed ones are bound to their list and sealed again. */
const insertion = (entry: string) => `WITH v AS MATERIALIZED (
    SELECT * FROM unnest($2::bigint[], $3::integer[], $4::bigint[], $5::integer[], $6::bigint[],
      $7::smallint[], $8::jsonb[], $9::jsonb[], $10::smallint[], $11::boolean[],
      $12::timestamptz[], $13::timestamptz[], $14::text[], $15::bytea[], $16::bytea[],
      $17::bytea[])
      AS v (call_list_id, entry_id, to_list, to_entry, campaign_id, rule_id, steps, tried,
        day_part, by_chance, made_at, due_at, reason, ssn, date_of_birth, sealed_custom)
  ), fresh AS (
    INSERT INTO follow_up (client_id, call_list_id, entry_id, parent_list_id, parent_entry_id,
      campaign_id, rule_id, steps, tried, day_part, by_chance, made_at)
    SELECT $1, to_list, to_entry, call_list_id, entry_id, campaign_id, rule_id, steps,
      ARRAY(SELECT jsonb_array_elements_text(tried)::smallint), day_part, by_chance, made_at
    FROM v ORDER BY to_list, to_entry
    ON CONFLICT DO NOTHING
    RETURNING call_list_id, entry_id
  )
  INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone, phone_column,
    due_at, reason, first_name, middle_name, last_name, date_of_birth, ssn, address, address2,
    city, state_code, zip_code, external_id, custom, sealed_custom, place_group, consent)
  SELECT $1, v.to_list, v.to_entry, e.account_line, e.phone, e.phone_column, v.due_at,
    v.reason, e.first_name, e.middle_name, e.last_name,
    CASE WHEN v.to_list = v.call_list_id THEN e.date_of_birth ELSE v.date_of_birth END,
    CASE WHEN v.to_list = v.call_list_id THEN e.ssn ELSE v.ssn END,
    e.address, e.address2, e.city, e.state_code, e.zip_code, e.external_id, e.custom,
    CASE WHEN v.to_list = v.call_list_id THEN e.sealed_custom ELSE v.sealed_custom END,
    e.place_group, e.consent
  FROM v
  JOIN fresh ON fresh.call_list_id = v.to_list AND fresh.entry_id = v.to_entry
  CROSS JOIN LATERAL (${entry}) AS e
  RETURNING call_list_id AS "toList", entry_id AS "toEntry"`;

/** Values for another list; none that cannot be opened. */
function sealedFor(vault: Vault, clientId: number, { parent, toList }: Child) {
  const none = { ssn: null, dateOfBirth: null, custom: null };
  if (toList === parent.callListId) return none;
  const again = (value: Buffer | null, field: SealedField) => {
    if (!value) return null;
    const place = { table: 'list_entry' as const, clientId, row: parent.accountLine, field };
    const text = vault.read(value, { ...place, callListId: parent.callListId });
    return text === unreadable ? null : vault.seal(text, { ...place, callListId: toList });
  };
  return {
    ssn: again(parent.ssn, 'ssn'),
    dateOfBirth: again(parent.dateOfBirth, 'dateOfBirth'),
    custom: again(parent.custom, 'custom'),
  };
}

/**
 * The account's other numbers are not in the list of another campaign: a stop of one of them finds
 * the follow-up by these rows, as after a reuse (account-phone.ts).
 */
async function keepSiblings(tx: Tx, clientId: number, children: readonly Child[]): Promise<void> {
  if (children.length === 0) return;
  await tx.run(
    `INSERT INTO account_phone (client_id, phone, call_list_id, account_line, entry_id, external_id)
     SELECT $1, o.phone, v.to_list, v.line, v.to_entry, max(o.external_id)
     FROM unnest($2::bigint[], $3::integer[], $4::bigint[], $5::integer[], $6::integer[], $7::text[])
       AS v (list, entry, to_list, to_entry, line, phone)
     CROSS JOIN LATERAL (SELECT phone_columns - 1 AS apart FROM call_list
       WHERE client_id = $1 AND call_list_id = v.list OFFSET 0) AS l
     CROSS JOIN LATERAL (
       SELECT phone, external_id FROM list_entry
       WHERE client_id = $1 AND call_list_id = v.list AND call_list_id = ANY ($2)
         AND account_line = v.line AND entry_id
           BETWEEN ${firstOf('v.entry')} - l.apart AND ${firstOf('v.entry')} + l.apart
       UNION ALL
       SELECT phone, external_id FROM account_phone
       WHERE client_id = $1 AND call_list_id = v.list AND account_line = v.line) AS o
     WHERE o.phone NOT IN (v.phone, '')
     GROUP BY o.phone, v.to_list, v.line, v.to_entry ORDER BY o.phone, v.to_list, v.line
     ON CONFLICT DO NOTHING`,
    [
      clientId,
      children.map(({ parent }) => parent.callListId),
      children.map(({ parent }) => parent.entryId),
      children.map(({ toList }) => toList),
      children.map(({ toEntry }) => toEntry),
      children.map(({ parent }) => parent.accountLine),
      children.map(({ parent }) => parent.phone),
    ],
  );
}
