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
import { readKeptLists } from './waiting-tally.ts';

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
  /** Those that the cap holds are told apart by all that they wait for besides, as a forecast needs them. */
  capApart?: boolean;
}

/** With what its entries are found by (`waitingSelection`). */
export interface KeyedGroup extends WaitingGroup {
  key: string;
  /** Of capped ones: in which minute since 1970 the attempt was made that has to leave the window. */
  minute?: number;
  /** Of capped ones that are told apart: in which quarter of an hour, by its first minute since 1970. */
  quarter?: number;
  /** And the key that their group would have without the cap. */
  base?: string;
  /** Of numbers that the contact policy holds before the gate has seen them: what finds these. */
  held?: HeldKeys;
}

export interface HeldKeys {
  /** Their group, a space, and the words of the numbers (policy-held.ts). */
  words: string[];
  entries: { callListId: number; entryId: number }[];
}

interface Row extends Omit<KeyedGroup, 'capped' | 'held' | 'minute' | 'quarter' | 'base'> {
  minute: number | null;
  quarter: number | null;
  place: number | null;
  firstLeaving: Date | null;
  lastLeaving: Date | null;
}

/**
 * The planner has no statistics of a list that was just loaded, and none of the partitioned table as
 * a whole, and would take it for one row. So it gets no choice where a wrong one compares every
 * number with every other, or reads a list once for each of some numbers. And a parallel worker
 * hands over one row a group, far fewer than it guesses.
 */
export const planSettings = `SELECT set_config('parallel_tuple_cost', '0', true),
     set_config('enable_nestloop', 'off', true), set_config('enable_sort', 'off', true)`;
export const usualSettings = `SET LOCAL parallel_tuple_cost TO DEFAULT;
     SET LOCAL enable_nestloop TO DEFAULT; SET LOCAL enable_sort TO DEFAULT`;

/** In one snapshot, because of a list whose counts are kept no longer (waiting-tally.ts). */
export async function waitingGroups(
  tx: Tx,
  clientId: number,
  { callListIds, now, cap, countries, capApart = false }: WaitingQuestion,
): Promise<KeyedGroup[]> {
  const kept = await readKeptLists(tx, clientId, callListIds);
  await tx.run(planSettings);
  const capped = cap && groupsUnderCap[capApart ? 'apart' : 'byMinute'];
  const rows = await tx.rows<Row>(capped ?? groups, [
    ...[clientId, callListIds, now, gateReasons.carrierBusy],
    ...countedBy({ cap, now, countries }),
    ...[kept, callListIds.filter((list) => !kept.includes(list))],
  ]);
  await tx.run(usualSettings);
  return rows.map(({ firstLeaving, lastLeaving, place, minute, quarter, key, ...group }) => ({
    ...group,
    key: cappedKey(key, quarter),
    ...(minute !== null && { minute }),
    ...(quarter !== null && { quarter, base: key }),
    ...(place !== null && placeOfGroup(place)),
    capped: cap && firstLeaving && lastLeaving && leaving(cap, firstLeaving, lastLeaving),
  }));
}

/** @param quarter null: the cap does not hold them */
export const cappedKey = (base: string, quarter: number | null) =>
  quarter === null ? base : `${base} capped ${quarter}`;

export function countedBy({
  cap,
  now,
  countries,
}: Omit<WaitingQuestion, 'callListIds'>): unknown[] {
  if (!cap) return [];
  const since = new Date(windowStart(now.getTime(), cap));
  return [cap.kind, since, cap.most, allowedAreaCodes(countries)];
}

function leaving(cap: KindCap, first: Date, last: Date) {
  return { first: cappedUntil(first.getTime(), cap), last: cappedUntil(last.getTime(), cap) };
}

const dueColumns = `CASE WHEN e.due_at > $3 THEN e.due_at END AS due,
         CASE WHEN e.due_at > $3 OR e.reason = $4 THEN e.reason END AS reason`;

const fineColumns = `CASE WHEN ${placed} THEN e.place_group END AS place,
         ${ofText('substr(e.phone, 2, 3)')} AS area, ${ofText('e.state_code')} AS state,
         ${ofText(firstFive)} AS zip,
         ${dueColumns}`;

const inCall = `FROM attempt a WHERE a.client_id = $1 AND ${inFlight('a')}`;
const undecided = 'FROM contact_rest r WHERE r.client_id = $1 AND r.decided_at IS NULL';

const entryColumns = 'e.phone, e.place_group, e.due_at, e.reason, e.state_code, e.zip_code';
const waitingIn = (scope: string) => `e.client_id = $1 AND e.call_list_id ${scope}
         AND e.state = ${entryState.waiting}`;

