/**
 * One connection to an SMSC, from connecting to its end. Requests have a window's place and a time
 * limit: what was not answered in time ends the session, because nobody can tell a slow SMSC from
 * one that is gone, and what it had is lost to us (decision 024). Whoever unbinds, answers that are on
 * their way are waited for, and nothing new is written meanwhile.
 */

import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import { statusText } from '#domain/carrier-words/smpp.ts';
import { createFrames } from './frames.ts';
import {
  answerTo,
  command,
  encodeBind,
  encodePdu,
  isAnswer,
  type Message,
  type Pdu,
} from './pdu.ts';
import { idOf, messageOf } from './pdu-content.ts';
import { createRequests, type Settle } from './requests.ts';
import type { SmppSettings } from './settings.ts';
import { connectionTrouble, openSocket } from './socket.ts';
import { status } from './status.ts';
import type { Timing } from './timing.ts';

/** What became of a submit_sm. `lost`: written, and nobody knows whether the SMSC took it. */
export type SubmitAnswer = { kind: 'answered'; status: number; id: string } | { kind: 'lost' };

export interface Delivery {
  command: number;
  sequence: number;
  message: Message;
}

export interface SessionEvents {
  bound(): void;
  delivery(delivery: Delivery): void;
  /** Once, whether it was ever bound or not; what was pending is settled by then. */
  ended(reason: string): void;
}

const noId = Buffer.alloc(1);
/** Octets that the peer does not read. */
const mostUnread = 1_000_000;

export class Session {
  readonly #settings: SmppSettings;
  readonly #timing: Timing;
  readonly #events: SessionEvents;
  readonly #socket: Socket;
  readonly #frames = createFrames();
  readonly #requests = createRequests();
  #state: 'opening' | 'bound' | 'closing' | 'ended' = 'opening';
  /** Texts that wait for their answer. */
  #submitted = 0;
  /** The carrier's unbind, which is answered last. */
  #unbinding: Pdu | undefined;
  /** Who waits until no text waits for its answer. */
  readonly #allAnswered: (() => void)[] = [];
  /** On `performance.now()`. */
  #enquireAt = Number.POSITIVE_INFINITY;
  readonly #giveUpAt: number;
  readonly #watch: NodeJS.Timeout;
  /** Resolves when the connection is gone. */
  readonly #gone: Promise<void>;

