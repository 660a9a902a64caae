/**
 * Which lists of a campaign have something due, remembered between claims: a list stays open when
 * it is used up, and a long campaign has many of those. An entry becomes due earlier than was
 * once said only when its call is given back or the client's cap or least gap changes, which makes its
 * list forgotten. And whose turn it is: the lists of a campaign share its pace claim by claim.
 */
import { asClient } from '#db/database.ts';
import { isOutOfTime } from '#db/errors.ts';
import type { Lease } from '#db/queries/lease.ts';
import {
  type ListRest,
  readCampaignLists,
  refreshListStatistics,
  restOf,
} from '#db/queries/list-rest.ts';
import type { RunnerDeps } from './deps.ts';

export interface Outlook {
  /** Epoch ms; -Infinity for any time, Infinity when no entry waits. */
  nextDue: number;
  reason: string | null;
  /** A list is being loaded. */
  loading: boolean;
}

export interface ListWatch {
  /** Lists with nothing due at `now`. */
  atRest(now: number): number[];
  /** Those that had a turn, the one that waits longest first. */
  turns(): number[];
  /** What a claim said: lists with nothing due, and the list that had its turn, with what it gave. */
  note(claimed: { rests: readonly ListRest[]; turn?: number; calls: readonly unknown[] }): void;
  /** Entries of these lists wait again, earlier than was said. */
  forget(callListIds: readonly number[]): void;
  /** Asks the database about the lists of which nothing is known. */
  look(now: number): Promise<Outlook>;
}

/** Below this the planner's mistakes about a list without statistics cost nothing. */
const worthStatistics = 2_000;

export function createListWatch({ db }: RunnerDeps, lease: Lease): ListWatch {
  const { clientId } = lease;
  const rests = new Map<number, ListRest>();
  const counted = new Set<number>();
  /**
   * Fair queuing: what each list had by its last turn, begun no earlier than the last turn of all. One
   * that had nothing due for hours is next, and makes up for nothing.
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
    async look(now) {
      const lists = await asClient(db, clientId, (tx) => readCampaignLists(tx, lease));
      const open = lists.filter((list) => !list.loading);
      if (revision !== lists[0]?.revision) rests.clear();
      revision = lists[0]?.revision;
      for (const { callListId, fresh, phones } of open) {
        if (!fresh || phones < worthStatistics || counted.has(callListId)) continue;
        // Who holds the lock for longer is an ANALYZE itself, or will be followed by one: calls do not wait for it.
        await asClient(db, clientId, (tx) => refreshListStatistics(tx, callListId)).catch(
          (error) => {
            if (!isOutOfTime(error)) throw error;
          },
        );
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
        nextDue: Number.POSITIVE_INFINITY,
        reason: null,
        loading: lists.some((list) => list.loading),
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
