import { type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { afterAll } from 'vitest';
import {
  type RecordingStatus,
  recordingHubPath,
  recordingStatusUpdated,
} from '../../src/contract/message-recording.ts';

/** The unmodified official client, connected as the documents say. */
export interface TestHub {
  connection: HubConnection;
  /** What it received, in order. */
  received: RecordingStatus[];
  /** Why the connection ended; undefined while it has not. */
  ended(): { error: Error | undefined } | undefined;
}

interface HubWish {
  url: string;
  token: string | undefined;
  skipNegotiation?: boolean;
  /** Milliseconds before each new try after a lost connection; none by default. */
  reconnect?: number[];
}

const webSockets = 1;

/** Connects; rejects when it is refused. Closed after the last test. */
export async function connectHub({ url, token, ...wish }: HubWish): Promise<TestHub> {
  const builder = new HubConnectionBuilder()
    .withUrl(url + recordingHubPath, {
      accessTokenFactory: () => token ?? '',
      withCredentials: false,
      ...(wish.skipNegotiation ? { skipNegotiation: true, transport: webSockets } : {}),
    })
    .configureLogging(LogLevel.None);
  if (wish.reconnect) builder.withAutomaticReconnect(wish.reconnect);
  const connection = builder.build();
  const received: RecordingStatus[] = [];
  let end: { error: Error | undefined } | undefined;
  connection.on(recordingStatusUpdated, (...given) => {
    if (given.length !== 1) throw new Error('The event has one argument.');
    received.push(given[0]);
  });
  connection.onclose((error) => {
    end = { error };
  });
  await connection.start();
  afterAll(() => connection.stop());
  return { connection, received, ended: () => end };
}
