import type { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import { createFrames } from '../../src/carriers/smpp/frames.ts';
import { encodePdu, type Pdu, responseTo } from '../../src/carriers/smpp/pdu.ts';

/** A connection of the SMSC. */
export class SmscSession {
  readonly socket: Socket;
  bound = false;
  /** Texts that were accepted and have no response yet. */
  pending = 0;
  #sequence = 0;
  readonly #frames = createFrames();
  readonly #waiting = new Map<number, (status: number | undefined) => void>();

  constructor(socket: Socket) {
    this.socket = socket;
  }

  read(bytes: Buffer): readonly Pdu[] {
    return this.#frames.push(bytes).pdus;
  }

  /** Sends a request; returns its response's status, undefined when the connection ends before. */
  ask(id: number, body?: Buffer): Promise<number | undefined> {
    if (this.socket.destroyed) return Promise.resolve(undefined);
    this.#sequence += 1;
    const sequence = this.#sequence;
    this.socket.write(encodePdu({ command: id, sequence, ...(body && { body }) }));
    return new Promise((resolve) => this.#waiting.set(sequence, resolve));
  }

  /** A response to what was asked. */
  settle({ sequence, status }: Pdu): void {
    this.#waiting.get(sequence)?.(status);
    this.#waiting.delete(sequence);
  }

  reply({ command: id, sequence }: Pdu, status: number, body?: Buffer): void {
    const response = { command: responseTo(id), status, sequence };
    this.socket.write(encodePdu({ ...response, ...(body && { body }) }));
  }

  /** The connection is closed. */
  end(): void {
    for (const resolve of this.#waiting.values()) resolve(undefined);
  }
}
