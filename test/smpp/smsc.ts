/** A test SMSC that accepts and logs texts, and misbehaves on demand. Its log decides. */
import type { Buffer } from 'node:buffer';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import {
  command,
  cString,
  decodeMessage,
  encodePdu,
  type Message,
  type Pdu,
  responseBit,
} from '../../src/carriers/smpp/pdu.ts';
import { status } from '../../src/carriers/smpp/status.ts';
import { wordsOf } from '../../src/carriers/smpp/words.ts';
import type { CarrierQueue } from '../harness/carrier-queue.ts';
import { decodeBind, decodeCancel } from './request-bodies.ts';
import { receiptBody, validFor } from './smsc-bodies.ts';
import { befall, type Fate } from './smsc-fate.ts';
import { SmscSession } from './smsc-session.ts';

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
  responseId?: (n: number) => string;
  receiptId?: (n: number) => string;
  /** Where texts wait until they leave, by the test's clock; their receipts follow from it. */
  queue?: CarrierQueue;
  /** Epoch ms of the test's clock, with a queue. */
  now?: () => number;
}

const always: Fate = { receipts: [{ stat: 'DELIVRD' }] };

export async function startSmsc(wish: SmscWish = {}): Promise<Smsc> {
  const smsc = new Smsc(wish);
  await smsc.listen();
  return smsc;
}

export class Smsc {
  port = 0;
  readonly taken: Taken[] = [];
  readonly sessions = new Set<SmscSession>();
  readonly refusedBinds: string[] = [];
  readonly counts = { binds: 0, enquiries: 0, unbinds: 0, mostPending: 0, nacks: 0, cancels: 0 };
  /** Changed by tests while it runs. */
  readonly behaviour;
  #number = 0;
  readonly #wish: SmscWish;
  readonly #responseId: (n: number) => string;
  readonly #receiptId: (n: number) => string;
  readonly #server: Server;

  constructor(wish: SmscWish) {
    this.#wish = wish;
    this.#responseId = wish.responseId ?? String;
    this.#receiptId = wish.receiptId ?? this.#responseId;
    this.behaviour = {
      fate: wish.fate ?? (() => always),
      bindStatus: status.ok as number,
      password: wish.password,
      answersBinds: true,
      answersEnquiries: true,
    };
    const welcome = (socket: Socket) => this.#welcome(socket);
    this.#server = wish.tls ? createTlsServer(wish.tls, welcome) : createServer(welcome);
  }

  async listen(): Promise<void> {
    const { port = 0 } = this.#wish;
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    this.port = address.port;
  }

  /** On any bound session, like an SMSC; gets its response when our side has stored it. */
  deliver(body: Buffer, id: number = command.deliverSm): Promise<number | undefined> {
    const [session] = [...this.sessions].filter((one) => one.bound && !one.socket.destroyed);
    return session ? session.ask(id, body) : Promise.resolve(undefined);
  }

