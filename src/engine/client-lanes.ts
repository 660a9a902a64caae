/**
 * The engine's work for each client, a lane for each kind of it. A client whose rows are locked or
 * slow holds up its own lane; the tick goes on, and so do the other clients.
 */

import { type Backoff, createBackoff } from './backoff.ts';

export interface ClientLanes {
  /**
   * Begins the work, unless this client's last work of this kind still goes on, or failed a moment
   * ago: a lane that fails rests, longer each time in a row.
   */
  begin(kind: string, clientId: number, work: () => Promise<void>): void;
  isBusy(kind: string, clientId: number): boolean;
  /** Resolves when what was begun since the last question has ended. */
  begun(): Promise<unknown>;
  /** Resolves when everything that goes on has ended. */
  ended(): Promise<unknown>;
}

/** @param onError is told what a lane's work failed with; the lane is free again */
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
      if (underWay.has(lane) || resting.get(lane)?.isWaiting()) return;
      // Before the work begins, which may fail at once.
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
