/**
 * How many transactions a client may have at once in one process. Without it a client whose rows are
 * locked or slow would hold every connection of the pool, and the other clients would wait.
 */

export interface ClientTurns {
  /** Runs the work when the client has a turn left; waiting work runs in order. */
  take<T>(clientId: number, work: () => Promise<T>): Promise<T>;
}

/** The client's other transactions had all its turns for too long. */
export class NoTurn extends Error {}

/**
 * @param most transactions of one client at the same time; work must not take a second turn inside
 * @param patienceMs how long work waits for a turn before it is refused (`NoTurn`)
 */
export function createClientTurns(most: number, patienceMs?: number): ClientTurns {
  const busy = new Map<number, number>();
  const waiting = new Map<number, (() => void)[]>();

  function free(clientId: number): void {
    const queue = waiting.get(clientId);
    const next = queue?.shift();
    if (queue?.length === 0) waiting.delete(clientId);
    // The turn goes to the longest waiter: the number of busy ones does not change.
    if (next) {
      next();
      return;
    }
    const left = (busy.get(clientId) ?? 1) - 1;
    if (left > 0) busy.set(clientId, left);
    else busy.delete(clientId);
  }

  function enter(clientId: number): Promise<void> | undefined {
    const now = busy.get(clientId) ?? 0;
    if (now < most) {
      busy.set(clientId, now + 1);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const queue = waiting.get(clientId) ?? [];
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      queue.push(begin);
      waiting.set(clientId, queue);
      const leave = () => {
        queue.splice(queue.indexOf(begin), 1);
        if (queue.length === 0) waiting.delete(clientId);
        reject(new NoTurn('Timed out waiting for a turn.'));
      };
      const timer = patienceMs === undefined ? undefined : setTimeout(leave, patienceMs);
    });
  }

  return {
    async take(clientId, work) {
      await enter(clientId);
      try {
        return await work();
      } finally {
        free(clientId);
      }
    },
  };
}
