/** A test SMSC that accepts and logs texts, and misbehaves on demand. Its log decides. */
import type { Buffer } from 'node:buffer';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { createFrames } from '../../src/carriers/smpp/frames.ts';
import {
  command,
  cString,
  decodeMessage,
  encodePdu,
  type Message,
  type Pdu,
  responseBit,
  responseTo,
} from '../../src/carriers/smpp/pdu.ts';
import { status } from '../../src/carriers/smpp/status.ts';
import { wordsOf } from '../../src/carriers/smpp/words.ts';
import type { CarrierQueue } from '../harness/carrier-queue.ts';
import { decodeBind, decodeCancel } from './request-bodies.ts';
import { receiptBody, validFor } from './smsc-bodies.ts';
import { befall, type Fate } from './smsc-fate.ts';
import type { SmscSession } from './smsc-session.ts';

export interface Taken {
  id: string;
  at: number;
  /** As on the wire. */
  from: string;
  to: string;
  message: Message;
  /** The text of the part. */
  text: string;
}

export interface SmscWish {
  password?: string;
  port?: number;
  tls?: { key: string; cert: string };
  gsm7?: 'packed' | 'unpacked';
  fate?: (submit: Message, session: SmscSession) => Fate;
  /** How responses and receipts write ids. */
  answerId?: (n: number) => string;
  receiptId?: (n: number) => string;
  /** Where texts wait until they leave, by the test's clock; their receipts follow from it. */
  queue?: CarrierQueue;
  /** Epoch ms of the test's clock, with a queue. */
  now?: () => number;
}

export type Smsc = Awaited<ReturnType<typeof startSmsc>>;

const always: Fate = { receipts: [{ stat: 'DELIVRD' }] };