/**
 * Nearly all numbers are alike but for these columns, and a million of them are counted by these
 * alone: no expression a number, few columns to compare, and a count that PostgreSQL may share out
 * to parallel workers. Of large lists the counts are kept (waiting-tally.ts).
 *
 * @param kept SQL: the lists of which they are
 * @param others SQL: the other ones
 */
const plainGroups = (kept: string, others: string) => `plain AS MATERIALIZED (
       SELECT place_group, due_at, reason, sum(count)::bigint AS count
       FROM (
         SELECT e.place_group, e.due_at, e.reason, count(*) AS count
         FROM list_entry e WHERE ${waitingIn(`= ANY (${others})`)}
         GROUP BY 1, 2, 3
         UNION ALL
         SELECT g.place_group, g.due_at, g.reason, g.count
         FROM waiting_change c CROSS JOIN LATERAL
           unnest(c.place_groups, c.due_ats, c.reasons, c.counts)
             AS g (place_group, due_at, reason, count)
         WHERE c.client_id = $1 AND c.call_list_id = ANY (${kept}::bigint[])) every
       GROUP BY 1, 2, 3 HAVING sum(count) > 0
     )`;

/** Numbers for which more than their own row matters, as a rule few. */
const heldPhones = (cap: boolean) => `held AS MATERIALIZED (
       SELECT phone, bool_or(in_call) AS in_call, bool_or(undecided) AS undecided,
         max(leaving) AS leaving
       FROM (
         SELECT a.phone, true AS in_call, false AS undecided, NULL::timestamptz AS leaving ${inCall}
         UNION ALL SELECT r.phone, false, true, NULL ${undecided}
         ${cap ? 'UNION ALL SELECT phone, false, false, leaving FROM full_up' : ''}) every
       GROUP BY phone
     )`;

/**
 * Whether it is less work to look each of them up in each list than to read what waits once more:
 * of what was counted, because the planner may know nothing of a list that was just loaded.
 */
const areFew = `(SELECT (SELECT count(*) FROM held) * cardinality($2::bigint[]) * 8 < sum(count)
           FROM plain)`;

/**
 * The waiting entries of held numbers. One of the two ways is taken, and neither compares every
 * entry with every held number, whatever the statistics: LATERAL asks for one number at a time, in
 * an order that only the index by phone has (`planSettings`), and the other is a hash join.
 */
const apartGroups = (leavingAt: string) => `apart AS MATERIALIZED (
       SELECT ${fineColumns}, e.in_call, e.undecided, ${leavingAt} AS leaving, count(*) AS count
       FROM (
         SELECT e.*, f.in_call, f.undecided, f.leaving
         FROM held f CROSS JOIN LATERAL (
           SELECT ${entryColumns} FROM list_entry e
           WHERE ${waitingIn('= ANY ($2)')} AND e.phone BETWEEN f.phone AND f.phone
           ORDER BY e.phone OFFSET 0) e
         WHERE ${areFew}
         UNION ALL
         SELECT ${entryColumns}, f.in_call, f.undecided, f.leaving
         FROM held f JOIN list_entry e ON e.phone = f.phone
         WHERE ${waitingIn('= ANY ($2)')} AND NOT ${areFew}) e
       GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
     )`;

/** Read only if there are any: of every number, the texts. */
const unplacedGroups = `unplaced AS MATERIALIZED (
       SELECT ${fineColumns}, count(*) AS count
       FROM list_entry e
       WHERE ${waitingIn('= ANY ($2)')} AND (${placed}) IS NOT TRUE
         AND (SELECT bool_or((${placed}) IS NOT TRUE) FROM plain e)
       GROUP BY 1, 2, 3, 4, 5, 6
     )`;

/** All without those that are apart, which come with what is known of them. */
const fineGroups = (
  leavingAt: string,
  cap: boolean,
) => `${cap ? plainGroups('$9', '$10') : plainGroups('$5', '$6')},
     ${heldPhones(cap)}, ${apartGroups(leavingAt)}, ${unplacedGroups},
     fine AS (
       SELECT e.place_group AS place, NULL AS area, NULL AS state, NULL AS zip, ${dueColumns},
         false AS in_call, false AS undecided, NULL::timestamptz AS leaving, e.count
       FROM plain e WHERE ${placed}
       UNION ALL SELECT place, area, state, zip, due, reason, false, false, NULL, count
       FROM unplaced
       UNION ALL SELECT place, area, state, zip, due, reason, false, false, NULL, -count
       FROM apart
       UNION ALL SELECT place, area, state, zip, due, reason, in_call, undecided, leaving, count
       FROM apart
     )`;

/** Of a group, and of each of its entries. */
const keyOf = `jsonb_build_array(place, area, state, ${asZone}, due, reason, in_call, undecided)::text`;
const isUncapped = '(leaving IS NULL OR in_call OR undecided)';

