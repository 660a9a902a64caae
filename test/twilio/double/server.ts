/**
 * A stateful Twilio of our own for tests: double.test.ts compares its requests and responses with
 * Twilio's published description and Twilio's own client. The test chooses what goes wrong.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  type Account,
  accountResource,
  accountSid,
  authToken,
  callerIdResource,
  type DoubleMessage,
  messageResource,
  numberResource,
  pageOf,
  refusal,
  sidOf,
} from './account.ts';
import type { Callee } from './call.ts';
import { type Calls, callsOfDouble } from './calls.ts';
import { type Answer, advance, change, found, passTime, send } from './messages.ts';
import { type Webhooks, webhooks } from './webhooks.ts';

export type Mishap =
  /** The message is accepted, and no response comes. */
  | 'silence'
  /** The message is accepted, and the connection ends without a response. */
  | 'cut'
  /** The message is accepted, and the response is 500. */
  | 'broken'
  /** Nothing is accepted. */
  | 'down'
  | 'too many'
  /** Nothing is accepted: the account is not permitted. */
  | 'refused'
  /** Nothing is accepted: the connection ends. */
  | 'cut before';

export interface TwilioDouble {
  url: string;
  account: Account;
  hooks: Webhooks;
  /** Of each request: `POST /Messages.json`, with what it held. */
  requests: { what: string; fields: URLSearchParams }[];
  calls: Calls;
  /** What each callee does, by number with its plus; by default a person answers and says hello. */
  callees: Map<string, Callee>;
  /** What happens to requests to place a call from now on, one each. */
  callMishaps: (Mishap | null)[];
  /** The same of requests to change a call. */
  updateMishaps: (Mishap | null)[];
  /** The same of requests to change a message. */
  cancelMishaps: (Mishap | null)[];
  /** Requests to send that are at work, and the most there were at once. */
  atWork: { now: number; most: number };
  /** What happens to requests to send from now on, one each; null: nothing goes wrong. */
  mishaps: (Mishap | null)[];
  /** Our address cannot be reached: webhooks are lost. */
  deaf: boolean;
  /** The list of messages cannot be read. */
  listDown: boolean;
  /** Milliseconds that a request to send takes. */
  takes: number;
  addNumber(phone: string, smsUrl: string): void;
  /** Ends every message that is under way like this, with its callbacks. */
  deliver(end?: string, errorCode?: number | null): Promise<void>;
  /** With a queue: what leaves it by now, or is dropped in it, with the callbacks. */
  passTime(): Promise<void>;
  /** A person texts; Twilio itself acts on STOP and START too. */
  textIn(from: string, to: string, body: string, more?: Record<string, string>): Promise<string>;
  close(): Promise<void>;
}

