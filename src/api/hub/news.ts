/**
 * Brings what becomes of recordings to the manager who records, and to nobody else. The news come
 * from the database (NOTIFY), because the engine and the other API processes are elsewhere; after
 * a time without its connection everything recent is read again, so that nothing is missed.
 */
import type { Logger } from 'pino';
import { z } from 'zod';
import { recordingStatus, recordingStatusUpdated } from '#contract/message-recording.ts';
import { asClient, asPlatform, type Database } from '#db/database.ts';
import { levelOf } from '#db/errors.ts';
import { listenTo } from '#db/listen.ts';
import {
  newestRecording,
  type RecordingNews,
  recentRecordings,
  recordingChannel,
} from '#db/queries/phone-recording.ts';
import { goodTokens } from '#db/queries/session.ts';
import type { HubConnection } from './connection.ts';
import type { HubConnections } from './connections.ts';
import { invocation } from './protocol.ts';

const message = z.object({
  clientId: z.number(),
  managerId: z.number(),
  recordingId: z.number(),
  revision: z.number(),
  status: recordingStatus,
});

/** Real milliseconds before what could not be told is read again. */
const readAgainAfter = 500;

export interface RecordingPush {
  /** Tells one who has just connected of a call in progress, and from then on of every change. */
  greet(connection: HubConnection): void;
  /** Tells all that is not told yet. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

export const sessionOver = { comeBack: false, error: 'The session has ended.' } as const;

export function pushRecordings(
  { db, platformDb, log }: { db: Database; platformDb: Database; log: Logger },
  connections: HubConnections,
): RecordingPush {
  /** What each connection has heard of; a change that is read twice is told once. */
  const heard = new WeakMap<HubConnection, Pick<RecordingNews, 'recordingId' | 'revision'>>();
  let turn: Promise<void> = Promise.resolve();
  let again: NodeJS.Timeout | undefined;

  /** One thing after the other, so that stages arrive in their order. */
  const inTurn = (work: () => Promise<void>) => {
    turn = turn.then(work).catch((error) => {
      log[levelOf(error, 'warn')](
        { reason: String(error) },
        'news of a recording could not be told yet',
      );
      clearTimeout(again);
      again = setTimeout(readAll, readAgainAfter).unref();
    });
  };

  const isNews = (connection: HubConnection, { recordingId, revision }: RecordingNews) => {
    const last = heard.get(connection);
    if (last === undefined || !connection.ready()) return false;
    return recordingId === last.recordingId
      ? revision > last.revision
      : recordingId > last.recordingId;
  };

  const tell = async (news: RecordingNews) => {
    const { clientId, managerId, recordingId, revision, status } = news;
    const own = connections.ofManager(clientId, managerId).filter((one) => isNews(one, news));
    if (own.length === 0) return;
    // A session that ended a moment ago hears nothing more, whatever the next look would find.
    const good = await goodTokens(
      platformDb,
      own.map(({ session }) => session.token),
    );
    for (const connection of own) {
      if (!good.has(connection.session.token)) connection.end(sessionOver);
      else connection.send(invocation(recordingStatusUpdated, status));
      heard.set(connection, { recordingId, revision });
    }
  };

  const greet = async (connection: HubConnection) => {
    if (heard.has(connection)) return;
    const { clientId, managerId } = connection.session;
    const newest = await asClient(db, clientId, (tx) => newestRecording(tx, clientId, managerId));
    heard.set(connection, newest ?? { recordingId: 0, revision: 0 });
    if (newest === undefined || newest.status.callStatus === 'terminated') return;
    connection.send(invocation(recordingStatusUpdated, newest.status));
  };

  const readAll = () =>
    inTurn(async () => {
      for (const one of connections.all()) if (one.ready() && !heard.has(one)) await greet(one);
      for (const news of await asPlatform(db, recentRecordings)) await tell(news);
    });

  const listener = listenTo(db, recordingChannel, {
    onMessage: (payload) => inTurn(() => tell(message.parse(JSON.parse(payload)))),
    onListening: readAll,
    onLost: (error) =>
      log[levelOf(error, 'warn')]({ reason: String(error) }, 'the hub hears nothing for a moment'),
  });

  return {
    greet: (connection) => inTurn(() => greet(connection)),
    catchUp() {
      readAll();
      return turn;
    },
    async close() {
      clearTimeout(again);
      await listener.close();
      await turn;
    },
  };
}
