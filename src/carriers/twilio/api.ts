/**
 * Requests to Twilio's REST API over connections that stay open. An answer says which of three things
 * happened, because only the first two allow a text to be handed over again.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { HeardDate } from '../kind.ts';
import type { TwilioSettings } from './settings.ts';

export type ApiAnswer =
  | { kind: 'answered'; status: number; body: Record<string, unknown> }
  /** The request surely never left this machine; `unwanted`: because it was not to any more. */
  | { kind: 'not_written'; why: string; unwanted?: boolean }
  /** It may have arrived. */
  | { kind: 'lost'; why: string };

export type Form = Readonly<Record<string, string | string[]>>;

export interface TwilioApi {
  /** @param path behind `/2010-04-01/Accounts/<sid>`, such as `/Messages.json` */
  get(path: string, query?: Readonly<Record<string, string>>): Promise<ApiAnswer>;
  /**
   * Never sent twice, whatever happens. A list is one field several times.
   *
   * @param form made when it is written, where it hangs on the time
   * @param mayWrite asked when the connection stands, right before the request is written
   */
  post(path: string, form: Form | (() => Form), mayWrite?: () => boolean): Promise<ApiAnswer>;
  close(): void;
}

/** Less than servers keep an idle connection: a text must not meet one that is just being closed. */
const idleFor = 4_000;
const largestAnswer = 4 * 1024 * 1024;

export function twilioApi(
  settings: TwilioSettings,
  timeoutMs: number,
  heardDate: (heard: HeardDate) => void = () => {},
): TwilioApi {
  const base = new URL(settings.apiUrl);
  const secure = base.protocol === 'https:';
  const send = secure ? httpsRequest : httpRequest;
  const options = { keepAlive: true, maxSockets: settings.atOnce + 2, timeout: idleFor };
  const agent = secure ? new HttpsAgent(options) : new HttpAgent(options);
  const credentials = Buffer.from(`${settings.accountSid}:${settings.authToken}`);
  const authorization = `Basic ${credentials.toString('base64')}`;
  const root = `${base.pathname.replace(/\/$/, '')}/2010-04-01/Accounts/${settings.accountSid}`;

  function ask(
    method: string,
    path: string,
    bodyOf?: () => string,
    mayWrite = () => true,
  ): Promise<ApiAnswer> {
    return new Promise((resolve) => {
      let written = false;
      let asked = 0;
      let unwanted = false;
      const request = send({
        ...{ agent, method, path: root + path, hostname: base.hostname, port: base.port },
        headers: {
          authorization,
          accept: 'application/json',
          ...(bodyOf && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
      });
      const timer = setTimeout(() => request.destroy(new Error('no answer in time')), timeoutMs);
      const end = (answer: ApiAnswer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      const write = () => {
        unwanted = !mayWrite();
        if (unwanted) {
          request.destroy(new Error('it was not to be sent any more'));
          return;
        }
        written = true;
        asked = performance.now();
        const body = bodyOf?.();
        if (body !== undefined) request.setHeader('content-length', Buffer.byteLength(body));
        request.end(body);
      };
      request.on('socket', (socket) => {
        // Nothing is written before the connection stands, which may take seconds.
        if (request.reusedSocket || !socket.connecting) write();
        else socket.once(secure ? 'secureConnect' : 'connect', write);
      });
      request.on('error', ({ message: why }) => {
        end(written ? { kind: 'lost', why } : { kind: 'not_written', why, unwanted });
      });
      request.on('response', (response) => {
        heardDate({ date: response.headers.date, asked, answered: performance.now() });
        readJson(response).then(
          (read) => end({ kind: 'answered', status: response.statusCode ?? 0, body: read }),
          (error: Error) => {
            request.destroy();
            end({ kind: 'lost', why: error.message });
          },
        );
      });
    });
  }

  return {
    get(path, query = {}) {
      const text = new URLSearchParams(query).toString();
      return ask('GET', text === '' ? path : `${path}?${text}`);
    },
    post(path, form, mayWrite) {
      const bodyOf = () => formOf(typeof form === 'function' ? form() : form).toString();
      return ask('POST', path, bodyOf, mayWrite);
    },
    close: () => agent.destroy(),
  };
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
    if (bytes > largestAnswer) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  // A proxy on the way answers pages: its status still counts.
  try {
    const read: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}

/** Of an answer that refuses: Twilio's own code and sentence. */
export function refusalOf(body: Record<string, unknown>): { code?: number; said?: string } {
  const { code, message } = body;
  return {
    ...(typeof code === 'number' && { code }),
    ...(typeof message === 'string' && { said: message }),
  };
}
