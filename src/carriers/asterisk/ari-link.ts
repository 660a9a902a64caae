/**
 * The connection to one Asterisk: its events, and requests over the same WebSocket, seven times as
 * fast as over HTTP (docs/figures.md). It reconnects by itself.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientOptions, WebSocket } from 'ws';
import type { Note } from '#contract/note.ts';
import { realMs } from '#domain/milliseconds.ts';
import type { CarrierLog } from '../kind.ts';
import type { CarrierRandom } from '../port.ts';
import { connectPrivately, type Plaintext } from '../private-network.ts';
import { type AriEvent, ariEvent, ariResponse } from './ari-shapes.ts';

export interface AriAddress {
  /** Such as http://10.0.0.5:8088. */
  url: string;
  user: string;
  password: string;
  app: string;
  /** Where http:// may go; private networks by default. */
  plaintext?: Plaintext;
}

export interface AriLinkOptions extends AriAddress {
  log: CarrierLog;
  random: Pick<CarrierRandom, 'next'>;
  /** After each connect, before the link counts as up; a rejection ends this connection. */
  onConnect(): Promise<void>;
  onEvent(event: AriEvent): void;
  /** Also when a connection attempt failed. */
  onLoss(): void;
}

export type AriMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type AriQuery = Readonly<Record<string, string | number | undefined>>;

export interface AriResponse {
  status: number;
  /** Parsed JSON; undefined if there is none. */
  body: unknown;
}

/** No response came. A request that was written may have been carried out. */
export class AriLost extends Error {
  override name = 'AriLost';
  readonly written: boolean;
  /** For the record of the call that the request was to place. */
  readonly note: Note;
  constructor(message: string, written: boolean, note: Note = { code: 'not_connected' }) {
    super(message);
    this.written = written;
    this.note = note;
  }
}

const lostNote: Note = { code: 'connection_lost', system: 'Asterisk' };

interface Pending {
  resolve(response: AriResponse): void;
  reject(error: AriLost): void;
  timer: NodeJS.Timeout;
}

const respondWithin = realMs(5_000);
const pingEvery = realMs(3_000);
const connectWithin = realMs(5_000);
const closeWithin = realMs(1_000);
const shortestWait = realMs(250);
const longestWait = realMs(4_000);

export class AriLink {
  readonly #options: AriLinkOptions;
  /** Requests without a response, by id. */
  readonly #pending = new Map<string, Pending>();
  #socket: WebSocket | undefined;
  #up = false;
  #closed = false;
  /** Requests so far. */
  #requests = 0;
  /** Connections lost or failed since the last good one. */
  #losses = 0;
  #retry: NodeJS.Timeout | undefined;
  #ping: NodeJS.Timeout | undefined;
  /** Something was received since the last ping. */
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
  request(method: AriMethod, path: string, query?: AriQuery, body?: object): Promise<AriResponse> {
    const open = this.#socket;
    if (!open || open.readyState !== WebSocket.OPEN) {
      return Promise.reject(new AriLost('Asterisk is not connected.', false));
    }
    this.#requests += 1;
    const id = String(this.#requests);
    const frame = messageOf(id, method, path, query, body);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        const seconds = respondWithin / 1_000;
        const message = `Asterisk did not respond within ${seconds} s.`;
        reject(
          new AriLost(message, true, { code: 'no_response_within', system: 'Asterisk', seconds }),
        );
      }, respondWithin);
      this.#pending.set(id, { resolve, reject, timer });
      open.send(frame);
    });
  }

  /** Waits up to a second for the responses to open requests. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#ping);
    const end = Date.now() + closeWithin;
    while (this.#pending.size > 0 && Date.now() < end) await sleep(10);
    this.#socket?.terminate();
  }

  #connect(): void {
    const opened = new WebSocket(eventsUrl(this.#options), {
      headers: { authorization: authorization(this.#options) },
      handshakeTimeout: connectWithin,
      maxPayload: 64 << 20,
      ...connectionOf(this.#options),
    });
    this.#socket = opened;
    let reason = 'the connection was closed';
    opened.on('open', () => void this.#begin(opened));
    opened.on('message', (data) => {
      this.#alive = true;
      this.#receive(String(data));
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
    const check = () => this.#checkAlive(opened);
    // After two turns of the event loop everything received has been read, even after a long stall.
    this.#ping = setInterval(() => setImmediate(() => setImmediate(check)), pingEvery);
    try {
      await onConnect();
      if (this.#socket !== opened || opened.readyState !== WebSocket.OPEN) return;
      this.#up = true;
      this.#losses = 0;
      log.info({ node: url }, 'connected to Asterisk');
    } catch (error) {
      log.warn({ node: url, err: error }, 'could not set up the connection to Asterisk');
      opened.terminate();
    }
  }

  #checkAlive(opened: WebSocket): void {
    if (this.#socket !== opened) return;
    const now = performance.now();
    if (this.#alive) {
      this.#alive = false;
      this.#pingedAt = now;
      opened.ping();
      // If the previous check was late, the ping is only just out: wait for the next check.
    } else if (now - this.#pingedAt >= pingEvery / 2) opened.terminate();
  }

  #lose(lost: WebSocket, reason: string): void {
    const { log, url, random, onLoss } = this.#options;
    if (this.#socket !== lost) return;
    clearInterval(this.#ping);
    this.#socket = undefined;
    const wasUp = this.#up;
    this.#up = false;
    for (const [id, { reject, timer }] of this.#pending) {
      clearTimeout(timer);
      this.#pending.delete(id);
      reject(new AriLost('The connection was lost before Asterisk responded.', true, lostNote));
    }
    if (this.#closed) return;
    if (wasUp || this.#losses === 0)
      log.warn({ node: url, reason }, 'lost the connection to Asterisk');
    onLoss();
    this.#losses += 1;
    const wait = Math.min(longestWait, shortestWait * 2 ** Math.min(this.#losses - 1, 10));
    this.#retry = setTimeout(() => this.#connect(), wait * (0.75 + random.next() / 2));
  }

  #receive(text: string): void {
    const { log, url, onEvent } = this.#options;
    const data = parsed(text);
    const response = ariResponse.safeParse(data);
    if (response.success) {
      const { request_id: id, status_code: status, message_body: body } = response.data;
      const pending = this.#pending.get(id);
      if (!pending) return;
      this.#pending.delete(id);
      clearTimeout(pending.timer);
      pending.resolve({ status, body: body ? parsed(body) : undefined });
      return;
    }
    const event = ariEvent.safeParse(data);
    if (event.success) onEvent(event.data);
    else log.warn({ node: url }, 'Asterisk sent a message that is not an event');
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

/** Encrypted ones, and those that the operator allows, are made as usual. */
function connectionOf({ url, plaintext = 'private' }: AriAddress): ClientOptions {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || plaintext === 'anywhere') return {};
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    createConnection: () => connectPrivately({ host, port: Number(new URL(url).port || 80) }),
  };
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
