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
  placeKey,
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
  { wanted: groupsWanted, held, words, free = [] }: WantedGroups,
) {
  const { cap } = question;
  const counted = countedBy(question);
  const values = [...scopeValues, question.now, gateReasons.carrierBusy, ...counted];
  const given = (value: unknown) => `$${values.push(value)}`;
  const keys = groupsWanted.filter(({ held, capped }) => !held && !capped).map(({ key }) => key);
  const minutes = groupsWanted.flatMap(({ minute, place }) =>
    minute === undefined || place !== undefined ? [] : minute,
  );
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
  const freed = free.map(({ from, places }) => {
    const late = isFreed(`${leavingQuarter} >= ${given(from)}::float8`);
    return `(${placeKey} = ANY (${given(places)}::text[]) AND ${late})`;
  });
  if (minutes.length > 0) {
    freed.push(isFreed(`${leavingMinute} IN (SELECT * FROM unnest(${given(minutes)}::float8[]))`));
  }
  const capped = freed.length === 0 ? '' : `OR NOT ${isOutsideCap} AND (${freed.join(' OR ')})`;
  return {
    before: cap ? `WITH ${capTable(true)}` : '',
    from: `(SELECT e.call_list_id, e.entry_id, e.phone, e.first_name, e.last_name,
         ${entryGroupColumns(cap !== null)}${words ? `, ${words} AS words` : ''}
       FROM list_entry e
       ${words ? 'JOIN call_list l ON l.client_id = $1 AND l.call_list_id = e.call_list_id' : ''}
       WHERE ${waitingEntries(scope)}) e`,
    where: `(${isOutsideCap} AND ${inGroups}
       ${capped})`,
    values,
  };
}

interface WantedGroups {
  wanted: readonly KeyedGroup[];
  /** All groups that the policy holds: their numbers are in no other group. */
  held: readonly KeyedGroup[];
  /** SQL: the words of entry `e` of list `l`, where a rule asks for some. */
  words: string | undefined;
  /**
   * Instead of capped groups with places, which may be many: from a quarter on (`minute`), all those
   * in these places.
   */
  free?: readonly { from: number; places: readonly string[] }[];
}
