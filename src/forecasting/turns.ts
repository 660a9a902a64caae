/** Whose forecast is made next, and which are no longer waited for. Pure. */

/** Requests of one client that can wait; more would take too long to be useful. */
export const mostWaiting = 4;

export interface Asker {
  clientId: number;
  /** The newest question of one manager about one campaign is the only one that is still of use. */
  question: string;
}

/** Null: a background job, which waits as long as it takes. */
interface Turn {
  asker: Asker | null;
}

/**
 * Adds a request at the end.
 *
 * @returns those that it removed: an older question of the same manager, or the client's first one
 */
export function enter<T extends Turn>(waiting: T[], one: T): { replaced: T[]; crowdedOut: T[] } {
  const { asker } = one;
  if (!asker) {
    waiting.push(one);
    return { replaced: [], crowdedOut: [] };
  }
  const own = waiting.filter((other) => other.asker?.clientId === asker.clientId);
  const replaced = own.filter((other) => other.asker?.question === asker.question);
  const others = own.filter((other) => !replaced.includes(other));
  const crowdedOut = others.slice(0, Math.max(0, others.length + 1 - mostWaiting));
  for (const old of [...replaced, ...crowdedOut]) waiting.splice(waiting.indexOf(old), 1);
  waiting.push(one);
  return { replaced, crowdedOut };
}

/** Takes the first of another client than the last one, if any waits. */
export function leave<T extends Turn>(waiting: T[], last: number | undefined): T | undefined {
  const other = waiting.findIndex(({ asker }) => asker === null || asker.clientId !== last);
  return waiting.splice(Math.max(0, other), 1)[0];
}
