/**
 * The connection to one Asterisk: its events, and requests over the same WebSocket, which ARI
 * answers seven times as fast as HTTP (docs/figures.md). It comes back by itself when it is lost.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Note } from '#contract/note.ts';
import type { CarrierLog } from '../kind.ts';
import type { CarrierRandom } from '../port.ts';
import { type AriEvent, ariEvent, ariResponse } from './ari-shapes.ts';

export interface AriAddress {
  /** Such as http://10.0.0.5:8088. */
  url: string;
  user: string;
  password: string;
  app: string;
}

export interface AriLinkOptions extends AriAddress {
  log: CarrierLog;
  random: Pick<CarrierRandom, 'next'>;
  /** After each connect, before the link counts as up; a rejection ends this connection. */
  onConnect(): Promise<void>;
  onEvent(event: AriEvent): void;
  /** Also of a connection that did not come to be. */
  onLoss(): void;
}

export type AriMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type AriQuery = Readonly<Record<string, string | number | undefined>>;

export interface AriAnswer {
  status: number;
  /** Parsed JSON; undefined where there is none. */
  body: unknown;
}

/** No answer came: unless it was never written, what was asked may have been done. */
export class AriLost extends Error {
  override name = 'AriLost';
  readonly written: boolean;
  /** Of a call that was to be placed by it. */
  readonly note: Note;
  constructor(message: string, written: boolean, note: Note = { code: 'not_connected' }) {
    super(message);
    this.written = written;
    this.note = note;
  }
}

const lostNote: Note = { code: 'connection_lost', system: 'Asterisk' };

interface Waiting {
  resolve(answer: AriAnswer): void;
  reject(error: AriLost): void;
  timer: NodeJS.Timeout;
}

/** Real milliseconds. */
const answerWithin = 5_000;
const pingEvery = 3_000;
const connectWithin = 5_000;
const closeWithin = 1_000;
const shortestWait = 250;
const longestWait = 4_000;

export class AriLink {
  readonly #options: AriLinkOptions;
  /** Requests that Asterisk has not answered, by id. */
  readonly #waiting = new Map<string, Waiting>();
  #socket: WebSocket | undefined;
  #up = false;
  #closed = false;
  /** Requests so far. */
  #asked = 0;
  /** Connections that were lost or did not come to be, since the last good one. */
  #losses = 0;
  #retry: NodeJS.Timeout | undefined;
  #ping: NodeJS.Timeout | undefined;
  /** Something came since the last ping. */
  #alive = true;
  /** On `performance.now()`. */
  #pingedAt = 0;

  /** Connects at once, and again whenever the connection is lost. */
  constructor(options: AriLinkOptions) {
    this.#options = options;
    this.#connect();
  }

  isUp(): boolean {
    return this.#up;
  }

