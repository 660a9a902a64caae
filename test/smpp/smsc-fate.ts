import { Buffer } from 'node:buffer';
import { answerTo, command, cString, encodePdu, type Pdu } from '../../src/carriers/smpp/pdu.ts';
import type { SmscSession } from './smsc-session.ts';

/** What becomes of one submit_sm. */
export interface Fate {
  /** Refused with this status. */
  refuse?: number;
  /** Not taken, and never answered. */
  ignore?: boolean;
  /** Taken, and answered so many milliseconds later; -1: never. */
  answerAfter?: number;
  /** The receipts, in their order; `early`: before the answer. None by default. */
  receipts?: { stat: string; early?: boolean; after?: number }[];
  /** What happens to the connection, after the text was taken or not. */
  connection?: 'cut' | 'half an answer' | 'garbage' | 'wrong length' | 'unbind';
}

/** What becomes of the connection. */
export function befall({ connection }: Fate, { socket, ask }: SmscSession, pdu: Pdu, id: string) {
  if (connection === undefined) return;
  const answer = encodePdu({
    ...{ command: answerTo(pdu.command), sequence: pdu.sequence, body: cString(id) },
  });
  if (connection === 'half an answer') socket.write(answer.subarray(0, answer.length - 2));
  if (connection === 'garbage') socket.write(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'));
  if (connection === 'wrong length') socket.write(Buffer.from([0, 0, 0, 3, 0x80, 0, 0, 4]));
  if (connection === 'unbind') void ask(command.unbind);
  else setTimeout(() => socket.destroy(), 5);
}
