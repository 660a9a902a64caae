/**
 * Contact data goes list by list, of lists that have ended. Their attempts follow: never before the
 * entries, because the attempt is the key that keeps an entry from being called twice (decision 003).
 */
import { cutoffOf, isStillOld, leastAttemptDays, type RetentionDays } from '#domain/retention.ts';
import {
  beginToEmpty,
  countAttempts,
  deleteNext,
  deleteNumbersBeside,
  hasEntries,
  hasWaiting,
  listOldLists,
  noteEmptied,
  type OldList,
} from '../queries/ended-list.ts';
import { noteDeleted } from '../queries/retention.ts';
import {
  batchRows,
  deletingStep,
  inBatches,
  inOrder,
  orNextTime,
  type RetentionDeps,
  refuseHeld,
  step,
} from './batches.ts';
import type { Partitions } from './partitions.ts';

export interface EmptiedLists {
  /** Lists whose contact data went. */
  lists: number;
  /** Entries and rejected rows. */
  contacts: number;
  attempts: number;
  /** Equally old, but kept: a number or a text waits in them, or in a list with rows of their file. */
  openLists: number;
}

export interface OfClient {
  clientId: number;
  days: RetentionDays;
  /** Epoch ms. */
  now: number;
}

export async function emptyLists(
  deps: RetentionDeps,
  partitions: Partitions | undefined,
  { clientId, days, now }: OfClient,
): Promise<EmptiedLists> {
  const sum = { lists: 0, contacts: 0, attempts: 0, openLists: 0 };
  // Forever: a deletion that began under an earlier rule is finished, and nothing else.
  const cutoff = cutoffOf(now, days.contacts) ?? 0;
  const before = new Date(cutoff);
  const emptyList = async (list: OldList) => {
    const { callListId, begun } = list;
    if (!begun && (await step(deps, clientId, (tx) => hasWaiting(tx, clientId, callListId)))) {
      sum.openLists += 1;
      return;
    }
    if (!begun) {
      if (!deps.dryRun && !(await begin(deps, { clientId, now }, callListId, before))) return;
      sum.lists += 1;
    }
    const { contacts, gone } = await deleteContacts(deps, partitions, clientId, list);
    sum.contacts += contacts;
    if (!gone || !mayForgetAttempts(list, days, now)) return;
    sum.attempts += await deleteAttemptsOf(deps, clientId, list, now);
    if (deps.dryRun) return;
    // Meanwhile texts may be kept for longer.
    if ((await step(deps, clientId, (tx) => countAttempts(tx, clientId, callListId))) > 0) return;
    await deleteWaysOf(deps, clientId, list);
    await deletingStep(deps, clientId, (tx) => noteEmptied(tx, clientId, callListId));
  };
  const lists = await step(deps, clientId, (tx) => listOldLists(tx, clientId, before));
  for (const list of lists) {
    await orNextTime(() => emptyList(list), undefined);
  }
  return sum;
}

/** From then on the list is emptied, whatever the times are set to. */
function begin(
  deps: RetentionDeps,
  { clientId, now }: Omit<OfClient, 'days'>,
  callListId: number,
  before: Date,
): Promise<boolean> {
  return deletingStep(deps, clientId, async (tx, days) => {
    if (!isStillOld(before, now, days.contacts)) return false;
    if (!(await beginToEmpty(tx, clientId, callListId, before))) return false;
    await noteDeleted(tx, clientId, 'contacts', before.getTime());
    return true;
  });
}

async function deleteContacts(
  deps: RetentionDeps,
  partitions: Partitions | undefined,
  clientId: number,
  { callListId, large, begun, phones, rejected }: OldList,
): Promise<{ contacts: number; gone: boolean }> {
  if (deps.dryRun) return { contacts: begun ? 0 : phones + rejected, gone: true };
  const list = { clientId, callListId };
  const each = (table: 'rejected_row' | 'list_entry') =>
    inOrder(deps, clientId, -1, (tx, after) => deleteNext(tx, table, list, after, batchRows));
  const beside = await inBatches(deps, clientId, (tx) =>
    deleteNumbersBeside(tx, clientId, callListId, batchRows),
  );
  const rows = beside + (await each('rejected_row'));
  // Checked rather than assumed: an attempt must not go before its entry.
  const areLeft = () => step(deps, clientId, (tx) => hasEntries(tx, clientId, callListId));
  if (!large) {
    const entries = await each('list_entry');
    return { contacts: rows + entries, gone: !(await areLeft()) };
  }
  if (!(await areLeft())) return { contacts: rows, gone: true };
  const goes = async () => {
    await step(deps, clientId, refuseHeld);
    return true;
  };
  const dropped = (await partitions?.drop('list_entry', `list_entry_${callListId}`, goes)) ?? false;
  return { contacts: rows + (dropped ? phones : 0), gone: dropped };
}

/** Attempts that a cap counts stay, and a text's attempt stays as long as its text. */
function mayForgetAttempts({ lastCall, texting }: OldList, days: RetentionDays, now: number) {
  if (lastCall === null) return true;
  const last = lastCall.getTime();
  const texts = cutoffOf(now, days.texts);
  if (texting && (texts === null || last >= texts)) return false;
  return last < now - leastAttemptDays * 86_400_000;
}

function deleteAttemptsOf(
  deps: RetentionDeps,
  clientId: number,
  list: OldList,
  now: number,
): Promise<number> {
  const { callListId } = list;
  return deps.dryRun
    ? step(deps, clientId, (tx) => countAttempts(tx, clientId, callListId))
    : inOrder(deps, clientId, -1, async (tx, after, days) =>
        mayForgetAttempts(list, days, now)
          ? deleteNext(tx, 'attempt', { clientId, callListId }, after, batchRows)
          : undefined,
      );
}

/** How the numbers of the list came to it, and what was waited for: nothing can follow any more. */
async function deleteWaysOf(deps: RetentionDeps, clientId: number, { callListId }: OldList) {
  for (const table of ['follow_up', 'follow_up_wait'] as const) {
    await inOrder(deps, clientId, -1, (tx, after) =>
      deleteNext(tx, table, { clientId, callListId }, after, batchRows),
    );
  }
}