  /**
   * Only while connected.
   *
   * @throws AriLost
   */
  request(method: AriMethod, path: string, query?: AriQuery, body?: object): Promise<AriAnswer> {
    const open = this.#socket;
    if (!open || open.readyState !== WebSocket.OPEN) {
      return Promise.reject(new AriLost('Asterisk is not connected.', false));
    }
    this.#asked += 1;
    const id = String(this.#asked);
    const message = messageOf(id, method, path, query, body);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        const seconds = answerWithin / 1_000;
        const words = `Asterisk did not answer within ${seconds} s.`;
        reject(new AriLost(words, true, { code: 'no_answer_within', system: 'Asterisk', seconds }));
      }, answerWithin);
      this.#waiting.set(id, { resolve, reject, timer });
      open.send(message);
    });
  }

  /** After the answers to what was asked, or a second. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#ping);
    const end = Date.now() + closeWithin;
    while (this.#waiting.size > 0 && Date.now() < end) await sleep(10);
    this.#socket?.terminate();
  }

  #connect(): void {
    const opened = new WebSocket(eventsUrl(this.#options), {
      headers: { authorization: authorization(this.#options) },
      handshakeTimeout: connectWithin,
      maxPayload: 64 << 20,
    });
    this.#socket = opened;
    let reason = 'the connection was closed';
    opened.on('open', () => void this.#begin(opened));
    opened.on('message', (data) => {
      this.#alive = true;
      this.#hear(String(data));
    });
    opened.on('pong', () => {
      this.#alive = true;
    });
    opened.on('error', (error) => {
      reason = error.message || String((error as NodeJS.ErrnoException).code);
    });
    opened.on('close', () => this.#lose(opened, reason));
  }

  async #begin(opened: WebSocket): Promise<void> {
    const { log, url, onConnect } = this.#options;
    this.#alive = true;
    const look = () => this.#look(opened);
    // The second time what has come is read for sure: a process that was held up had not done that yet.
    this.#ping = setInterval(() => setImmediate(() => setImmediate(look)), pingEvery);
    try {
      await onConnect();
      if (this.#socket !== opened || opened.readyState !== WebSocket.OPEN) return;
      this.#up = true;
      this.#losses = 0;
      log.info({ node: url }, 'connected to Asterisk');
    } catch (error) {
      log.warn({ node: url, err: error }, 'Asterisk does not answer as it should');
      opened.terminate();
    }
  }

  #look(opened: WebSocket): void {
    if (this.#socket !== opened) return;
    const now = performance.now();
    if (this.#alive) {
      this.#alive = false;
      this.#pingedAt = now;
      opened.ping();
      // One that was only just asked, because the look before was late, has until the next one.
    } else if (now - this.#pingedAt >= pingEvery / 2) opened.terminate();
  }

  #lose(lost: WebSocket, reason: string): void {
    const { log, url, random, onLoss } = this.#options;
    if (this.#socket !== lost) return;
    clearInterval(this.#ping);
    this.#socket = undefined;
    const wasUp = this.#up;
    this.#up = false;
    for (const [id, { reject, timer }] of this.#waiting) {
      clearTimeout(timer);
      this.#waiting.delete(id);
      reject(new AriLost('The connection was lost before Asterisk answered.', true, lostNote));
    }
    if (this.#closed) return;
    if (wasUp || this.#losses === 0) log.warn({ node: url, reason }, 'Asterisk is away');
    onLoss();
    this.#losses += 1;
    const wait = Math.min(longestWait, shortestWait * 2 ** Math.min(this.#losses - 1, 10));
    this.#retry = setTimeout(() => this.#connect(), wait * (0.75 + random.next() / 2));
  }

  #hear(text: string): void {
    const { log, url, onEvent } = this.#options;
    const data = parsed(text);
    const response = ariResponse.safeParse(data);
    if (response.success) {
      const { request_id: id, status_code: status, message_body: body } = response.data;
      const waits = this.#waiting.get(id);
      if (!waits) return;
      this.#waiting.delete(id);
      clearTimeout(waits.timer);
      waits.resolve({ status, body: body ? parsed(body) : undefined });
      return;
    }
    const event = ariEvent.safeParse(data);
    if (event.success) onEvent(event.data);
    else log.warn({ node: url }, 'Asterisk sent what is no event');
  }
}

function messageOf(
  id: string,
  method: AriMethod,
  path: string,
  query: AriQuery = {},
  body?: object,
): string {
  return JSON.stringify({
    type: 'RESTRequest',
    transaction_id: id,
    request_id: id,
    method,
    uri: path,
    query_strings: Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({ name, value: String(value) })),
    ...(body ? { content_type: 'application/json', message_body: JSON.stringify(body) } : {}),
  });
}

export function authorization({ user, password }: Omit<AriAddress, 'app'>): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

function eventsUrl({ url, app }: AriAddress): string {
  const events = new URL('/ari/events', url);
  events.protocol = events.protocol === 'https:' ? 'wss:' : 'ws:';
  events.searchParams.set('app', app);
  return events.href;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
