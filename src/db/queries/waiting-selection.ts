/** The entries of waiting groups, found again by the keys of their groups (waiting-groups.ts). */
import { gateReasons } from '#domain/gate.ts';
import {
  capTable,
  countedBy,
  entryGroupColumns,
  entryGroupKey,
  isAmong,
  isOutsideCap,
  type KeyedGroup,
  leavingMinute,
  leavingQuarter,
  type WaitingQuestion,
  waitingEntries,
} from './waiting-groups.ts';

/**
 * SQL: the waiting entries `e` in some groups, by their keys.
 *
 * @param scope of the lists, which are $2 of its values, behind the client
 */
export function waitingSelection(
  { values: scopeValues, scope }: { values: readonly unknown[]; scope: string },
  question: Omit<WaitingQuestion, 'callListIds'>,
  { wanted: groupsWanted, held, words, late }: WantedGroups,
) {
  const { cap } = question;
  const counted = countedBy(question);
  const values = [...scopeValues, question.now, gateReasons.carrierBusy, ...counted];
  const given = (value: unknown) => `$${values.push(value)}`;
  const keys = groupsWanted.flatMap(({ held, capped, base, key }) => {
    if (held || (capped && base === undefined)) return [];
    return base ?? key;
  });
  const minutes = groupsWanted.flatMap(({ minute }) => minute ?? []);
  const isIn = (groups: readonly KeyedGroup[]) => {
    const ids = groups.flatMap((group) => group.held?.entries ?? []);
    const byWords = groups.flatMap((group) => group.held?.words ?? []);
    const found: string[] = [];
    if (ids.length > 0) {
      const lists = given(ids.map(({ callListId }) => callListId));
      const entries = given(ids.map(({ entryId }) => entryId));
      found.push(`(e.call_list_id, e.entry_id) IN (
         SELECT * FROM unnest(${lists}::bigint[], ${entries}::integer[]))`);
    }
    if (byWords.length > 0) {
      found.push(
        `${entryGroupKey} || ' ' || e.words IN (SELECT * FROM unnest(${given(byWords)}::text[]))`,
      );
    }
    return found.length === 0 ? 'false' : `(${found.join(' OR ')})`;
  };
  const plain = `${entryGroupKey} = ANY (${given(keys)}::text[])`;
  const inGroups =
    held.length === 0
      ? plain
      : `(${plain} AND NOT ${isIn(held)}
         OR ${isIn(groupsWanted)})`;
  const isFreed = (when: string) => isAmong(`SELECT phone FROM full_up WHERE ${when}`);
  const byMinute = () =>
    minutes.length === 0
      ? ''
      : `OR NOT ${isOutsideCap} AND ${isFreed(
          `${leavingMinute} IN (SELECT * FROM unnest(${given(minutes)}::float8[]))`,
        )}`;
  const freedLate = (some: readonly FreedLate[]) =>
    some.map(({ from, bases }) => {
      const isLate = isFreed(`${leavingQuarter} >= ${given(from)}::float8`);
      return `OR NOT ${isOutsideCap} AND ${isLate}
         AND ${entryGroupKey} = ANY (${given(bases)}::text[]) AND NOT ${isIn(held)}`;
    });
  const where = late
    ? `${inGroups} ${freedLate(late).join(' ')}`
    : `${isOutsideCap} AND ${inGroups} ${byMinute()}`;
  return {
    before: cap ? `WITH ${capTable(true)}` : '',
    from: `(SELECT e.call_list_id, e.entry_id, e.phone, e.first_name, e.last_name,
         ${entryGroupColumns(cap !== null)}${words ? `, ${words} AS words` : ''}
       FROM list_entry e
       ${words ? 'JOIN call_list l ON l.client_id = $1 AND l.call_list_id = e.call_list_id' : ''}
       WHERE ${waitingEntries(scope)}) e`,
    where: `(${where})`,
    values,
  };
}

interface WantedGroups {
  wanted: readonly KeyedGroup[];
  /** All groups that the policy holds: their numbers are in no other group. */
  held: readonly KeyedGroup[];
  /** SQL: the words of entry `e` of list `l`, where a rule asks for some. */
  words: string | undefined;
  /** Of questions that tell apart what the cap holds: these are wanted, too. */
  late?: readonly FreedLate[];
}

/** All that the cap frees in a quarter of an hour or later, by the keys that their groups have without the cap. */
export interface FreedLate {
  from: number;
  bases: readonly string[];
}
