/**
 * What the gate asks about follow-ups alone. Read after the entries, in a statement of its own, so
 * that a claim without follow-ups pays nothing for it.
 */
import type { FollowUpFacts } from '#domain/gate-question.ts';
import type { Tx } from '../database.ts';
import { stepStride } from '../entry-steps.ts';
import { hasReplied } from './account-reply.ts';

interface Query {
  clientId: number;
  callListId: number;
}

type Row = FollowUpFacts & { entryId: number };

/** The same entries, of one list; follow-ups with what is known of them. */
export async function withFollowUps<Entry extends { entryId: number }>(
  tx: Tx,
  query: Query,
  entries: Entry[],
): Promise<(Entry & { followUp: FollowUpFacts | null })[]> {
  const ids = entries.map(({ entryId }) => entryId).filter((entryId) => entryId >= stepStride);
  const known = new Map(
    (ids.length === 0 ? [] : await readStandings(tx, query, ids)).map((row) => [row.entryId, row]),
  );
  return entries.map((entry) => ({ ...entry, followUp: known.get(entry.entryId) ?? null }));
}

/** Since the attempt that it follows. */
const replied = hasReplied({
  ...{ list: '$2', entry: 'v.entry_id', line: 'e.account_line', phone: 'e.phone' },
  ...{ columns: 'l.phone_columns', since: 'coalesce(a.attempted_at, f.made_at)' },
});

function readStandings(tx: Tx, { clientId, callListId }: Query, ids: number[]): Promise<Row[]> {
  return tx.rows<Row>(
    `SELECT v.entry_id AS "entryId", ${replied} AS replied
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
    [clientId, callListId, ids],
  );
}
