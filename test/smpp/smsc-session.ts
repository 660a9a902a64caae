import type { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';

/** A connection of the SMSC. */
export interface SmscSession {
  socket: Socket;
  bound: boolean;
  /** Sends a request; returns its response's status, undefined when the connection ends before. */
  ask(id: number, body?: Buffer): Promise<number | undefined>;
}
