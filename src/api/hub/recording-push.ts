/**
 * Pushes the status of a recording only to the manager who makes it. Events come
 * from the database (NOTIFY), because the engine and the other API processes run elsewhere. After
 * its connection was lost, everything recent is read again, so that no event is missed.
 */
import type { Logger } from 'pino';
import { z } from 'zod';
import { recordingStatus, recordingStatusUpdated } from '#contract/message-recording.ts';
import { asClient, asPlatform, type Database } from '#db/database.ts';
import { levelOf } from '#db/errors.ts';
import { listenTo } from '#db/listen.ts';
import {
  newestRecording,
  type RecordingEvent,
  recentRecordings,
  recordingChannel,
} from '#db/queries/phone-recording.ts';
import { goodSessions } from '#db/queries/session.ts';
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

/** Real milliseconds after a failed push. */
const readAgainAfter = 500;

export interface RecordingPush {
  /** Sends a new connection the status of a call in progress, and from then on every change. */
  greet(connection: HubConnection): void;
  /** Sends what was not sent yet. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

export const sessionOver = { comeBack: false, error: 'The session has ended.' } as const;

export function pushRecordings(
  { db, platformDb, log }: { db: Database; platformDb: Database; log: Logger },
  connections: HubConnections,
): RecordingPush {
  /** The last event sent to each connection; an event that is read twice is sent once. */
  const sent = new WeakMap<HubConnection, Pick<RecordingEvent, 'recordingId' | 'revision'>>();
  let turn: Promise<void> = Promise.resolve();
  let again: NodeJS.Timeout | undefined;
  const warn = (error: unknown, what: string) =>
    log[levelOf(error, 'warn')]({ reason: String(error) }, what);

  /** One piece of work at a time, so that stages arrive in order. */
  const inTurn = (work: () => Promise<void>) => {
    turn = turn.then(work).catch((error) => {
      warn(error, 'could not report the status of a recording, retrying');
      clearTimeout(again);
      again = setTimeout(readAll, readAgainAfter).unref();
    });
  };

  const isNewer = (connection: HubConnection, { recordingId, revision }: RecordingEvent) => {
    const last = sent.get(connection);
    if (last === undefined || !connection.ready()) return false;
    return recordingId === last.recordingId
      ? revision > last.revision
      : recordingId > last.recordingId;
  };

  const push = async (event: RecordingEvent) => {
    const { clientId, managerId, recordingId, revision, status } = event;
    const own = connections.ofManager(clientId, managerId).filter((one) => isNewer(one, event));
    if (own.length === 0) return;
    // A session that ended a moment ago gets nothing more, even before the next session check.
    const good = await goodSessions(
      platformDb,
      own.map(({ session }) => session.sessionId),
    );
    for (const connection of own) {
      if (!good.has(connection.session.sessionId)) connection.end(sessionOver);
      else connection.send(invocation(recordingStatusUpdated, status));
      sent.set(connection, { recordingId, revision });
    }
  };

  const greet = async (connection: HubConnection) => {
    if (sent.has(connection)) return;
    const { clientId, managerId } = connection.session;
    const newest = await asClient(db, clientId, (tx) => newestRecording(tx, clientId, managerId));
    sent.set(connection, newest ?? { recordingId: 0, revision: 0 });
    if (newest === undefined || newest.status.callStatus === 'terminated') return;
    connection.send(invocation(recordingStatusUpdated, newest.status));
  };

  const readAll = () =>
    inTurn(async () => {
      for (const one of connections.all()) if (one.ready() && !sent.has(one)) await greet(one);
      for (const event of await asPlatform(db, recentRecordings)) await push(event);
    });

  const listener = listenTo(db, recordingChannel, {
    onMessage: (payload) => inTurn(() => push(message.parse(JSON.parse(payload)))),
    onListening: readAll,
    onLost: (error) => warn(error, 'hub lost its database notifications; reconnecting'),
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
