/**
 * What the gate asks about follow-ups alone. Read after the entries, in a statement of its own, so
 * that a claim without follow-ups pays nothing for it.
 */
import type { Callee } from '#domain/calling-hours.ts';
import { type DayPart, homeZone, partAt } from '#domain/follow-up/day-part.ts';
import type { PartPlan } from '#domain/follow-up/part-standing.ts';
import { type GateVerdict, gateReasons } from '#domain/gate.ts';
import type { EntryFacts, FollowUpFacts } from '#domain/gate-question.ts';
import type { Tx } from '../database.ts';
import { stepStride } from '../entry-steps.ts';
import { settledBy } from './account-attempts.ts';
import { hasReplied } from './account-reply.ts';
import { answerShareOf } from './answer-share.ts';
import { fileListsOf } from './followed-lists.ts';

interface Query {
  clientId: number;
  callListId: number;
  /** No account of the list has more numbers. */
  phoneColumns: number;
  /** All lists that hold its accounts; undefined: not read. */
  fileLists?: readonly number[] | undefined;
}

interface Row extends Omit<PartPlan, 'part'>, Pick<FollowUpFacts, 'replied' | 'settled'> {
  entryId: number;
  /** Null: its rule asks for none. */
  part: DayPart | null;
}

/** The same entries, of one list; follow-ups with what is known of them. */
export async function withFollowUps<Entry extends { entryId: number }>(
  tx: Tx,
  query: Query,
  entries: Entry[],
): Promise<(Entry & { followUp: FollowUpFacts | null })[]> {
  const ids = entries.map(({ entryId }) => entryId).filter((entryId) => entryId >= stepStride);
  if (ids.length === 0) return entries.map((entry) => ({ ...entry, followUp: null }));
  const rows = await readStandings(tx, query, ids);
  const shareOf = rows.some(({ part }) => part !== null)
    ? await answerShareOf(tx, query.clientId)
    : () => undefined;
  const known = new Map(
    rows.map(({ entryId, replied, settled, part, byChance, tried }) => [
      entryId,
      { replied, settled, part: part === null ? null : { part, byChance, tried, shareOf } },
    ]),
  );
  return entries.map((entry) => ({ ...entry, followUp: known.get(entry.entryId) ?? null }));
}

/** Since the attempt that it follows. */
const replied = hasReplied({
  ...{ list: '$2', entry: 'v.entry_id', line: 'e.account_line', phone: 'e.phone' },
  ...{ columns: 'l.phone_columns', since: 'coalesce(a.attempted_at, f.made_at)' },
});

const settled = settledBy({
  ...{ lists: '$4::bigint[]', entry: 'v.entry_id', line: 'e.account_line' },
  apart: '(l.phone_columns - 1)',
});

async function readStandings(tx: Tx, query: Query, ids: number[]): Promise<Row[]> {
  const { clientId, callListId, phoneColumns } = query;
  // A person with one number had nothing else that could end it.
  const lists =
    phoneColumns > 1 ? (query.fileLists ?? (await fileListsOf(tx, clientId, callListId))) : [];
  return tx.rows<Row>(
    `SELECT v.entry_id AS "entryId", f.day_part AS part, f.by_chance AS "byChance", f.tried,
       ${replied} AS replied, ${phoneColumns > 1 ? settled : 'NULL'} AS settled
     FROM unnest($3::integer[]) AS v (entry_id)
     CROSS JOIN (SELECT phone_columns FROM call_list
       WHERE client_id = $1 AND call_list_id = $2) AS l
     CROSS JOIN LATERAL (SELECT * FROM follow_up
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id = v.entry_id OFFSET 0) AS f
     CROSS JOIN LATERAL (SELECT phone, account_line FROM list_entry
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id = v.entry_id OFFSET 0) AS e
     LEFT JOIN LATERAL (SELECT attempted_at FROM attempt
       WHERE client_id = $1 AND call_list_id = f.parent_list_id
         AND entry_id = f.parent_entry_id OFFSET 0) AS a ON true`,
    [clientId, callListId, ids, ...(phoneColumns > 1 ? [lists] : [])],
  );
}

export interface MovedPart {
  entryId: number;
  part: DayPart;
}

/** The part of the day in which a follow-up is made, or to which it is put off, if that is not the one noted. */
export function movedPart(
  { entryId, followUp, ...callee }: Callee & Pick<EntryFacts, 'followUp'> & { entryId: number },
  verdict: GateVerdict,
  now: Date,
): MovedPart[] {
  const plan = followUp?.part;
  if (!plan) return [];
  const isCall = verdict.kind === 'call';
  if (!isCall && (verdict.kind !== 'wait' || verdict.reason !== gateReasons.followUp)) return [];
  const part = partAt(homeZone(callee), isCall ? now.getTime() : verdict.until);
  if (part === null || part === plan.part) return [];
  // At the end of a part it is only asked again.
  return isCall || !plan.tried.includes(part) ? [{ entryId, part }] : [];
}

/**
 * Notes in which part of the day follow-ups are made, or will be, where that is not the part that
 * was chosen for them before: the shares of parts are measured by it.
 */
export async function noteParts(
  tx: Tx,
  { clientId, callListId }: Pick<Query, 'clientId' | 'callListId'>,
  moved: readonly MovedPart[],
): Promise<void> {
  if (moved.length === 0) return;
  const inOrder = moved.toSorted((a, b) => a.entryId - b.entryId);
  await tx.run(
    `UPDATE follow_up f SET day_part = v.part, by_chance = false
     FROM unnest($3::integer[], $4::smallint[]) AS v (entry_id, part)
     WHERE f.client_id = $1 AND f.call_list_id = $2 AND f.entry_id = v.entry_id`,
    [
      ...[clientId, callListId],
      inOrder.map(({ entryId }) => entryId),
      inOrder.map(({ part }) => part),
    ],
  );
}
