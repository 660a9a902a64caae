/**
 * Waits, after a stop is committed, until nothing of the client that was taken before it can still be
 * submitted (operator-stop-settled.ts). One wait per client at a time, however many ask: those that
 * come during one share the next, which begins after their stops were committed.
 */
import type { Database } from '#db/database.ts';
import { settleStop } from '#db/queries/operator-stop-settled.ts';

/** Usually 2 seconds, 12 with a dead engine or a slow carrier. */
const patienceMs = 30_000;

/** Returns whether everything is settled. */
export type SettleStops = (clientId: number) => Promise<boolean>;

interface Turn {
  now: Promise<boolean>;
  next?: Promise<boolean>;
}

export function stopSettling(db: Database): SettleStops {
  const turns = new Map<number, Turn>();
  const settled = async (clientId: number) => {
    const reach = { scope: 'client', client: '' } as const;
    return (await settleStop(db, reach, clientId, patienceMs)).length === 0;
  };
  const begin = (clientId: number) => {
    const turn: Turn = { now: settled(clientId) };
    turns.set(clientId, turn);
    const end = () => {
      if (turn.next === undefined) turns.delete(clientId);
    };
    turn.now.then(end, end);
    return turn.now;
  };
  return (clientId) => {
    const turn = turns.get(clientId);
    if (!turn) return begin(clientId);
    const after = () => begin(clientId);
    turn.next ??= turn.now.then(after, after);
    return turn.next;
  };
}