export async function startSmsc(wish: SmscWish = {}) {
  const { answerId = String, receiptId = answerId } = wish;
  const sessions = new Set<SmscSession>();
  const taken: Taken[] = [];
  const refusedBinds: string[] = [];
  /** Changed by tests while it runs. */
  const behaviour = {
    fate: wish.fate ?? (() => always),
    bindStatus: status.ok as number,
    password: wish.password,
    answersBinds: true,
    answersEnquiries: true,
  };
  const counts = { binds: 0, enquiries: 0, unbinds: 0, mostPending: 0, nacks: 0, cancels: 0 };
  let number = 0;

  function welcome(socket: Socket): void {
    socket.setNoDelay(true);
    const waiting = new Map<number, (got: number | undefined) => void>();
    let sequence = 0;
    let pending = 0;
    const frames = createFrames();
    const session: SmscSession = {
      socket,
      bound: false,
      ask(id, body) {
        if (socket.destroyed) return Promise.resolve(undefined);
        sequence += 1;
        socket.write(encodePdu({ command: id, sequence, ...(body && { body }) }));
        return new Promise((resolve) => waiting.set(sequence, resolve));
      },
    };
    sessions.add(session);
    socket.on('error', () => {});
    socket.on('close', () => {
      sessions.delete(session);
      for (const resolve of waiting.values()) resolve(undefined);
    });
    socket.on('data', (bytes: Buffer) => {
      for (const pdu of frames.push(bytes).pdus) serve(pdu);
    });

    function serve(pdu: Pdu): void {
      const { command: id, sequence: own } = pdu;
      if (id >= responseBit) {
        if (id === command.genericNack) counts.nacks += 1;
        waiting.get(own)?.(pdu.status);
        waiting.delete(own);
      } else if (id === command.bindTransceiver) bind(pdu);
      else if (id === command.enquireLink) {
        counts.enquiries += 1;
        if (behaviour.answersEnquiries) reply(pdu, status.ok);
      } else if (id === command.unbind) {
        counts.unbinds += 1;
        reply(pdu, status.ok);
      } else if (id === command.submitSm) submit(pdu);
      else if (id === command.cancelSm) cancel(pdu);
      else socket.write(encodePdu({ command: command.genericNack, status: 3, sequence: own }));
    }

    function reply({ command: id, sequence: own }: Pdu, code: number, body?: Buffer): void {
      const answer = { command: responseTo(id), status: code, sequence: own };
      socket.write(encodePdu({ ...answer, ...(body && { body }) }));
    }

    function bind(pdu: Pdu): void {
      counts.binds += 1;
      if (!behaviour.answersBinds) return;
      const { password, systemId } = decodeBind(pdu.body);
      const wrong = behaviour.password !== undefined && password !== behaviour.password;
      const code = wrong ? status.invalidPassword : behaviour.bindStatus;
      if (code !== status.ok) refusedBinds.push(systemId);
      session.bound = code === status.ok;
      reply(pdu, code, code === status.ok ? cString('test smsc') : undefined);
    }

    function cancel(pdu: Pdu): void {
      counts.cancels += 1;
      const { messageId, source, destination } = decodeCancel(pdu.body);
      const n = taken.findIndex(
        (one, at) =>
          answerId(at + 1) === messageId &&
          one.from === source.digits &&
          one.to === destination.digits,
      );
      const gone = wish.queue?.cancel(String(n + 1)) ?? false;
      reply(pdu, gone ? status.ok : status.cancelFailed);
      if (gone) void sendReceipt(n + 1, 'DELETED');
    }

    function submit(pdu: Pdu): void {
      const message = decodeMessage(pdu.body);
      const fate = behaviour.fate(message, session);
      if (fate.refuse !== undefined) reply(pdu, fate.refuse);
      if (fate.ignore || fate.refuse !== undefined) {
        befall(fate, session, pdu, '');
        return;
      }
      pending += 1;
      counts.mostPending = Math.max(counts.mostPending, pending);
      const id = take(message);
      const { receipts = [], answerAfter = 0 } = fate;
      for (const one of receipts.filter(({ early }) => early)) void sendReceipt(id, one.stat);
      const deliver = () => {
        for (const { early, stat, after = 0 } of receipts) {
          if (!early) setTimeout(() => void sendReceipt(id, stat), after);
        }
      };
      const answer = () => {
        pending -= 1;
        if (answerAfter >= 0) reply(pdu, status.ok, cString(answerId(id)));
        deliver();
      };
      if (fate.connection) {
        befall(fate, session, pdu, answerId(id));
        deliver();
      } else if (answerAfter > 0) setTimeout(answer, answerAfter);
      else answer();
    }
  }

  function take(message: Message): number {
    number += 1;
    const text = wordsOf(message, wish.gsm7 ?? 'unpacked').text;
    const [from, to] = [message.source.digits, message.destination.digits];
    taken.push({ id: receiptId(number), at: Date.now(), from, to, message, text });
    const until = (wish.now?.() ?? 0) + validFor(message.validity ?? '');
    wish.queue?.add({ id: String(number), from, to, until });
    return number;
  }

  /** On any bound session, like an SMSC; gets its response when our side has stored it. */
  function deliver(body: Buffer, id: number = command.deliverSm): Promise<number | undefined> {
    const [session] = [...sessions].filter((one) => one.bound && !one.socket.destroyed);
    return session ? session.ask(id, body) : Promise.resolve(undefined);
  }

  /** Again and again, until there is a response. */
  async function sendReceipt(n: number, stat: string): Promise<void> {
    const one = taken[n - 1];
    if (!one) throw new Error(`no text ${n}`);
    while (server.listening && (await deliver(receiptBody(one, stat))) !== status.ok) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  const server: Server = wish.tls ? createTlsServer(wish.tls, welcome) : createServer(welcome);
  await new Promise<void>((resolve) => server.listen(wish.port ?? 0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    ...{ port: address.port, taken, sessions, behaviour, counts, refusedBinds },
    deliver,
    sendReceipt,
    /** Sends what is due in its queue, and drops what has expired. */
    passTime() {
      const { left, dropped } = wish.queue?.passTime() ?? { left: [], dropped: [] };
      for (const { id } of left) void sendReceipt(Number(id), 'DELIVRD');
      for (const { id } of dropped) void sendReceipt(Number(id), 'EXPIRED');
    },
    cut() {
      for (const session of sessions) session.socket.destroy();
    },
    raw(bytes: Buffer) {
      for (const session of sessions) session.socket.write(bytes);
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const session of sessions) session.socket.destroy();
      await closed;
    },
  };
}
