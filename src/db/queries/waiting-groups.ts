/**
 * The waiting numbers of lists in groups that are the same for every rule of the gate, so that a
 * million numbers need only some thousand checks.
 */

import { zipsOfTowns } from '#domain/address-zones.ts';
import type { WaitingGroup } from '#domain/campaign-funnel.ts';
import { type AttemptKind, cappedUntil, type KindCap, windowStart } from '#domain/contact-cap.ts';
import { allowedAreaCodes } from '#domain/dialing.ts';
import { gateReasons } from '#domain/gate.ts';
import { placeOfGroup, placeVersion, versionShift } from '#domain/place-group.ts';
import { inFlight } from '../attempt-states.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';

/**
 * The place group of an entry, unless it was made from other tables. One that has none, from before
 * there were place groups, is grouped by its texts.
 */
const placed = `e.place_group >> ${versionShift} = ${placeVersion}`;
const ofText = (value: string) => `CASE WHEN ${placed} THEN NULL ELSE ${value} END`;

/**
 * Of a zip code only the first five characters matter, and of a plain one the first three, except
 * of some towns (domain/address-zones.ts). What begins with white space is trimmed there: it stays
 * whole. Seven or eight digits are nine that lost their leading zeros.
 */
const firstFive = `CASE WHEN ascii(zip_code) NOT BETWEEN 33 AND 126 THEN zip_code
         WHEN length(zip_code) IN (7, 8) AND zip_code ~ '^[0-9]{7,8}$'
         THEN left(lpad(zip_code, 9, '0'), 5) ELSE left(zip_code, 5) END`;
const asZone = `CASE WHEN zip ~ '^[0-9]{5}$' AND zip <> ALL ('{${zipsOfTowns.join(',')}}')
         THEN left(zip, 3) || '00' ELSE zip END`;

export interface WaitingQuestion {
  /** Lists that are Open or Loaded. */
  callListIds: readonly number[];
  now: Date;
  /** The client's cap for the campaign's kind of attempt. */
  cap: (KindCap & { kind: AttemptKind }) | null;
  /** Whose numbers the client may call. */
  countries: readonly string[];
}

/** With what its entries are found by (`waitingSelection`); '' of the capped ones. */
export interface KeyedGroup extends WaitingGroup {
  key: string;
}

interface Row extends Omit<KeyedGroup, 'capped'> {
  place: number | null;
  firstLeaving: Date | null;
  lastLeaving: Date | null;
}

export async function waitingGroups(
  tx: Tx,
  clientId: number,
  { callListIds, now, cap, countries }: WaitingQuestion,
): Promise<KeyedGroup[]> {
  // Each worker hands over one row a group: far fewer than the planner guesses, who has no
  // statistics of the partitioned table as a whole.
  await tx.run("SELECT set_config('parallel_tuple_cost', '0', true)");
  const rows = await tx.rows<Row>(cap ? groupsUnderCap : groups, [
    ...[clientId, callListIds, now, gateReasons.carrierBusy],
    ...countedBy({ cap, now, countries }),
  ]);
  return rows.map(({ firstLeaving, lastLeaving, place, ...group }) => ({
    ...group,
    ...(place !== null && placeOfGroup(place)),
    capped: cap && firstLeaving && lastLeaving && leaving(cap, firstLeaving, lastLeaving),
  }));
}

function countedBy({ cap, now, countries }: Omit<WaitingQuestion, 'callListIds'>): unknown[] {
  if (!cap) return [];
  const since = new Date(windowStart(now.getTime(), cap));
  return [cap.kind, since, cap.most, allowedAreaCodes(countries)];
}

function leaving(cap: KindCap, first: Date, last: Date) {
  return { first: cappedUntil(first.getTime(), cap), last: cappedUntil(last.getTime(), cap) };
}

const dueColumns = `CASE WHEN e.due_at > $3 THEN e.due_at END AS due,
         CASE WHEN e.due_at > $3 OR e.reason = $4 THEN e.reason END AS reason`;

const fineColumns = (leavingAt: string) => `CASE WHEN ${placed} THEN e.place_group END AS place,
         ${ofText('substr(e.phone, 2, 3)')} AS area, ${ofText('e.state_code')} AS state,
         ${ofText(firstFive)} AS zip,
         ${dueColumns},
         e.phone IN (SELECT a.phone FROM attempt a
                     WHERE a.client_id = $1 AND ${inFlight('a')}) AS in_call,
         e.phone IN (SELECT r.phone FROM contact_rest r
                     WHERE r.client_id = $1 AND r.decided_at IS NULL) AS undecided,
         ${leavingAt} AS leaving`;

const waitingIn = (scope: string) => `e.client_id = $1 AND e.call_list_id ${scope}
         AND e.state = ${entryState.waiting}`;

/**
 * Nearly all numbers are alike but for these columns, and a million of them are counted by these
 * alone: no expression a number, few columns to compare, and a count that PostgreSQL may share out
 * to parallel workers.
 */
const plainGroups = `plain AS MATERIALIZED (
       SELECT e.place_group, e.due_at, e.reason, count(*) AS count
       FROM list_entry e WHERE ${waitingIn('= ANY ($2)')}
       GROUP BY 1, 2, 3
     )`;

