/**
 * One connection to an SMSC, from connecting to its end. Each request has a slot in the window and
 * a time limit. A request that is overdue ends the session, because a slow SMSC cannot be distinguished from
 * a dead one, and the outcome of its requests is unknown (decision 024). Whichever side unbinds,
 * the session waits for outstanding responses and writes nothing new meanwhile.
 */

import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import type { SessionDetail } from '#contract/carrier-detail.ts';
import { createFrames } from './frames.ts';
import {
  command,
  encodeBind,
  encodePdu,
  isResponse,
  type Message,
  type Pdu,
  responseTo,
} from './pdu.ts';
import { idOf, messageOf } from './pdu-content.ts';
import { createRequests, type Settle } from './requests.ts';
import type { SmppSettings } from './settings.ts';
import { connectionTrouble, openSocket } from './socket.ts';
import { status } from './status.ts';
import type { Timing } from './timing.ts';

/** The outcome of a submit_sm. `lost`: written, and unknown whether the SMSC accepted it. */
export type SubmitResponse = { kind: 'responded'; status: number; id: string } | { kind: 'lost' };

export interface Delivery {
  command: number;
  sequence: number;
  message: Message;
}

export interface SessionEvents {
  bound(): void;
  delivery(delivery: Delivery): void;
  /** Called once, even if it was never bound, after all pending requests are settled. */
  ended(reason: SessionDetail): void;
}

const noId = Buffer.alloc(1);
/** Octets that the peer has not read. */
const mostUnread = 1_000_000;