  /** Again and again, until there is a response. */
  async sendReceipt(n: number, stat: string): Promise<void> {
    const one = this.taken[n - 1];
    if (!one) throw new Error(`no text ${n}`);
    while (this.#server.listening && (await this.deliver(receiptBody(one, stat))) !== status.ok) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Sends what is due in its queue, and drops what has expired. */
  passTime(): void {
    const { left, dropped } = this.#wish.queue?.passTime() ?? { left: [], dropped: [] };
    for (const { id } of left) void this.sendReceipt(Number(id), 'DELIVRD');
    for (const { id } of dropped) void this.sendReceipt(Number(id), 'EXPIRED');
  }

  cut(): void {
    for (const session of this.sessions) session.socket.destroy();
  }

  raw(bytes: Buffer): void {
    for (const session of this.sessions) session.socket.write(bytes);
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.cut();
    await closed;
  }

  #welcome(socket: Socket): void {
    socket.setNoDelay(true);
    const session = new SmscSession(socket);
    this.sessions.add(session);
    socket.on('error', () => {});
    socket.on('close', () => {
      this.sessions.delete(session);
      session.end();
    });
    socket.on('data', (bytes: Buffer) => {
      for (const pdu of session.read(bytes)) this.#serve(session, pdu);
    });
  }

  #serve(session: SmscSession, pdu: Pdu): void {
    const { command: id, sequence } = pdu;
    const { counts } = this;
    if (id >= responseBit) {
      if (id === command.genericNack) counts.nacks += 1;
      session.settle(pdu);
    } else if (id === command.bindTransceiver) this.#bind(session, pdu);
    else if (id === command.enquireLink) {
      counts.enquiries += 1;
      if (this.behaviour.answersEnquiries) session.reply(pdu, status.ok);
    } else if (id === command.unbind) {
      counts.unbinds += 1;
      session.reply(pdu, status.ok);
    } else if (id === command.submitSm) this.#submit(session, pdu);
    else if (id === command.cancelSm) this.#cancel(session, pdu);
    else session.socket.write(encodePdu({ command: command.genericNack, status: 3, sequence }));
  }

  #bind(session: SmscSession, pdu: Pdu): void {
    const { behaviour } = this;
    this.counts.binds += 1;
    if (!behaviour.answersBinds) return;
    const { password, systemId } = decodeBind(pdu.body);
    const wrong = behaviour.password !== undefined && password !== behaviour.password;
    const code = wrong ? status.invalidPassword : behaviour.bindStatus;
    if (code !== status.ok) this.refusedBinds.push(systemId);
    session.bound = code === status.ok;
    session.reply(pdu, code, code === status.ok ? cString('test smsc') : undefined);
  }

  #cancel(session: SmscSession, pdu: Pdu): void {
    this.counts.cancels += 1;
    const { messageId, source, destination } = decodeCancel(pdu.body);
    const n = this.taken.findIndex(
      (one, at) =>
        this.#responseId(at + 1) === messageId &&
        one.from === source.digits &&
        one.to === destination.digits,
    );
    const gone = this.#wish.queue?.cancel(String(n + 1)) ?? false;
    session.reply(pdu, gone ? status.ok : status.cancelFailed);
    if (gone) void this.sendReceipt(n + 1, 'DELETED');
  }

  #submit(session: SmscSession, pdu: Pdu): void {
    const message = decodeMessage(pdu.body);
    const fate = this.behaviour.fate(message, session);
    if (fate.refuse !== undefined) session.reply(pdu, fate.refuse);
    if (fate.ignore || fate.refuse !== undefined) {
      befall(fate, session, pdu, '');
      return;
    }
    session.pending += 1;
    this.counts.mostPending = Math.max(this.counts.mostPending, session.pending);
    const id = this.#take(message);
    const { receipts = [], respondAfter = 0 } = fate;
    for (const one of receipts.filter(({ early }) => early)) void this.sendReceipt(id, one.stat);
    const deliver = () => {
      for (const { early, stat, after = 0 } of receipts) {
        if (!early) setTimeout(() => void this.sendReceipt(id, stat), after);
      }
    };
    const respond = () => {
      session.pending -= 1;
      if (respondAfter >= 0) session.reply(pdu, status.ok, cString(this.#responseId(id)));
      deliver();
    };
    if (fate.connection) {
      befall(fate, session, pdu, this.#responseId(id));
      deliver();
    } else if (respondAfter > 0) setTimeout(respond, respondAfter);
    else respond();
  }

  #take(message: Message): number {
    const { gsm7 = 'unpacked', now, queue } = this.#wish;
    this.#number += 1;
    const n = this.#number;
    const text = wordsOf(message, gsm7).text;
    const [from, to] = [message.source.digits, message.destination.digits];
    this.taken.push({ id: this.#receiptId(n), at: Date.now(), from, to, message, text });
    const until = (now?.() ?? 0) + validFor(message.validity ?? '');
    queue?.add({ id: String(n), from, to, until });
    return n;
  }
}
