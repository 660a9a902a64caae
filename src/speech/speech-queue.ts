/**
 * Who is spoken next: what calls play goes before what managers listen to and what is rendered, and
 * these before what calls will play; within each of these the clients take turns. One piece of a client
 * is spoken at a time, besides those for calls.
 */
import { BusyError, type SpeechTurn } from '#domain/speech/speaker.ts';

export interface SpeechQueue<T> {
  /**
   * Waits for its turn, then does the work. Rejects with the signal's reason when the caller has gone
   * before that.
   *
   * @throws BusyError when too much waits
   */
  add(turn: SpeechTurn, work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  turn: SpeechTurn;
  start(): void;
}

const rank = { ahead: 0, preview: 1, call: 2 };

function rankOf({ forCall, ahead }: SpeechTurn): number {
  if (forCall) return rank.call;
  return ahead ? rank.ahead : rank.preview;
}

export interface QueueOptions {
  /** Pieces being spoken at the same time. */
  threads: number;
  /** Of those, kept free for calls. */
  keptForCalls: number;
  /** Pieces that may wait: of one client, and of all; for calls, and of the others. */
  mostOfClient: number;
  mostInAll: number;
}

export function createSpeechQueue<T>(options: QueueOptions): SpeechQueue<T> {
  const { threads, keptForCalls, mostOfClient, mostInAll } = options;
  const waiting: Waiting[] = [];
  /** By client, when it was served last: a growing number. */
  const served = new Map<number, number>();
  const making = new Set<SpeechTurn>();
  let serial = 0;

  const madeFor = (clientId: number) =>
    [...making].some((turn) => turn.clientId === clientId && rankOf(turn) === rank.preview);

  function mayStart(turn: SpeechTurn): boolean {
    if (making.size >= threads) return false;
    if (turn.forCall) return true;
    if (making.size >= threads - keptForCalls) return false;
    return rankOf(turn) === rank.ahead || !madeFor(turn.clientId);
  }

  function startNext(): void {
    for (;;) {
      const ready = waiting.filter(({ turn }) => mayStart(turn));
      const [next] = ready.toSorted(
        ({ turn: one }, { turn: other }) =>
          rankOf(other) - rankOf(one) ||
          (served.get(one.clientId) ?? 0) - (served.get(other.clientId) ?? 0),
      );
      if (!next) break;
      waiting.splice(waiting.indexOf(next), 1);
      serial += 1;
      served.set(next.turn.clientId, serial);
      next.start();
    }
    // With nothing waiting, a client that returns counts as a new one.
    if (waiting.length === 0 && making.size === 0) served.clear();
  }

  /** Each rank is counted by itself: it does not find the room taken by what goes after it. */
  function refuseTooMany(refused: SpeechTurn): void {
    const alike = waiting.filter(({ turn }) => rankOf(turn) === rankOf(refused));
    const own = alike.filter(({ turn }) => turn.clientId === refused.clientId).length;
    if (own >= mostOfClient || alike.length >= mostInAll) throw new BusyError();
  }

  return {
    async add(turn, work) {
      turn.signal?.throwIfAborted();
      refuseTooMany(turn);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const entry: Waiting = {
        turn,
        start() {
          making.add(turn);
          resolve();
        },
      };
      waiting.push(entry);
      const leave = () => {
        const at = waiting.indexOf(entry);
        if (at < 0) return;
        waiting.splice(at, 1);
        reject(turn.signal?.reason);
      };
      turn.signal?.addEventListener('abort', leave, { once: true });
      startNext();
      try {
        await promise;
        turn.signal?.throwIfAborted();
        return await work();
      } finally {
        turn.signal?.removeEventListener('abort', leave);
        making.delete(turn);
        startNext();
      }
    },
  };
}