export class Session {
  readonly #settings: SmppSettings;
  readonly #timing: Timing;
  readonly #events: SessionEvents;
  readonly #socket: Socket;
  readonly #frames = createFrames();
  readonly #requests = createRequests();
  #state: 'opening' | 'bound' | 'closing' | 'ended' = 'opening';
  /** Texts that wait for their response. */
  #submitted = 0;
  /** The carrier's unbind, which gets its response last. */
  #unbinding: Pdu | undefined;
  /** Called once no text waits for its response. */
  readonly #onIdle: (() => void)[] = [];
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
      this.#request(
        command.bindTransceiver,
        (response) => this.#bound(response),
        encodeBind(settings),
      ),
    );
    this.#watch = setInterval(() => this.#check(), timing.checkMs);
    this.#socket.on('data', (bytes: Buffer) => this.#read(bytes));
    this.#socket.on('error', (error) => this.#end(connectionTrouble(error)));
    this.#socket.on('close', () => this.#end({ code: 'connection_closed' }));
    this.#gone = new Promise((resolve) => this.#socket.once('close', () => resolve()));
  }

  /** Bound and not about to end. */
  isBound(): boolean {
    return this.#state === 'bound';
  }

  isOpen(): boolean {
    return this.#state !== 'ended';
  }

  /** Free slots in the window. */
  free(): number {
    return this.isBound() ? this.#settings.window - this.#submitted : 0;
  }

  /** Slots in the window; 0 while nothing may be written. */
  window(): number {
    return this.isBound() ? this.#settings.window : 0;
  }

  /** Writes a submit_sm with this body at once. Never rejects. */
  submit(body: Buffer): Promise<SubmitResponse> {
    this.#submitted += 1;
    return new Promise((resolve) => {
      const settle = (got: Pdu | undefined) => {
        this.#submitted -= 1;
        if (this.#submitted === 0) for (const done of this.#onIdle.splice(0)) done();
        resolve(got ? { kind: 'responded', status: got.status, id: idOf(got) } : { kind: 'lost' });
      };
      this.#request(command.submitSm, settle, body);
    });
  }

  /** Writes a cancel_sm with this body at once, outside the window. Never rejects. */
  cancel(body: Buffer): Promise<SubmitResponse> {
    return new Promise((resolve) => {
      const settle = (got: Pdu | undefined) =>
        resolve(got ? { kind: 'responded', status: got.status, id: '' } : { kind: 'lost' });
      this.#request(command.cancelSm, settle, body);
    });
  }

  /**
   * Responds to a deliver_sm or data_sm of this session; ignored once it has ended. The message_id
   * is empty, as the standard requires.
   */
  respond(to: Omit<Delivery, 'message'>, code: number): void {
    const { command: id, sequence: number } = to;
    this.#write(encodePdu({ command: responseTo(id), status: code, sequence: number, body: noId }));
  }

  /** Unbinds after the last response; the connection is gone at most `closeMs` later. */
  async close(): Promise<void> {
    if (this.#state === 'ended') return;
    if (this.#state === 'bound') {
      this.#state = 'closing';
      await this.#idle();
      await new Promise<void>((resolve) => {
        setTimeout(resolve, this.#timing.closeMs).unref();
        this.#request(command.unbind, () => resolve());
      });
    }
    await this.#idle();
    this.#end({ code: 'session_closed' });
    await this.#gone;
  }

  #write(pdu: Buffer): void {
    if (this.#state === 'ended') return;
    this.#socket.write(pdu);
    if (this.#socket.writableLength > mostUnread) {
      this.#end({ code: 'peer_stopped_reading' });
    }
  }

  /** `settle` is called as soon as the response is read, before the PDUs that follow it. */
  #request(id: number, settle: Settle, body?: Buffer): void {
    if (this.#state === 'ended') {
      settle(undefined);
      return;
    }
    const deadline = performance.now() + this.#timing.responseMs;
    const sequence = this.#requests.add(id, deadline, settle);
    this.#write(encodePdu({ command: id, sequence, ...(body && { body }) }));
  }

  #bound(response: Pdu | undefined): void {
    if (this.#state !== 'opening') return;
    if (response?.status === status.ok) {
      this.#state = 'bound';
      this.#enquireAt = performance.now() + this.#timing.enquireMs;
      this.#events.bound();
    } else if (response) {
      this.#end({ code: 'bind_rejected', smpp: response.status });
    }
  }

  #check(): void {
    const now = performance.now();
    if (this.#state === 'opening' && now >= this.#giveUpAt) {
      this.#end({ code: 'bind_timeout' });
    }
    if (this.#requests.isLate(now)) this.#end({ code: 'response_timeout' });
    if (this.#state === 'bound' && now >= this.#enquireAt) {
      this.#enquireAt = now + this.#timing.enquireMs;
      this.#request(command.enquireLink, () => {});
    }
  }

  #read(bytes: Buffer): void {
    if (this.#state === 'ended') return;
    const { pdus, broken } = this.#frames.push(bytes);
    for (const pdu of pdus) {
      if (isResponse(pdu.command)) this.#requests.settle(pdu);
      else this.#serve(pdu);
    }
    if (broken === undefined) return;
    const code = status.invalidLength;
    this.#write(encodePdu({ command: command.genericNack, status: code, sequence: 0 }));
    this.#end({ code: 'invalid_pdu', octets: broken });
  }

  #serve(pdu: Pdu): void {
    const { command: id, sequence: own } = pdu;
    if (id === command.enquireLink) {
      this.#write(encodePdu({ command: responseTo(id), sequence: own }));
    } else if (id === command.unbind) this.#unbound(pdu);
    else if (id !== command.deliverSm && id !== command.dataSm) {
      const code = status.invalidCommand;
      this.#write(encodePdu({ command: command.genericNack, status: code, sequence: own }));
    } else if (this.#state === 'opening') {
      this.respond({ command: id, sequence: own }, status.notBound);
    } else {
      const message = messageOf(pdu);
      if (message) this.#events.delivery({ command: id, sequence: own, message });
      else this.respond({ command: id, sequence: own }, status.invalidLength);
    }
  }

  /** Texts in the window may have been accepted already, so their responses are waited for. */
  #unbound(pdu: Pdu): void {
    this.#unbinding = pdu;
    if (this.#state === 'bound') this.#state = 'closing';
    void this.#idle().then(() => this.#end({ code: 'unbound_by_carrier' }));
  }

  /** Resolves when no text waits for its response; each has its time limit. */
  #idle(): Promise<void> {
    if (this.#submitted === 0) return Promise.resolve();
    return new Promise((resolve) => this.#onIdle.push(resolve));
  }

  #end(reason: SessionDetail): void {
    if (this.#state === 'ended') return;
    const asked = this.#unbinding;
    this.#unbinding = undefined;
    if (asked) {
      this.#write(encodePdu({ command: responseTo(asked.command), sequence: asked.sequence }));
    }
    this.#state = 'ended';
    clearInterval(this.#watch);
    // Pending writes go out first; a peer that does not read cannot block the end.
    this.#socket.end();
    setTimeout(() => this.#socket.destroy(), this.#timing.closeMs).unref();
    this.#requests.giveUp();
    this.#events.ended(reason);
  }
}
