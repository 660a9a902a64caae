/** What the words of a report's filters need from the database: names by id. */
import type { CallRecordFilters } from '#contract/call-record.ts';
import { type FilterNames, wordsOfFilters } from '#domain/filter-words.ts';
import type { Tx } from '../database.ts';

/** Names of the campaigns and lists in these filters, deleted ones included. */
export async function filterNames(
  tx: Tx,
  clientId: number,
  filters: readonly CallRecordFilters[],
): Promise<FilterNames> {
  const campaigns = [...new Set(filters.flatMap((one) => one.campaigns ?? []))];
  const callLists = [...new Set(filters.flatMap((one) => one.callLists ?? []))];
  const read = async (sql: string, ids: readonly number[]) => {
    if (ids.length === 0) return new Map<number, string>();
    const rows = await tx.rows<{ id: number; name: string }>(sql, [clientId, ids]);
    return new Map(rows.map(({ id, name }) => [id, name]));
  };
  return {
    campaigns: await read(
      `SELECT campaign_id AS id, name FROM campaign
       WHERE client_id = $1 AND campaign_id = ANY($2::bigint[])`,
      campaigns,
    ),
    callLists: await read(
      `SELECT call_list_id AS id, name FROM call_list
       WHERE client_id = $1 AND call_list_id = ANY($2::bigint[])`,
      callLists,
    ),
  };
}

/** The filters of one report in words. */
export async function filterWords(
  tx: Tx,
  report: { clientId: number; filters: CallRecordFilters; utcOffset: number },
): Promise<string[]> {
  const { clientId, filters, utcOffset } = report;
  return wordsOfFilters(filters, await filterNames(tx, clientId, [filters]), utcOffset);
}
