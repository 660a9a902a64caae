/** One client of the hub on its WebSocket: handshake, pings, refusals, and a measured end. */
import type { WebSocket } from 'ws';
import type { Session } from '../plugins/session.ts';
import {
  closeMessage,
  failedCompletion,
  handshakeAccepted,
  handshakeRefused,
  ProtocolError,
  ping,
  readHandshake,
  readMessage,
  recordReader,
} from './protocol.ts';

/** Real milliseconds. */
export interface HubTimes {
  /** Between two pings to the client, which gives up after 30 seconds of silence. */
  ping: number;
  /**
   * Silence after which the client counts as gone. It pings every 15 seconds, in a hidden tab every
   * minute.
   */
  silence: number;
  /** For the handshake. */
  handshake: number;
}

export const usualTimes: HubTimes = { ping: 10_000, silence: 90_000, handshake: 15_000 };

/** Bytes of one frame, and characters of one message. */
export const longestMessage = 32 * 1024;
/** Unsent bytes after which a client that does not read is cut. */
const mostUnread = 256 * 1024;
/** Milliseconds between the close message and the cut. */
const closePatience = 1_000;

const closeCodes = { normal: 1000, goingAway: 1001, policy: 1008 } as const;

export interface HubConnection {
  readonly session: Session;
  /** The handshake is done: events may be sent. */
  ready(): boolean;
  /** Sends a message; cuts a client that does not read. */
  send(message: string): void;
  /** Gives the reason and closes. `comeBack`: the client may reconnect automatically. */
  end(options: { comeBack: boolean; error?: string }): void;
}

interface ConnectionWork {
  onReady(connection: HubConnection): void;
  onEnd(connection: HubConnection): void;
}

export function hubConnection(
  socket: WebSocket,
  session: Session,
  times: HubTimes,
  work: ConnectionWork,
): HubConnection {
  const reader = recordReader(longestMessage);
  let shaken = false;
  let ending = false;
  let receivedAt = performance.now();

  const send = (message: string) => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > mostUnread) return socket.terminate();
    socket.send(message);
  };
  const end: HubConnection['end'] = ({ comeBack, error }) => {
    if (ending) return;
    ending = true;
    if (shaken) send(closeMessage(comeBack, error));
    socket.close(comeBack ? closeCodes.goingAway : closeCodes.policy);
    setTimeout(() => socket.terminate(), closePatience).unref();
  };
  const connection: HubConnection = { session, ready: () => shaken && !ending, send, end };

  const welcome = (record: string) => {
    try {
      readHandshake(record);
    } catch (error) {
      if (error instanceof ProtocolError) send(handshakeRefused(error.message));
      throw error;
    }
    shaken = true;
    send(handshakeAccepted);
    work.onReady(connection);
  };
  const respond = (record: string) => {
    const message = readMessage(record);
    if (message.kind === 'close') socket.close(closeCodes.normal);
    if (message.kind !== 'call' || message.invocationId === undefined) return;
    // The hub only sends events: it has no methods.
    send(failedCompletion(message.invocationId, `Unknown hub method '${message.target}'`));
  };
  const read = (piece: string) => {
    receivedAt = performance.now();
    try {
      for (const record of reader.read(piece)) {
        if (ending) return;
        if (shaken) respond(record);
        else welcome(record);
      }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      end({ comeBack: false, error: error.message });
    }
  };

  const beat = setInterval(() => {
    if (performance.now() - receivedAt > times.silence) socket.terminate();
    else if (shaken) send(ping);
  }, times.ping);
  const late = setTimeout(() => !shaken && socket.terminate(), times.handshake);
  for (const timer of [beat, late]) timer.unref();

  socket.on('message', (data, isBinary) => {
    if (isBinary) end({ comeBack: false, error: 'Only text frames are supported.' });
    else read(String(data));
  });
  // A broken connection closes right after.
  socket.on('error', () => {});
  socket.on('close', () => {
    clearInterval(beat);
    clearTimeout(late);
    work.onEnd(connection);
  });
  return connection;
}
