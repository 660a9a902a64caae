/** Listening to NOTIFY on a connection of its own, made again whenever it is lost. */

import pg from 'pg';
import { realMs } from '#domain/milliseconds.ts';
import { directOf } from './connection.ts';
import type { Database } from './database.ts';

export interface Listener {
  close(): Promise<void>;
}

interface ListenerWork {
  /** One message, in the order of the commits. */
  onMessage(payload: string): void;
  /** Messages arrive from now on; earlier ones were missed, so the state must be read. */
  onListening(): void;
  onLost(error: unknown): void;
}

/** A connection without a response for this long is given up. */
const respondWithin = realMs(5_000);
/** Before another try, and between two checks that the connection is alive. */
const tryAgainAfter = realMs(500);
const pollEvery = realMs(5_000);

/** Begins at once and never gives up. `channel` is a plain identifier. */
export function listenTo(db: Database, channel: string, work: ListenerWork): Listener {
  let client: pg.Client | undefined;
  let closing = false;
  let timer: NodeJS.Timeout | undefined;

  const lose = (lost: pg.Client, error: unknown) => {
    if (client !== lost) return;
    client = undefined;
    lost.end().catch(() => {});
    if (closing) return;
    work.onLost(error);
    timer = setTimeout(connect, tryAgainAfter).unref();
  };

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({
      ...directOf(db.connection, 'listen'),
      query_timeout: respondWithin,
    });
    client = fresh;
    fresh.on('error', (error) => lose(fresh, error));
    fresh.on('end', () => lose(fresh, new Error('The connection ended.')));
    fresh.on('notification', ({ payload }) => work.onMessage(payload ?? ''));
    try {
      await fresh.connect();
      await fresh.query(`LISTEN ${channel}`);
      if (client !== fresh) return;
      work.onListening();
      ping(fresh);
    } catch (error) {
      lose(fresh, error);
    }
  };

  /** A connection that broke silently shows only when it is queried. */
  const ping = (alive: pg.Client) => {
    timer = setTimeout(async () => {
      const failed = await alive.query('SELECT').then(
        () => undefined,
        (error) => error,
      );
      if (failed) lose(alive, failed);
      else if (client === alive && !closing) ping(alive);
    }, pollEvery).unref();
  };

  void connect();
  return {
    async close() {
      closing = true;
      clearTimeout(timer);
      const last = client;
      client = undefined;
      await last?.end().catch(() => {});
    },
  };
}
