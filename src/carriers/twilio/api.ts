/**
 * Requests to Twilio's REST API over connections that stay open. An `ApiResponse` says which of
 * three things happened, because only the first two allow a text to be submitted again.
 */

import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { realMs } from '#domain/milliseconds.ts';
import type { HttpDate } from '../kind.ts';
import type { TwilioSettings } from './settings.ts';

export type ApiResponse =
  | { kind: 'responded'; status: number; body: Record<string, unknown> }
  /** The request surely never left this machine; `unwanted`: `mayWrite` forbade it. */
  | { kind: 'not_written'; why: string; unwanted?: boolean }
  /** It may have arrived. */
  | { kind: 'lost'; why: string };

export type Form = Readonly<Record<string, string | string[]>>;

export interface TwilioApi {
  /** @param path behind `/2010-04-01/Accounts/<sid>`, such as `/Messages.json` */
  get(path: string, query?: Readonly<Record<string, string>>): Promise<ApiResponse>;
  /**
   * Never sent twice, whatever happens. A list is one field several times.
   *
   * @param form a function if it depends on the time: called when the request is written
   * @param mayWrite asked when the connection is up, right before the request is written
   */
  post(path: string, form: Form | (() => Form), mayWrite?: () => boolean): Promise<ApiResponse>;
  close(): void;
}

/** Less than servers keep idle connections: a text must not go out on one that is being closed. */
const idleFor = 4_000;
const largestResponse = 4 * 1024 * 1024;
/** Characters of Twilio's sentence that are kept. */
const longestSaid = 200;

export class TwilioClient implements TwilioApi {
  readonly #base: URL;
  readonly #isSecure: boolean;
  readonly #agent: HttpAgent | HttpsAgent;
  readonly #authorization: string;
  /** Before every path. */
  readonly #root: string;
  readonly #timeoutMs: number;
  readonly #reportDate: (received: HttpDate) => void;

  constructor(
    settings: TwilioSettings,
    timeoutMs: number,
    reportDate: (received: HttpDate) => void = () => {},
  ) {
    const { apiUrl, accountSid, authToken, atOnce } = settings;
    const options = { keepAlive: true, maxSockets: atOnce + 2, timeout: idleFor };
    this.#base = new URL(apiUrl);
    this.#isSecure = this.#base.protocol === 'https:';
    this.#agent = this.#isSecure ? new HttpsAgent(options) : new HttpAgent(options);
    const credentials = Buffer.from(`${accountSid}:${authToken}`);
    this.#authorization = `Basic ${credentials.toString('base64')}`;
    this.#root = `${this.#base.pathname.replace(/\/$/, '')}/2010-04-01/Accounts/${accountSid}`;
    this.#timeoutMs = timeoutMs;
    this.#reportDate = reportDate;
  }

  get(path: string, query: Readonly<Record<string, string>> = {}): Promise<ApiResponse> {
    const text = new URLSearchParams(query).toString();
    return this.#ask('GET', text === '' ? path : `${path}?${text}`);
  }

  post(path: string, form: Form | (() => Form), mayWrite?: () => boolean): Promise<ApiResponse> {
    const bodyOf = () => formOf(typeof form === 'function' ? form() : form).toString();
    return this.#ask('POST', path, bodyOf, mayWrite);
  }

  close(): void {
    this.#agent.destroy();
  }

  #ask(
    method: string,
    path: string,
    bodyOf?: () => string,
    mayWrite = () => true,
  ): Promise<ApiResponse> {
    return new Promise((resolve) => {
      let written = false;
      let asked = realMs(0);
      let unwanted = false;
      const request = this.#request(method, path, bodyOf !== undefined);
      const late = () => request.destroy(new Error('no response in time'));
      const timer = setTimeout(late, this.#timeoutMs);
      const end = (response: ApiResponse) => {
        clearTimeout(timer);
        resolve(response);
      };
      const write = () => {
        unwanted = !mayWrite();
        if (unwanted) {
          request.destroy(new Error('no longer wanted'));
          return;
        }
        written = true;
        asked = realMs(performance.now());
        const body = bodyOf?.();
        if (body !== undefined) request.setHeader('content-length', Buffer.byteLength(body));
        request.end(body);
      };
      request.on('socket', (socket) => {
        // Nothing is written before the connection is up, which may take seconds.
        if (request.reusedSocket || !socket.connecting) write();
        else socket.once(this.#isSecure ? 'secureConnect' : 'connect', write);
      });
      request.on('error', ({ message: why }) => {
        end(written ? { kind: 'lost', why } : { kind: 'not_written', why, unwanted });
      });
      request.on('response', (response) => {
        this.#reportDate({
          date: response.headers.date,
          asked,
          responded: realMs(performance.now()),
        });
        readJson(response).then(
          (read) => end({ kind: 'responded', status: response.statusCode ?? 0, body: read }),
          (error: Error) => {
            request.destroy();
            end({ kind: 'lost', why: error.message });
          },
        );
      });
    });
  }

  /** Not written yet. */
  #request(method: string, path: string, hasBody: boolean): ClientRequest {
    const { hostname, port } = this.#base;
    const send = this.#isSecure ? httpsRequest : httpRequest;
    return send({
      ...{ agent: this.#agent, method, path: this.#root + path, hostname, port },
      headers: {
        authorization: this.#authorization,
        accept: 'application/json',
        ...(hasBody && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
    });
  }
}

function formOf(form: Readonly<Record<string, string | string[]>>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(form).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    ),
  );
}

async function readJson(response: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > largestResponse) throw new Error('the response is too large');
    chunks.push(chunk);
  }
  // A proxy on the way responds with HTML pages: the status still counts.
  try {
    const read: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}

/** Twilio's own code and sentence, from a response that rejects a request. */
export function refusalOf(body: Record<string, unknown>): { code?: number; said?: string } {
  const { code, message } = body;
  return {
    ...(typeof code === 'number' && { code }),
    ...(typeof message === 'string' && { said: message }),
  };
}

/** The same as facts of a note, or of what there is to say about the connection. */
export function refusalFacts(body: Record<string, unknown>): { twilio?: number; said?: string } {
  const { code: twilio, said } = refusalOf(body);
  return {
    ...(twilio !== undefined && { twilio }),
    ...(said !== undefined && { said: said.slice(0, longestSaid) }),
  };
}
