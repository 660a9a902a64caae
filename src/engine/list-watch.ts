/**
 * Remembers between claims which lists of a campaign have something due: a used-up list stays open,
 * and a long campaign has many of them. An entry becomes due earlier than it once seemed only when
 * its call is given back, the client's cap or least gap changes, or the list gets a follow-up; its
 * list is then forgotten. Also tracks turns: the lists of a campaign share its pace claim by claim.
 */

import { asClient } from '#db/database.ts';
import type { Lease } from '#db/queries/lease.ts';
import { type ListRest, restOf } from '#db/queries/list-rest.ts';
import { type SimMs, simMs } from '#domain/milliseconds.ts';
import type { RunnerDeps } from './deps.ts';

export interface Outlook {
  /** -Infinity for any time, Infinity when no entry waits. */
  nextDue: SimMs;
  reason: string | null;
  /** A list is being loaded. */
  loading: boolean;
  /** A rule of the client asks for the age of the national do-not-call list. */
  asksRegistry: boolean;
}

export interface ListWatch {
  /** Lists with nothing due at `now`. */
  atRest(now: SimMs): number[];
  /** Lists that had a turn, the one that has waited longest first. */
  turns(): number[];
  /** Notes a claim's result: lists with nothing due, and the list that had its turn. */
  note(claimed: { rests: readonly ListRest[]; turn?: number; calls: readonly unknown[] }): void;
  /** Entries of these lists are due again, earlier than noted. */
  forget(callListIds: readonly number[]): void;
  /** Reads from the database the lists of which nothing is known. */
  poll(now: SimMs): Promise<Outlook>;
}

/** Below this number of entries the planner's mistakes cost nothing. */
const worthStatistics = 2_000;

export function createListWatch(
  { db, statistics, listReads }: RunnerDeps,
  lease: Lease,
): ListWatch {
  const { clientId } = lease;
  const rests = new Map<number, ListRest>();
  const counted = new Set<number>();
  /** By list: the follow-ups that it had when it was read last. */
  const followUps = new Map<number, number>();
  /**
   * Fair queuing: what each list had by its last turn, counted from no earlier than the last turn
   * of all. A list that had nothing due for hours is next, but does not catch up.
   */
  const had = new Map<number, number>();
  let lastTurn = 0;
  let revision: string | undefined;

  return {
    atRest: (now) =>
      [...rests.values()].filter((rest) => rest.nextDue > now).map((rest) => rest.callListId),
    turns: () => [...had].sort(([, one], [, other]) => one - other).map(([id]) => id),
    note({ rests: some, turn, calls }) {
      for (const rest of some) rests.set(rest.callListId, rest);
      if (turn === undefined) return;
      lastTurn = Math.max(had.get(turn) ?? 0, lastTurn);
      had.delete(turn);
      had.set(turn, lastTurn + Math.max(1, calls.length));
    },
    forget(callListIds) {
      for (const callListId of callListIds) rests.delete(callListId);
    },
    async poll(now) {
      const lists = await listReads.of(lease);
      const open = lists.filter((list) => !list.loading);
      if (revision !== lists[0]?.revision) rests.clear();
      revision = lists[0]?.revision;
      for (const list of open) {
        if (followUps.get(list.callListId) !== list.followUps) rests.delete(list.callListId);
        followUps.set(list.callListId, list.followUps);
      }
      for (const { callListId, fresh, phones } of open) {
        if (!fresh || phones < worthStatistics || counted.has(callListId)) continue;
        statistics.ask(clientId, callListId);
        counted.add(callListId);
      }
      const unknown = open.filter((list) => !((rests.get(list.callListId)?.nextDue ?? 0) > now));
      if (unknown.length > 0) {
        await asClient(db, clientId, async (tx) => {
          for (const { callListId } of unknown) {
            rests.set(callListId, await restOf(tx, clientId, callListId));
          }
        });
      }
      const outlook: Outlook = {
        nextDue: simMs(Number.POSITIVE_INFINITY),
        reason: null,
        loading: lists.some((list) => list.loading),
        asksRegistry: lists[0]?.asksRegistry ?? false,
      };
      for (const { callListId } of open) {
        const rest = rests.get(callListId);
        if (!rest || rest.nextDue >= outlook.nextDue) continue;
        outlook.nextDue = rest.nextDue;
        outlook.reason = rest.reason;
      }
      return outlook;
    },
  };
}
