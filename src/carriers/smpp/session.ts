/**
 * One connection to an SMSC, from connecting to its end. Requests have a window's place and a time
 * limit: what was not answered in time ends the session, because nobody can tell a slow SMSC from
 * one that is gone, and what it had is lost to us (decision 024). Whoever unbinds, answers that are on
 * their way are waited for, and nothing new is written meanwhile.
 */

import { Buffer } from 'node:buffer';
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

export interface Session {
  /** Bound, and not about to end. */
  isBound(): boolean;
  isOpen(): boolean;
  /** Places left in the window. */
  free(): number;
  /** Places of the window, 0 while nothing may be written. */
  window(): number;
  /** The body of a submit_sm, written at once. Never rejects. */
  submit(body: Buffer): Promise<SubmitAnswer>;
  /** The body of a cancel_sm, written at once beside the window. Never rejects. */
  cancel(body: Buffer): Promise<SubmitAnswer>;
  /** Answers a deliver_sm or data_sm of this session; ignored once it has ended. */
  answer(request: Delivery, code: number): void;
  /** Unbinds when what was written is answered; at most `closeMs` later the connection is gone. */
  close(): Promise<void>;
}

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

export function openSession(
  settings: SmppSettings,
  timing: Timing,
  events: SessionEvents,
): Session {
  const frames = createFrames();
  const requests = createRequests();
  let state: 'opening' | 'bound' | 'closing' | 'ended' = 'opening';
  let submitted = 0;
  /** The carrier's unbind, which is answered last. */
  let unbinding: Pdu | undefined;
  const allAnswered: (() => void)[] = [];
  let enquireAt = Number.POSITIVE_INFINITY;
  const giveUpAt = performance.now() + timing.bindMs;
  const socket = openSocket(settings, () =>
    request(command.bindTransceiver, bound, encodeBind(settings)),
  );
  const watch = setInterval(look, timing.lookMs);

  socket.on('data', (bytes: Buffer) => read(bytes));
  socket.on('error', (error) => end(connectionTrouble(error)));
  socket.on('close', () => end('The carrier closed the connection.'));
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));

  function write(pdu: Buffer): void {
    if (state === 'ended') return;
    socket.write(pdu);
    if (socket.writableLength > mostUnread) end('The carrier does not read what it is sent.');
  }

  /** `settle` is called at once when the answer is read: what stands behind it comes after it. */
  function request(id: number, settle: Settle, body?: Buffer): void {
    if (state === 'ended') {
      settle(undefined);
      return;
    }
    const sequence = requests.add(id, performance.now() + timing.responseMs, settle);
    write(encodePdu({ command: id, sequence, ...(body && { body }) }));
  }

  function bound(answer: Pdu | undefined): void {
    if (state !== 'opening') return;
    if (answer?.status === status.ok) {
      state = 'bound';
      enquireAt = performance.now() + timing.enquireMs;
      events.bound();
    } else if (answer) {
      end(`The carrier refused the bind: ${statusText(answer.status)}.`);
    }
  }

  function look(): void {
    const now = performance.now();
    if (state === 'opening' && now >= giveUpAt) end('The carrier did not answer in time.');
    if (requests.isLate(now)) end('The carrier left a request unanswered.');
    if (state === 'bound' && now >= enquireAt) {
      enquireAt = now + timing.enquireMs;
      request(command.enquireLink, () => {});
    }
  }

  function read(bytes: Buffer): void {
    if (state === 'ended') return;
    const { pdus, broken } = frames.push(bytes);
    for (const pdu of pdus) {
      if (isAnswer(pdu.command)) requests.settle(pdu);
      else serve(pdu);
    }
    if (broken === undefined) return;
    write(encodePdu({ command: command.genericNack, status: status.invalidLength, sequence: 0 }));
    end(`The carrier sent what is no SMPP: ${broken}`);
  }

  function serve(pdu: Pdu): void {
    const { command: id, sequence: own } = pdu;
    if (id === command.enquireLink) write(encodePdu({ command: answerTo(id), sequence: own }));
    else if (id === command.unbind) unbound(pdu);
    else if (id !== command.deliverSm && id !== command.dataSm) {
      const code = status.invalidCommand;
      write(encodePdu({ command: command.genericNack, status: code, sequence: own }));
    } else if (state === 'opening') {
      answer({ command: id, sequence: own }, status.notBound);
    } else {
      const message = messageOf(pdu);
      if (message) events.delivery({ command: id, sequence: own, message });
      else answer({ command: id, sequence: own }, status.invalidLength);
    }
  }

  /** Half of what is in the window may be taken and not answered yet. */
  function unbound(pdu: Pdu): void {
    unbinding = pdu;
    if (state === 'bound') state = 'closing';
    void answered().then(() => end('The carrier ended the session.'));
  }

  /** Resolves when no text waits for its answer; each of them has its time limit. */
  function answered(): Promise<void> {
    if (submitted === 0) return Promise.resolve();
    return new Promise((resolve) => allAnswered.push(resolve));
  }

  /** A message_id follows the header, empty as the standard wants it. */
  function answer(to: Omit<Delivery, 'message'>, code: number): void {
    const { command: id, sequence: number } = to;
    write(encodePdu({ command: answerTo(id), status: code, sequence: number, body: noId }));
  }

  function end(reason: string): void {
    if (state === 'ended') return;
    const asked = unbinding;
    unbinding = undefined;
    if (asked) write(encodePdu({ command: answerTo(asked.command), sequence: asked.sequence }));
    state = 'ended';
    clearInterval(watch);
    // What is written goes out first; a peer that reads nothing does not hold us up.
    socket.end();
    setTimeout(() => socket.destroy(), timing.closeMs).unref();
    requests.giveUp();
    events.ended(reason);
  }

  return {
    isBound: () => state === 'bound',
    isOpen: () => state !== 'ended',
    free: () => (state === 'bound' ? settings.window - submitted : 0),
    window: () => (state === 'bound' ? settings.window : 0),
    submit(body) {
      submitted += 1;
      return new Promise((resolve) => {
        const settle = (got: Pdu | undefined) => {
          submitted -= 1;
          if (submitted === 0) for (const tell of allAnswered.splice(0)) tell();
          resolve(got ? { kind: 'answered', status: got.status, id: idOf(got) } : { kind: 'lost' });
        };
        request(command.submitSm, settle, body);
      });
    },
    cancel(body) {
      return new Promise((resolve) => {
        const settle = (got: Pdu | undefined) =>
          resolve(got ? { kind: 'answered', status: got.status, id: '' } : { kind: 'lost' });
        request(command.cancelSm, settle, body);
      });
    },
    answer,
    async close() {
      if (state === 'ended') return;
      if (state === 'bound') {
        state = 'closing';
        await answered();
        await new Promise<void>((resolve) => {
          setTimeout(resolve, timing.closeMs).unref();
          request(command.unbind, () => resolve());
        });
      }
      await answered();
      end('We closed the session.');
      await gone;
    },
  };
}
