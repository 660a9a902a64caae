/** How many segments a text takes on average, filled in for some of a campaign's numbers. */
import { countedText, fillText, hasField } from '#domain/text-message.ts';
import { segmentsOf } from '#domain/text-segments.ts';
import type { Tx } from '../database.ts';

/** As many say it well enough; each is found by its key, however long the lists are. */
const mostSampled = 200;

interface Row {
  first: string;
  last: string;
  file: string;
}

/** @param lists with how many numbers each was loaded */
export async function sampledSegments(
  tx: Tx,
  clientId: number,
  message: string,
  lists: readonly { callListId: number; numbers: number }[],
): Promise<number> {
  const rows = hasField(message) ? await readSample(tx, clientId, lists) : [];
  if (rows.length === 0) return Math.max(1, segmentsOf(countedText(message)).segments);
  const segments = rows.map(({ first, last, file }) => {
    const values = { '[first_name]': first, '[last_name]': last, '[file_number]': file };
    return Math.max(1, segmentsOf(fillText(message, values)).segments);
  });
  return segments.reduce((sum, one) => sum + one, 0) / segments.length;
}

/** Evenly from the first to the last number of all lists. */
async function readSample(
  tx: Tx,
  clientId: number,
  lists: readonly { callListId: number; numbers: number }[],
): Promise<Row[]> {
  const all = lists.reduce((sum, { numbers }) => sum + numbers, 0);
  const picked = lists.flatMap(({ callListId, numbers }) => {
    const some = Math.min(numbers, Math.ceil((mostSampled * numbers) / Math.max(1, all)));
    return Array.from({ length: some }, (_, index) => ({
      callListId,
      entryId: 1 + Math.floor((index * numbers) / some),
    }));
  });
  return await tx.rows<Row>(
    `SELECT coalesce(e.first_name, '') AS first, coalesce(e.last_name, '') AS last,
       coalesce(e.external_id, '') AS file
     FROM unnest($2::bigint[], $3::integer[]) AS picked (list, entry)
     CROSS JOIN LATERAL (
       SELECT first_name, last_name, external_id FROM list_entry
       WHERE client_id = $1 AND call_list_id = picked.list AND entry_id = picked.entry
       OFFSET 0) e`,
    [clientId, picked.map(({ callListId }) => callListId), picked.map(({ entryId }) => entryId)],
  );
}
