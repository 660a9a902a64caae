/**
 * The numbers behind a figure of the funnel: list by list in the order of their files, or sorted over
 * all of them.
 */
import { numbersPage } from '#contract/campaign-numbers.ts';
import type { Tx } from '../database.ts';
import { readFunnelLists } from './campaign-funnel.ts';
import {
  countEntries,
  type EntryKey,
  idsInFile,
  isSorted,
  sortedKeys,
} from './campaign-numbers-order.ts';
import { selectorOf } from './campaign-numbers-part.ts';
import type { NumbersCursor, NumbersQuestion } from './campaign-numbers-question.ts';
import { campaignColumns, entryColumns, type NumberEntryRow } from './number.ts';

export type EntryOfPage = Omit<
  NumberEntryRow,
  'loaded' | 'externalId' | 'zoneState' | 'zipCode'
> & {
  phone: string;
};

/** A page and one more, if there are more; a page is 100 unless the caller wants more. */
export async function readEntriesOfPart(
  tx: Tx,
  clientId: number,
  question: NumbersQuestion,
  from: NumbersCursor,
  size = numbersPage,
): Promise<EntryOfPage[]> {
  const lists = await readFunnelLists(tx, clientId, question.campaignId);
  if (lists.length === 0) return [];
  const select = await selectorOf(tx, clientId, question, lists);
  if (isSorted(question)) {
    const keys = await sortedKeys(tx, clientId, { question, from, size, selection: select(lists) });
    return entriesInOrder(tx, clientId, question, keys);
  }
  const found: EntryOfPage[] = [];
  for (const list of lists.filter(({ callListId }) => callListId >= from.callListId)) {
    const limit = size + 1 - found.length;
    if (limit <= 0) break;
    const { callListId } = list;
    const after = callListId === from.callListId ? from.after : 0;
    const ids = await idsInFile(tx, select([list]), question.search, { after, limit });
    if (ids.length > 0) found.push(...(await entriesById(tx, clientId, question, callListId, ids)));
  }
  return found;
}

/** How many entries of a part a search finds. */
export async function countFound(tx: Tx, clientId: number, question: NumbersQuestion) {
  const lists = await readFunnelLists(tx, clientId, question.campaignId);
  if (lists.length === 0) return 0;
  const select = await selectorOf(tx, clientId, question, lists);
  return countEntries(tx, select(lists), question.search);
}

async function entriesInOrder(
  tx: Tx,
  clientId: number,
  question: NumbersQuestion,
  keys: readonly EntryKey[],
): Promise<EntryOfPage[]> {
  const entries = new Map<string, EntryOfPage>();
  for (const callListId of new Set(keys.map((key) => key.callListId))) {
    const ids = keys.filter((key) => key.callListId === callListId).map(({ entryId }) => entryId);
    for (const entry of await entriesById(tx, clientId, question, callListId, ids)) {
      entries.set(`${callListId}.${entry.entryId}`, entry);
    }
  }
  return keys.flatMap(({ callListId, entryId }) => entries.get(`${callListId}.${entryId}`) ?? []);
}

function entriesById(
  tx: Tx,
  clientId: number,
  { now }: NumbersQuestion,
  callListId: number,
  ids: readonly number[],
): Promise<EntryOfPage[]> {
  return tx.rows<EntryOfPage>(
    `SELECT ${entryColumns('$4')}, ${campaignColumns}, e.phone
     FROM list_entry e
     JOIN call_list l ON l.client_id = $1 AND l.call_list_id = e.call_list_id
     JOIN campaign c ON c.client_id = $1 AND c.campaign_id = l.campaign_id
     LEFT JOIN attempt a ON a.client_id = $1 AND a.call_list_id = $2 AND a.entry_id = e.entry_id
     WHERE e.client_id = $1 AND e.call_list_id = $2 AND e.entry_id = ANY ($3::integer[])
     ORDER BY e.entry_id`,
    [clientId, callListId, ids, now],
  );
}

/** Undefined when the client has no such campaign. */
export async function findCampaignType(
  tx: Tx,
  clientId: number,
  campaignId: number,
): Promise<number | undefined> {
  const row = await tx.row<{ type: number }>(
    `SELECT campaign_type AS type FROM campaign WHERE client_id = $1 AND campaign_id = $2`,
    [clientId, campaignId],
  );
  return row?.type;
}
