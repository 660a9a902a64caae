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

export interface AriLink {
  isUp(): boolean;
  /**
   * Only while connected.
   *
   * @throws AriLost
   */
  request(method: AriMethod, path: string, query?: AriQuery, body?: object): Promise<AriAnswer>;
  /** After the answers to what was asked, or a second. */
  close(): Promise<void>;
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

export function openAriLink(options: AriLinkOptions): AriLink {
  const { log, random } = options;
  const waiting = new Map<string, Waiting>();
  let socket: WebSocket | undefined;
  let up = false;
  let closed = false;
  let asked = 0;
  let losses = 0;
  let retry: NodeJS.Timeout | undefined;
  let ping: NodeJS.Timeout | undefined;
  let alive = true;
  /** On `performance.now()`. */
  let pingedAt = 0;

  function connect(): void {
    const opened = new WebSocket(eventsUrl(options), {
      headers: { authorization: authorization(options) },
      handshakeTimeout: connectWithin,
      maxPayload: 64 << 20,
    });
    socket = opened;
    let reason = 'the connection was closed';
    opened.on('open', () => void begin(opened));
    opened.on('message', (data) => {
      alive = true;
      hear(String(data));
    });
    opened.on('pong', () => {
      alive = true;
    });
    opened.on('error', (error) => {
      reason = error.message || String((error as NodeJS.ErrnoException).code);
    });
    opened.on('close', () => lose(opened, reason));
  }

  async function begin(opened: WebSocket): Promise<void> {
    alive = true;
    // The second time what has come is read for sure: a process that was held up had not done that yet.
    ping = setInterval(() => setImmediate(() => setImmediate(look, opened)), pingEvery);
    try {
      await options.onConnect();
      if (socket !== opened || opened.readyState !== WebSocket.OPEN) return;
      up = true;
      losses = 0;
      log.info({ node: options.url }, 'connected to Asterisk');
    } catch (error) {
      log.warn({ node: options.url, err: error }, 'Asterisk does not answer as it should');
      opened.terminate();
    }
  }

  function look(opened: WebSocket): void {
    if (socket !== opened) return;
    const now = performance.now();
    if (alive) {
      alive = false;
      pingedAt = now;
      opened.ping();
      // One that was only just asked, because the look before was late, has until the next one.
    } else if (now - pingedAt >= pingEvery / 2) opened.terminate();
  }

  function lose(lost: WebSocket, reason: string): void {
    if (socket !== lost) return;
    clearInterval(ping);
    socket = undefined;
    const wasUp = up;
    up = false;
    for (const [id, { reject, timer }] of waiting) {
      clearTimeout(timer);
      waiting.delete(id);
      reject(new AriLost('The connection was lost before Asterisk answered.', true, lostNote));
    }
    if (closed) return;
    if (wasUp || losses === 0) log.warn({ node: options.url, reason }, 'Asterisk is away');
    options.onLoss();
    losses += 1;
    const wait = Math.min(longestWait, shortestWait * 2 ** Math.min(losses - 1, 10));
    retry = setTimeout(connect, wait * (0.75 + random.next() / 2));
  }

  function hear(text: string): void {
    const data = parsed(text);
    const response = ariResponse.safeParse(data);
    if (response.success) {
      const { request_id: id, status_code: status, message_body: body } = response.data;
      const waits = waiting.get(id);
      if (!waits) return;
      waiting.delete(id);
      clearTimeout(waits.timer);
      waits.resolve({ status, body: body ? parsed(body) : undefined });
      return;
    }
    const event = ariEvent.safeParse(data);
    if (event.success) options.onEvent(event.data);
    else log.warn({ node: options.url }, 'Asterisk sent what is no event');
  }

  connect();
  return {
    isUp: () => up,
    request(method, path, query = {}, body) {
      const open = socket;
      if (!open || open.readyState !== WebSocket.OPEN) {
        return Promise.reject(new AriLost('Asterisk is not connected.', false));
      }
      asked += 1;
      const id = String(asked);
      const message = JSON.stringify({
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
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(id);
          const seconds = answerWithin / 1_000;
          const words = `Asterisk did not answer within ${seconds} s.`;
          reject(
            new AriLost(words, true, { code: 'no_answer_within', system: 'Asterisk', seconds }),
          );
        }, answerWithin);
        waiting.set(id, { resolve, reject, timer });
        open.send(message);
      });
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      clearInterval(ping);
      const end = Date.now() + closeWithin;
      while (waiting.size > 0 && Date.now() < end) await sleep(10);
      socket?.terminate();
    },
  };
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
