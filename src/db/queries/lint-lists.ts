/** The lists over which the checks count, and what a text takes there. */
import { type TextToken, textTokens } from '#contract/text-message.ts';
import type { TextGroup } from '#domain/lint/text-lint.ts';
import type { Tx } from '../database.ts';
import { isInUse } from '../list-states.ts';
import { mostCounted } from './worst-accounts.ts';

export interface LintLists {
  ids: number[];
  /** Of the list, or how many there are. */
  name: string;
}

/**
 * The lists in use of a campaign, or the newest one of the client if it has none; undefined without
 * any.
 */
export async function lintListsOf(
  tx: Tx,
  clientId: number,
  campaignIds: readonly number[],
): Promise<LintLists | undefined> {
  const lists = await tx.rows<{ id: number; name: string; own: boolean }>(
    `SELECT l.call_list_id AS id, l.name, l.campaign_id = ANY ($2::bigint[]) AS own
     FROM call_list l WHERE l.client_id = $1 AND ${isInUse('l')} AND l.phone_count > 0
     ORDER BY l.created DESC, l.call_list_id DESC`,
    [clientId, campaignIds],
  );
  const own = lists.filter((list) => list.own);
  const [newest] = lists;
  const chosen = own.length > 0 ? own : newest ? [newest] : [];
  const [first] = chosen;
  if (!first) return undefined;
  const name = chosen.length === 1 ? first.name : `${chosen.length} contact lists`;
  return { ids: chosen.map(({ id }) => id), name };
}

/** SQL: a column of letters and digits only, as so many letters; with other signs as it is. */
const folded = (column: string) => `CASE
  WHEN e.${column} ~ '^[A-Za-z0-9 .,''&()/-]*$' THEN repeat('a', length(btrim(e.${column})))
  ELSE coalesce(e.${column}, '') END`;

const tokenColumns: Record<TextToken, string> = {
  '[first_name]': 'first_name',
  '[last_name]': 'last_name',
  '[file_number]': 'external_id',
};

/** The numbers of lists in groups whose values take the same room in this text, exactly. */
export async function readTextGroups(
  tx: Tx,
  clientId: number,
  callListIds: readonly number[],
  message: string,
): Promise<{ groups: TextGroup[]; more: boolean }> {
  const [first, last, file] = textTokens.map((token) =>
    message.includes(token) ? folded(tokenColumns[token]) : "''",
  );
  const rows = await tx.rows<{ first: string; last: string; file: string; numbers: number }>(
    `SELECT ${first} AS first, ${last} AS last, ${file} AS file, count(*) AS numbers
     FROM (SELECT * FROM list_entry
           WHERE client_id = $1 AND call_list_id = ANY ($2::bigint[]) LIMIT ${mostCounted}) e
     GROUP BY 1, 2, 3`,
    [clientId, callListIds],
  );
  const groups = rows.map((row) => ({
    numbers: row.numbers,
    values: { '[first_name]': row.first, '[last_name]': row.last, '[file_number]': row.file },
  }));
  const counted = groups.reduce((sum, { numbers }) => sum + numbers, 0);
  return { groups, more: counted >= mostCounted };
}
