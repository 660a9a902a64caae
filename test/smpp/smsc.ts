/** An SMSC of our own, which takes texts, remembers them, and misbehaves on demand. Its log is the judge. */
import { Buffer } from 'node:buffer';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { createFrames } from '../../src/carriers/smpp/frames.ts';
import {
  answerBit,
  answerTo,
  command,
  cString,
  decodeBind,
  decodeCancel,
  decodeMessage,
  encodeMessage,
  encodePdu,
  type Message,
  type Pdu,
  tag,
} from '../../src/carriers/smpp/pdu.ts';
import { status } from '../../src/carriers/smpp/status.ts';
import { wordsOf } from '../../src/carriers/smpp/words.ts';
import type { CarrierQueue } from '../harness/carrier-queue.ts';

export interface Taken {
  id: string;
  at: number;
  /** As written on the wire. */
  from: string;
  to: string;
  message: Message;
  /** The part's words. */
  text: string;
}

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

export interface SmscWish {
  password?: string;
  port?: number;
  tls?: { key: string; cert: string };
  gsm7?: 'packed' | 'unpacked';
  fate?: (submit: Message, session: SmscSession) => Fate;
  /** How answers and receipts write an id. */
  answerId?: (n: number) => string;
  receiptId?: (n: number) => string;
  /** Where texts wait until they leave, by the test's clock; their receipts follow from it. */
  queue?: CarrierQueue;
  /** Epoch ms of the test's clock, with a queue. */
  now?: () => number;
}

export interface SmscSession {
  socket: Socket;
  bound: boolean;
  /** Sends a request; answers its response's status, undefined when the connection ends before. */
  ask(id: number, body?: Buffer): Promise<number | undefined>;
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
      if (id >= answerBit) {
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
      const answer = { command: answerTo(id), status: code, sequence: own };
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
      if (gone) void tellReceipt(n + 1, 'DELETED');
    }

    function submit(pdu: Pdu): void {
      const message = decodeMessage(pdu.body);
      const fate = behaviour.fate(message, session);
      if (fate.refuse !== undefined) reply(pdu, fate.refuse);
      if (fate.ignore || fate.refuse !== undefined) {
        befall(fate, pdu, '');
        return;
      }
      pending += 1;
      counts.mostPending = Math.max(counts.mostPending, pending);
      const id = take(message);
      const { receipts = [], answerAfter = 0 } = fate;
      for (const one of receipts.filter(({ early }) => early)) void tellReceipt(id, one.stat);
      const tell = () => {
        for (const { early, stat, after = 0 } of receipts) {
          if (!early) setTimeout(() => void tellReceipt(id, stat), after);
        }
      };
      const answer = () => {
        pending -= 1;
        if (answerAfter >= 0) reply(pdu, status.ok, cString(answerId(id)));
        tell();
      };
      if (fate.connection) {
        befall(fate, pdu, answerId(id));
        tell();
      } else if (answerAfter > 0) setTimeout(answer, answerAfter);
      else answer();
    }

    /** What becomes of the connection. */
    function befall({ connection }: Fate, pdu: Pdu, id: string): void {
      if (connection === undefined) return;
      const answer = encodePdu({
        ...{ command: answerTo(pdu.command), sequence: pdu.sequence, body: cString(id) },
      });
      if (connection === 'half an answer') socket.write(answer.subarray(0, answer.length - 2));
      if (connection === 'garbage') socket.write(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'));
      if (connection === 'wrong length') socket.write(Buffer.from([0, 0, 0, 3, 0x80, 0, 0, 4]));
      if (connection === 'unbind') void session.ask(command.unbind);
      else setTimeout(() => socket.destroy(), 5);
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

  /** On any bound session, as an SMSC does; answered when our side has stored it. */
  function deliver(body: Buffer, id: number = command.deliverSm): Promise<number | undefined> {
    const [session] = [...sessions].filter((one) => one.bound && !one.socket.destroyed);
    return session ? session.ask(id, body) : Promise.resolve(undefined);
  }

  /** Again and again, until it is heard. */
  async function tellReceipt(n: number, stat: string): Promise<void> {
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
    tellReceipt,
    /** What leaves its queue by now, and what is dropped in it. */
    passTime() {
      const { left, dropped } = wish.queue?.passTime() ?? { left: [], dropped: [] };
      for (const { id } of left) void tellReceipt(Number(id), 'DELIVRD');
      for (const { id } of dropped) void tellReceipt(Number(id), 'EXPIRED');
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

/** Milliseconds of a relative time (SMPP 3.4, 7.1.1.2), which is what we are to be sent; '': for ever. */
function validFor(validity: string): number {
  if (validity === '') return Number.POSITIVE_INFINITY;
  const [, days, hours, minutes, seconds] =
    /^0000(\d\d)(\d\d)(\d\d)(\d\d)000R$/.exec(validity) ?? [];
  if (seconds === undefined) throw new Error(`no relative time: ${validity}`);
  const all = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
  return all * 1_000;
}

/** As appendix B of SMPP 3.4 shows it. */
export function receiptBody(one: Pick<Taken, 'id' | 'from' | 'to'>, stat: string): Buffer {
  const err = stat === 'DELIVRD' ? '000' : '027';
  const text =
    `id:${one.id} sub:001 dlvrd:001 submit date:2611212210 done date:2611212211 ` +
    `stat:${stat} err:${err} text:Hello`;
  return encodeMessage(
    messageOf({ from: one.to, to: one.from, esmClass: 4, words: Buffer.from(text, 'latin1') }),
  );
}

/** A text from a person. */
export function inboundBody(from: string, to: string, text: string): Buffer {
  return encodeMessage(messageOf({ from, to, words: Buffer.from(text, 'latin1') }));
}

export function messageOf(given: {
  from: string;
  to: string;
  words: Buffer;
  esmClass?: number;
  dataCoding?: number;
  tlvs?: [number, Buffer][];
}): Message {
  const { from, to, words, esmClass = 0, dataCoding = 0, tlvs = [] } = given;
  return {
    ...{ serviceType: '', registeredDelivery: 0, esmClass, dataCoding, shortMessage: words },
    source: { ton: 1, npi: 1, digits: from },
    destination: { ton: 1, npi: 1, digits: to },
    tlvs: new Map(tlvs),
  };
}

export const receiptTlv = (id: string): [number, Buffer] => [tag.receiptedMessageId, cString(id)];