  /** Connects and binds at once. */
  constructor(settings: SmppSettings, timing: Timing, events: SessionEvents) {
    this.#settings = settings;
    this.#timing = timing;
    this.#events = events;
    this.#giveUpAt = performance.now() + timing.bindMs;
    this.#socket = openSocket(settings, () =>
      this.#request(command.bindTransceiver, (answer) => this.#bound(answer), encodeBind(settings)),
    );
    this.#watch = setInterval(() => this.#look(), timing.lookMs);
    this.#socket.on('data', (bytes: Buffer) => this.#read(bytes));
    this.#socket.on('error', (error) => this.#end(connectionTrouble(error)));
    this.#socket.on('close', () => this.#end('The carrier closed the connection.'));
    this.#gone = new Promise((resolve) => this.#socket.once('close', () => resolve()));
  }

  /** Bound, and not about to end. */
  isBound(): boolean {
    return this.#state === 'bound';
  }

  isOpen(): boolean {
    return this.#state !== 'ended';
  }

  /** Places left in the window. */
  free(): number {
    return this.isBound() ? this.#settings.window - this.#submitted : 0;
  }

  /** Places of the window, 0 while nothing may be written. */
  window(): number {
    return this.isBound() ? this.#settings.window : 0;
  }

  /** The body of a submit_sm, written at once. Never rejects. */
  submit(body: Buffer): Promise<SubmitAnswer> {
    this.#submitted += 1;
    return new Promise((resolve) => {
      const settle = (got: Pdu | undefined) => {
        this.#submitted -= 1;
        if (this.#submitted === 0) for (const tell of this.#allAnswered.splice(0)) tell();
        resolve(got ? { kind: 'answered', status: got.status, id: idOf(got) } : { kind: 'lost' });
      };
      this.#request(command.submitSm, settle, body);
    });
  }

  /** The body of a cancel_sm, written at once beside the window. Never rejects. */
  cancel(body: Buffer): Promise<SubmitAnswer> {
    return new Promise((resolve) => {
      const settle = (got: Pdu | undefined) =>
        resolve(got ? { kind: 'answered', status: got.status, id: '' } : { kind: 'lost' });
      this.#request(command.cancelSm, settle, body);
    });
  }

  /**
   * Answers a deliver_sm or data_sm of this session; ignored once it has ended. A message_id follows the
   * header, empty as the standard wants it.
   */
  answer(to: Omit<Delivery, 'message'>, code: number): void {
    const { command: id, sequence: number } = to;
    this.#write(encodePdu({ command: answerTo(id), status: code, sequence: number, body: noId }));
  }

  /** Unbinds when what was written is answered; at most `closeMs` later the connection is gone. */
  async close(): Promise<void> {
    if (this.#state === 'ended') return;
    if (this.#state === 'bound') {
      this.#state = 'closing';
      await this.#answered();
      await new Promise<void>((resolve) => {
        setTimeout(resolve, this.#timing.closeMs).unref();
        this.#request(command.unbind, () => resolve());
      });
    }
    await this.#answered();
    this.#end('We closed the session.');
    await this.#gone;
  }

  #write(pdu: Buffer): void {
    if (this.#state === 'ended') return;
    this.#socket.write(pdu);
    if (this.#socket.writableLength > mostUnread) {
      this.#end('The carrier does not read what it is sent.');
    }
  }

  /** `settle` is called at once when the answer is read: what stands behind it comes after it. */
  #request(id: number, settle: Settle, body?: Buffer): void {
    if (this.#state === 'ended') {
      settle(undefined);
      return;
    }
    const deadline = performance.now() + this.#timing.responseMs;
    const sequence = this.#requests.add(id, deadline, settle);
    this.#write(encodePdu({ command: id, sequence, ...(body && { body }) }));
  }

  #bound(answer: Pdu | undefined): void {
    if (this.#state !== 'opening') return;
    if (answer?.status === status.ok) {
      this.#state = 'bound';
      this.#enquireAt = performance.now() + this.#timing.enquireMs;
      this.#events.bound();
    } else if (answer) {
      this.#end(`The carrier refused the bind: ${statusText(answer.status)}.`);
    }
  }

  #look(): void {
    const now = performance.now();
    if (this.#state === 'opening' && now >= this.#giveUpAt) {
      this.#end('The carrier did not answer in time.');
    }
    if (this.#requests.isLate(now)) this.#end('The carrier left a request unanswered.');
    if (this.#state === 'bound' && now >= this.#enquireAt) {
      this.#enquireAt = now + this.#timing.enquireMs;
      this.#request(command.enquireLink, () => {});
    }
  }

  #read(bytes: Buffer): void {
    if (this.#state === 'ended') return;
    const { pdus, broken } = this.#frames.push(bytes);
    for (const pdu of pdus) {
      if (isAnswer(pdu.command)) this.#requests.settle(pdu);
      else this.#serve(pdu);
    }
    if (broken === undefined) return;
    const code = status.invalidLength;
    this.#write(encodePdu({ command: command.genericNack, status: code, sequence: 0 }));
    this.#end(`The carrier sent what is no SMPP: ${broken}`);
  }

  #serve(pdu: Pdu): void {
    const { command: id, sequence: own } = pdu;
    if (id === command.enquireLink) {
      this.#write(encodePdu({ command: answerTo(id), sequence: own }));
    } else if (id === command.unbind) this.#unbound(pdu);
    else if (id !== command.deliverSm && id !== command.dataSm) {
      const code = status.invalidCommand;
      this.#write(encodePdu({ command: command.genericNack, status: code, sequence: own }));
    } else if (this.#state === 'opening') {
      this.answer({ command: id, sequence: own }, status.notBound);
    } else {
      const message = messageOf(pdu);
      if (message) this.#events.delivery({ command: id, sequence: own, message });
      else this.answer({ command: id, sequence: own }, status.invalidLength);
    }
  }

  /** Half of what is in the window may be taken and not answered yet. */
  #unbound(pdu: Pdu): void {
    this.#unbinding = pdu;
    if (this.#state === 'bound') this.#state = 'closing';
    void this.#answered().then(() => this.#end('The carrier ended the session.'));
  }

  /** Resolves when no text waits for its answer; each of them has its time limit. */
  #answered(): Promise<void> {
    if (this.#submitted === 0) return Promise.resolve();
    return new Promise((resolve) => this.#allAnswered.push(resolve));
  }

  #end(reason: string): void {
    if (this.#state === 'ended') return;
    const asked = this.#unbinding;
    this.#unbinding = undefined;
    if (asked) {
      this.#write(encodePdu({ command: answerTo(asked.command), sequence: asked.sequence }));
    }
    this.#state = 'ended';
    clearInterval(this.#watch);
    // What is written goes out first; a peer that reads nothing does not hold us up.
    this.#socket.end();
    setTimeout(() => this.#socket.destroy(), this.#timing.closeMs).unref();
    this.#requests.giveUp();
    this.#events.ended(reason);
  }
}
