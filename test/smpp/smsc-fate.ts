import { Buffer } from 'node:buffer';
import { command, cString, encodePdu, type Pdu, responseTo } from '../../src/carriers/smpp/pdu.ts';
import type { SmscSession } from './smsc-session.ts';

/** What happens to one submit_sm. */
export interface Fate {
  /** Rejected with this status. */
  refuse?: number;
  /** Not accepted, without a response. */
  ignore?: boolean;
  /** Accepted, with a response after this many milliseconds; -1: never. */
  respondAfter?: number;
  /** The receipts, in order; `early`: before the response. None by default. */
  receipts?: { stat: string; early?: boolean; after?: number }[];
  /** What happens to the connection, whether the text was accepted or not. */
  connection?: 'cut' | 'half a response' | 'garbage' | 'wrong length' | 'unbind';
}

/** What happens to the connection. */
export function befall({ connection }: Fate, session: SmscSession, pdu: Pdu, id: string) {
  if (connection === undefined) return;
  const { socket } = session;
  const response = encodePdu({
    ...{ command: responseTo(pdu.command), sequence: pdu.sequence, body: cString(id) },
  });
  if (connection === 'half a response') socket.write(response.subarray(0, response.length - 2));
  if (connection === 'garbage') socket.write(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'));
  if (connection === 'wrong length') socket.write(Buffer.from([0, 0, 0, 3, 0x80, 0, 0, 4]));
  if (connection === 'unbind') void session.ask(command.unbind);
  else setTimeout(() => socket.destroy(), 5);
}