export async function twilioDouble(
  reach: (url: string) => string,
  port = 0,
): Promise<TwilioDouble> {
  const account: Account = {
    status: 'active',
    messages: [],
    numbers: [],
    optedOut: new Set(),
    verified: [],
  };
  const hooks = webhooks(reach, () => double.deaf);
  const requests: TwilioDouble['requests'] = [];
  const mishaps: TwilioDouble['mishaps'] = [];
  const atWork = { now: 0, most: 0 };
  const callees: TwilioDouble['callees'] = new Map();
  const callMishaps: TwilioDouble['callMishaps'] = [];
  const updateMishaps: TwilioDouble['updateMishaps'] = [];
  const cancelMishaps: TwilioDouble['cancelMishaps'] = [];
  const calls = callsOfDouble(hooks, {
    calleeOf: (to) => callees.get(to) ?? {},
    owns: (from) => account.numbers.some(({ phone }) => phone === from),
  });
  const server = createServer((request, response) => {
    handle(request, response).catch((error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: bound } = server.address() as { port: number };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://double');
    const root = `/2010-04-01/Accounts/${accountSid}`;
    const path = url.pathname.replace(root, '');
    const form = new URLSearchParams(await text(request));
    const fields = request.method === 'POST' ? form : url.searchParams;
    const what = `${request.method} ${path}`;
    requests.push({ what, fields });
    if (!url.pathname.startsWith(root) || !isSignedIn(request)) {
      return reply(response, refusal(401, 20_003, 'Authenticate'));
    }
    if (what === 'POST /Calls.json') {
      return answerOrNot(response, () => calls.create(form), callMishaps.shift() ?? null);
    }
    const [, changed] = /^POST \/Calls\/(\w+)\.json$/.exec(what) ?? [];
    if (changed !== undefined) {
      return answerOrNot(
        response,
        () => calls.update(changed, form),
        updateMishaps.shift() ?? null,
      );
    }
    const [, message] = /^POST \/Messages\/(\w+)\.json$/.exec(what) ?? [];
    if (message !== undefined) {
      return answerOrNot(
        response,
        () => change(account, hooks, message, form),
        cancelMishaps.shift() ?? null,
      );
    }
    if (what !== 'POST /Messages.json') return reply(response, read(what, fields, url.pathname));
    atWork.now += 1;
    atWork.most = Math.max(atWork.most, atWork.now);
    if (double.takes > 0) await new Promise((resolve) => setTimeout(resolve, double.takes));
    atWork.now -= 1;
    answerOrNot(response, () => send(account, form), mishaps.shift() ?? null);
  }

  function answerOrNot(response: ServerResponse, take: () => Answer, mishap: Mishap | null): void {
    const refused = refusals[mishap ?? ''];
    const answer = refused ?? (mishap === 'cut before' ? undefined : take());
    if (mishap === 'cut' || mishap === 'cut before') response.destroy();
    else if (mishap === 'broken') reply(response, refusal(500, 20_500, 'Internal error'));
    else if (answer && mishap !== 'silence') reply(response, answer);
  }

  function read(what: string, query: URLSearchParams, path: string): Answer {
    if (what === 'GET .json') return { status: 200, body: accountResource(account) };
    if (what === 'GET /Messages.json') {
      if (double.listDown) return refusal(503, 20_503, 'Service unavailable');
      const all = found(account, query).map(messageResource);
      return { status: 200, body: pageOf('messages', path, query, all) };
    }
    if (what === 'GET /Calls.json') {
      return { status: 200, body: pageOf('calls', path, query, calls.list(query)) };
    }
    const [, asked] = /^GET \/Calls\/(\w+)\.json$/.exec(what) ?? [];
    if (asked !== undefined) return calls.read(asked);
    if (what === 'GET /IncomingPhoneNumbers.json') {
      const wanted = query.get('PhoneNumber');
      const all = account.numbers
        .filter(({ phone }) => phone === (wanted ?? phone))
        .map(numberResource);
      return { status: 200, body: pageOf('incoming_phone_numbers', path, query, all) };
    }
    if (what === 'GET /OutgoingCallerIds.json') {
      const phone = query.get('PhoneNumber');
      const all = account.verified.filter((one) => one === (phone ?? one)).map(callerIdResource);
      return { status: 200, body: pageOf('outgoing_caller_ids', path, query, all) };
    }
    return refusal(404, 20_404, `The requested resource ${path} was not found`);
  }

  const double: TwilioDouble = {
    ...{ url: `http://127.0.0.1:${bound}`, account, hooks, requests, mishaps, atWork, takes: 0 },
    ...{ calls, callees, callMishaps, updateMishaps, cancelMishaps },
    deaf: false,
    listDown: false,
    addNumber(phone, smsUrl) {
      account.numbers.push({ sid: sidOf('PN'), phone, smsUrl, smsMethod: 'POST' });
    },
    async deliver(end = 'delivered', errorCode = null) {
      const going = account.messages.filter(isOnItsWay);
      while (going.length > 0) {
        const some = going.splice(0, 10).map(async (message) => {
          await advance(hooks, message, 'sent');
          await advance(hooks, message, end, errorCode);
        });
        await Promise.all(some);
      }
    },
    passTime: () => passTime(account, hooks),
    async textIn(from, to, body, more = {}) {
      const word = body.trim().toUpperCase();
      if (word === 'STOP') account.optedOut.add(`${to} ${from}`);
      if (word === 'START') account.optedOut.delete(`${to} ${from}`);
      const sid = sidOf('SM');
      account.messages.unshift({
        ...{ sid, to, from, body, status: 'received', errorCode: null, direction: 'inbound' },
        ...{ messagingServiceSid: null, created: new Date(), statusCallback: undefined },
      });
      const url = account.numbers.find((number) => number.phone === to)?.smsUrl ?? '';
      await hooks.post(url, {
        ...{ AccountSid: accountSid, ApiVersion: '2010-04-01', MessageSid: sid, SmsSid: sid },
        ...{ SmsMessageSid: sid, SmsStatus: 'received', NumSegments: '1', NumMedia: '0' },
        ...{ From: from, To: to, Body: body, FromState: 'NY', ToCountry: 'US', ...more },
      });
      return sid;
    },
    async close() {
      calls.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return double;
}

const refusals: Readonly<Record<string, Answer>> = {
  refused: refusal(403, 20_003, 'Permission denied'),
  down: refusal(503, 20_503, 'Service unavailable'),
  'too many': refusal(429, 20_429, 'Too Many Requests'),
};

const isOnItsWay = ({ direction, status }: DoubleMessage) =>
  direction === 'outbound-api' && ['queued', 'accepted', 'sent'].includes(status);

function isSignedIn({ headers }: IncomingMessage): boolean {
  const given = Buffer.from((headers.authorization ?? '').replace(/^Basic /, ''), 'base64');
  return given.toString() === `${accountSid}:${authToken}`;
}

function reply(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