const byRegion = `SELECT place, area AS "areaCode", state, ${asZone} AS "zipCode",
       (extract(epoch FROM due) * 1000)::float8 AS due, reason, in_call AS "inCall", undecided,
       NULL::timestamptz AS "firstLeaving", NULL::timestamptz AS "lastLeaving",
       NULL::float8 AS minute, NULL::float8 AS quarter, sum(count)::bigint AS count,
       min(${keyOf}) AS key
     FROM fine WHERE ${isUncapped} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 HAVING sum(count) > 0`;

const groups = `WITH ${fineGroups('NULL::timestamptz', false)} ${byRegion}`;

/**
 * Numbers that were tried as often as the cap allows, each with the attempt that has to leave the
 * window, are one group by the minute: for what they wait now their hours do not matter yet, and
 * they may have an instant each. What is not free within 15 days, further than anybody looks ahead,
 * is one group. Except those that are never called: the gate bars them before it checks the cap.
 */
export const leavingMinute = leavingIn(1);

/** SQL: `leaving` in minutes since 1970, rounded down to whole blocks of minutes. */
function leavingIn(minutes: number): string {
  return `floor(least(extract(epoch FROM leaving),
         extract(epoch FROM $6::timestamptz + interval '360 hours')) / ${60 * minutes})::float8
         * ${minutes}`;
}

/**
 * With all that they wait for besides: by the quarter of an hour, or a million numbers could be nearly
 * as many groups. Schedules stop at quarters, as a rule, so that all of a group are free before it, or none.
 */
export const leavingQuarter = leavingIn(15);

const fullUp = `full_up AS MATERIALIZED (
       SELECT phone, (array_agg(attempted_at ORDER BY attempted_at DESC))[$7::int] AS leaving
       FROM attempt WHERE client_id = $1 AND counts_as = $5 AND attempted_at > $6
       GROUP BY phone HAVING count(*) >= $7::int
     )`;
const isDialed = 'substr(e.phone, 2, 3) = ANY ($8::text[])';

const underCap = (capped: string) => `WITH ${fullUp},
     ${fineGroups(`CASE WHEN ${isDialed} THEN e.leaving END`, true)}
     ${byRegion}
     UNION ALL ${capped}`;

const groupsUnderCap = {
  byMinute: underCap(`SELECT NULL::integer, '', NULL, NULL, NULL::float8, NULL, false, false,
       min(leaving), max(leaving), ${leavingMinute}, NULL::float8, sum(count)::bigint,
       'capped ' || ${leavingMinute}
     FROM fine WHERE NOT ${isUncapped} GROUP BY ${leavingMinute}`),
  apart: underCap(`SELECT place, area, state, zip, due, reason, false, false,
       min(leaving), max(leaving), NULL::float8, quarter, sum(count)::bigint, min(key)
     FROM (SELECT place, area, state, ${asZone} AS zip, reason, leaving, count,
         (extract(epoch FROM due) * 1000)::float8 AS due, ${leavingQuarter} AS quarter,
         ${keyOf} AS key
       FROM fine WHERE NOT ${isUncapped}) e
     GROUP BY 1, 2, 3, 4, 5, 6, quarter`),
};

/**
 * SQL: whether the number of `e` is one of these, by a hash table: of an array, the planner does not
 * guess that it is too large for one.
 */
export const isAmong = (phones: string) =>
  `e.phone IN (SELECT one FROM unnest(ARRAY(${phones})) one)`;

/** SQL: what is apart of each waiting entry `e` of a scope, and the key of its group. */
export const entryGroupColumns = (cap: boolean) => `${fineColumns},
         ${isAmong(`SELECT a.phone ${inCall}`)} AS in_call,
         ${isAmong(`SELECT r.phone ${undecided}`)} AS undecided,
         ${cap ? `${isDialed} AND ${isAmong('SELECT phone FROM full_up')}` : 'false'} AS capped`;
/** SQL: of such an entry, or a group of such. */
export const entryGroupKey = keyOf;
/** SQL: the cap does not hold such an entry, whatever else does. */
export const isOutsideCap = '(NOT capped OR in_call OR undecided)';
/** SQL: of such an entry with `leaving`, null where the cap does not hold it. */
export const entryQuarter = `CASE WHEN NOT ${isOutsideCap} THEN ${leavingQuarter} END`;
/** SQL: `leaving` of entry `e`, number by number. */
export const entryLeaving = `(SELECT a.attempted_at FROM attempt a
         WHERE a.client_id = $1 AND a.phone = e.phone AND a.counts_as = $5 AND a.attempted_at > $6
         ORDER BY a.attempted_at DESC OFFSET $7::int - 1 LIMIT 1)`;
export const capTable = (cap: boolean) => (cap ? [fullUp] : []);
export const waitingEntries = waitingIn;