/** Numbers for which more than their own row matters: few, and found by their indexes. */
const heldPhones = (cap: boolean) => `held AS MATERIALIZED (
       SELECT phone, bool_or(in_call) AS in_call, bool_or(undecided) AS undecided,
         max(leaving) AS leaving
       FROM (
         SELECT a.phone, true AS in_call, false AS undecided, NULL::timestamptz AS leaving
         FROM attempt a WHERE a.client_id = $1 AND ${inFlight('a')}
         UNION ALL SELECT r.phone, false, true, NULL
         FROM contact_rest r WHERE r.client_id = $1 AND r.decided_at IS NULL
         ${cap ? 'UNION ALL SELECT phone, false, false, leaving FROM full_up' : ''}) every
       GROUP BY phone
     )`;

/** Those of them that wait with a place group, by what they are counted by in `plain`. */
const apartGroups = (leavingAt: string) => `apart AS MATERIALIZED (
       SELECT e.place_group, e.due_at, e.reason, f.in_call, f.undecided, ${leavingAt} AS leaving,
         count(*) AS count
       FROM held f JOIN list_entry e ON e.phone = f.phone
       WHERE ${waitingIn('= ANY ($2)')} AND ${placed}
       GROUP BY 1, 2, 3, 4, 5, 6
     )`;

/** Read only if there are any: of every number, the texts. */
const unplacedGroups = (leavingAt: string, join: string) => `unplaced AS MATERIALIZED (
       SELECT ${fineColumns(leavingAt)}, count(*) AS count
       FROM list_entry e ${join}
       WHERE ${waitingIn('= ANY ($2)')} AND (${placed}) IS NOT TRUE
         AND (SELECT bool_or((${placed}) IS NOT TRUE) FROM plain e)
       GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
     )`;

/** `plain` without those that are apart, which come with what is known of them. */
const fineGroups = (leavingAt: string, join: string) => `${plainGroups},
     ${heldPhones(join !== '')}, ${apartGroups(leavingAt)}, ${unplacedGroups(leavingAt, join)},
     fine AS (
       SELECT e.place_group AS place, NULL AS area, NULL AS state, NULL AS zip, ${dueColumns},
         e.in_call, e.undecided, e.leaving, e.count
       FROM (
         SELECT place_group, due_at, reason, false AS in_call, false AS undecided,
           NULL::timestamptz AS leaving, count
         FROM plain e WHERE ${placed}
         UNION ALL SELECT place_group, due_at, reason, false, false, NULL, -count FROM apart
         UNION ALL SELECT place_group, due_at, reason, in_call, undecided, leaving, count
         FROM apart) e
       UNION ALL SELECT place, area, state, zip, due, reason, in_call, undecided, leaving, count
       FROM unplaced
     )`;

/** Of a group, and of each of its entries. */
const keyOf = `jsonb_build_array(place, area, state, ${asZone}, due, reason, in_call, undecided)::text`;
const isUncapped = '(leaving IS NULL OR in_call OR undecided)';

const byRegion = `SELECT place, area AS "areaCode", state, ${asZone} AS "zipCode",
       (extract(epoch FROM due) * 1000)::float8 AS due, reason, in_call AS "inCall", undecided,
       NULL::timestamptz AS "firstLeaving", NULL::timestamptz AS "lastLeaving",
       sum(count)::bigint AS count, min(${keyOf}) AS key
     FROM fine WHERE ${isUncapped} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 HAVING sum(count) > 0`;

const groups = `WITH ${fineGroups('NULL::timestamptz', '')} ${byRegion}`;

/**
 * Numbers that were tried as often as the cap allows, each with the attempt that has to leave the
 * window, are one group: their hours do not matter yet, and they may have an instant each. Except
 * those that are never called: the gate bars them before it checks the cap.
 */
const fullUp = `full_up AS MATERIALIZED (
       SELECT phone, (array_agg(attempted_at ORDER BY attempted_at DESC))[$7::int] AS leaving
       FROM attempt WHERE client_id = $1 AND counts_as = $5 AND attempted_at > $6
       GROUP BY phone HAVING count(*) >= $7::int
     )`;
const leavingAt = 'CASE WHEN substr(e.phone, 2, 3) = ANY ($8::text[]) THEN f.leaving END';
const joinFullUp = 'LEFT JOIN full_up f ON f.phone = e.phone';

const groupsUnderCap = `WITH ${fullUp}, ${fineGroups(leavingAt, joinFullUp)}
     ${byRegion}
     UNION ALL
     SELECT NULL::integer, '', NULL, NULL, NULL, NULL, false, false, min(leaving), max(leaving),
       sum(count)::bigint, ''
     FROM fine WHERE NOT ${isUncapped} HAVING count(*) > 0`;

/**
 * SQL: the waiting entries `e` in some groups, by their keys.
 *
 * @param scope of the lists, which are $2 of its values, behind the client
 */
export function waitingSelection(
  { values: scopeValues, scope }: { values: readonly unknown[]; scope: string },
  question: Omit<WaitingQuestion, 'callListIds'>,
  keys: readonly string[],
) {
  const { cap } = question;
  const counted = countedBy(question);
  const values = [...scopeValues, question.now, gateReasons.carrierBusy, ...counted];
  const given = (value: unknown) => `$${values.push(value)}`;
  const wanted = keys.filter((key) => key !== '');
  return {
    before: cap ? `WITH ${fullUp}` : '',
    from: `(SELECT e.call_list_id, e.entry_id, e.phone, e.first_name, e.last_name,
         ${fineColumns(cap ? leavingAt : 'NULL::timestamptz')}
       FROM list_entry e ${cap ? joinFullUp : ''}
       WHERE ${waitingIn(scope)}) e`,
    where: `(${isUncapped} AND ${keyOf} = ANY (${given(wanted)}::text[])
       ${keys.includes('') ? `OR NOT ${isUncapped}` : ''})`,
    values,
  };
}
