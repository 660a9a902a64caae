/**
 * The engine's work for each client, one lane for each kind. A client whose rows are locked or slow
 * holds up only its own lane: the tick and the other clients go on.
 */

import { type Backoff, createBackoff } from './backoff.ts';

export interface ClientLanes {
  /**
   * Begins the work unless this client's last work of this kind is still under way or just failed:
   * a lane that fails rests, longer after each failure in a row. Returns whether it was begun.
   */
  begin(kind: string, clientId: number, work: () => Promise<void>): boolean;
  isBusy(kind: string, clientId: number): boolean;
  /** Resolves when what was begun since this was last called has ended. */
  begun(): Promise<unknown>;
  /** Resolves when everything under way has ended. */
  ended(): Promise<unknown>;
}

/** @param onError called with the error of a lane's work; the lane is free again */
export function createClientLanes(
  onError: (error: unknown, kind: string, clientId: number) => void,
): ClientLanes {
  const underWay = new Map<string, Promise<void>>();
  const resting = new Map<string, Backoff>();
  let begun: Promise<void>[] = [];
  const laneOf = (kind: string, clientId: number) => `${kind} ${clientId}`;

  return {
    begin(kind, clientId, work) {
      const lane = laneOf(kind, clientId);
      if (underWay.has(lane) || resting.get(lane)?.isWaiting()) return false;
      // Set before the work begins, because it may fail at once.
      const { promise, resolve } = Promise.withResolvers<void>();
      underWay.set(lane, promise);
      begun.push(promise);
      work()
        .then(
          () => resting.delete(lane),
          (error) => {
            const own = resting.get(lane) ?? createBackoff();
            own.failed();
            resting.set(lane, own);
            onError(error, kind, clientId);
          },
        )
        .finally(() => {
          underWay.delete(lane);
          resolve();
        });
      return true;
    },
    isBusy: (kind, clientId) => underWay.has(laneOf(kind, clientId)),
    begun() {
      const since = begun;
      begun = [];
      return Promise.all(since);
    },
    ended: () => Promise.all(underWay.values()),
  };
}
