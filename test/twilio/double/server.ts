/**
 * A stateful Twilio of our own for tests: double.test.ts compares its requests and responses with
 * Twilio's published description and Twilio's own client. The test chooses what goes wrong.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Account, accountSid, type DoubleMessage, refusal, sidOf } from './account.ts';
import type { Callee } from './call.ts';
import { Calls } from './calls.ts';
import { advance, change, passTime, send } from './messages.ts';
import { isSignedIn, type Mishap, type Resources, read, reply, respondOrNot } from './rest.ts';
import { type Webhooks, webhooks } from './webhooks.ts';

export class TwilioDouble implements Resources {
  url = '';
  readonly account: Account = {
    status: 'active',
    messages: [],
    numbers: [],
    optedOut: new Set(),
    verified: [],
  };
  readonly hooks: Webhooks;
  /** Of each request: `POST /Messages.json`, with what it held. */
  readonly requests: { what: string; fields: URLSearchParams }[] = [];
  readonly calls: Calls;
  /** What each callee does, by number with its plus; by default a person answers and says hello. */
  readonly callees = new Map<string, Callee>();
  /** What happens to requests to place a call from now on, one each. */
  readonly callMishaps: (Mishap | null)[] = [];
  /** The same of requests to change a call. */
  readonly updateMishaps: (Mishap | null)[] = [];
  /** The same of requests to change a message. */
  readonly cancelMishaps: (Mishap | null)[] = [];
  /** Requests to send that are at work, and the most there were at once. */
  readonly atWork = { now: 0, most: 0 };
  /** What happens to requests to send from now on, one each; null: nothing goes wrong. */
  readonly mishaps: (Mishap | null)[] = [];
  /** Our address cannot be reached: webhooks are lost. */
  deaf = false;
  /** Of those that are sent, which are lost on the way. */
  loses: (fields: Record<string, string>) => boolean = () => false;
  /** The list of messages cannot be read. */
  listDown = false;
  /** Milliseconds that a request to send takes. */
  takes = 0;
  readonly #server: Server;

  constructor(reach: (url: string) => string) {
    this.hooks = webhooks(reach, (fields) => this.deaf || this.loses(fields));
    this.calls = new Calls(this.hooks, {
      calleeOf: (to) => this.callees.get(to) ?? {},
      owns: (from) => this.account.numbers.some(({ phone }) => phone === from),
    });
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch((error) => response.destroy(error));
    });
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    const { port: bound } = this.#server.address() as { port: number };
    this.url = `http://127.0.0.1:${bound}`;
  }

  addNumber(phone: string, smsUrl: string): void {
    this.account.numbers.push({ sid: sidOf('PN'), phone, smsUrl, smsMethod: 'POST' });
  }

  /** Ends every message that is under way like this, with its callbacks. */
  async deliver(end = 'delivered', errorCode: number | null = null): Promise<void> {
    const going = this.account.messages.filter(isOnItsWay);
    while (going.length > 0) {
      const some = going.splice(0, 10).map(async (message) => {
        await advance(this.hooks, message, 'sent');
        await advance(this.hooks, message, end, errorCode);
      });
      await Promise.all(some);
    }
  }

  /** With a queue: what leaves it by now, or is dropped in it, with the callbacks. */
  passTime(): Promise<void> {
    return passTime(this.account, this.hooks);
  }

  /** A person texts; Twilio itself acts on STOP and START too. */
  async textIn(
    from: string,
    to: string,
    body: string,
    more: Record<string, string> = {},
  ): Promise<string> {
    const { account } = this;
    const word = body.trim().toUpperCase();
    if (word === 'STOP') account.optedOut.add(`${to} ${from}`);
    if (word === 'START') account.optedOut.delete(`${to} ${from}`);
    const sid = sidOf('SM');
    account.messages.unshift({
      ...{ sid, to, from, body, status: 'received', errorCode: null, direction: 'inbound' },
      ...{ messagingServiceSid: null, created: new Date(), statusCallback: undefined },
    });
    const url = account.numbers.find((number) => number.phone === to)?.smsUrl ?? '';
    await this.hooks.post(url, {
      ...{ AccountSid: accountSid, ApiVersion: '2010-04-01', MessageSid: sid, SmsSid: sid },
      ...{ SmsMessageSid: sid, SmsStatus: 'received', NumSegments: '1', NumMedia: '0' },
      ...{ From: from, To: to, Body: body, FromState: 'NY', ToCountry: 'US', ...more },
    });
    return sid;
  }

  async close(): Promise<void> {
    this.calls.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://double');
    const root = `/2010-04-01/Accounts/${accountSid}`;
    const form = new URLSearchParams(await text(request));
    const fields = request.method === 'POST' ? form : searchParams;
    const what = `${request.method} ${path.replace(root, '')}`;
    this.requests.push({ what, fields });
    if (!path.startsWith(root) || !isSignedIn(request)) {
      return reply(response, refusal(401, 20_003, 'Authenticate'));
    }
    if (what === 'POST /Messages.json') return this.#send(response, form);
    const changed = this.#changeOf(what, form);
    if (changed) respondOrNot(response, changed.take, changed.mishaps.shift());
    else reply(response, read(this, { what, path, fields }));
  }

  /** Of a request that places or changes something, what it does and what may happen to it. */
  #changeOf(what: string, form: URLSearchParams) {
    if (what === 'POST /Calls.json') {
      return { take: () => this.calls.create(form), mishaps: this.callMishaps };
    }
    const [, call] = /^POST \/Calls\/(\w+)\.json$/.exec(what) ?? [];
    if (call !== undefined) {
      return { take: () => this.calls.update(call, form), mishaps: this.updateMishaps };
    }
    const [, message] = /^POST \/Messages\/(\w+)\.json$/.exec(what) ?? [];
    if (message === undefined) return undefined;
    const take = () => change(this.account, this.hooks, message, form);
    return { take, mishaps: this.cancelMishaps };
  }

  async #send(response: ServerResponse, form: URLSearchParams): Promise<void> {
    const { atWork, takes } = this;
    atWork.now += 1;
    atWork.most = Math.max(atWork.most, atWork.now);
    if (takes > 0) await new Promise((resolve) => setTimeout(resolve, takes));
    atWork.now -= 1;
    respondOrNot(response, () => send(this.account, form), this.mishaps.shift());
  }
}

export async function twilioDouble(
  reach: (url: string) => string,
  port = 0,
): Promise<TwilioDouble> {
  const double = new TwilioDouble(reach);
  await double.listen(port);
  return double;
}

const isOnItsWay = ({ direction, status }: DoubleMessage) =>
  direction === 'outbound-api' && ['queued', 'accepted', 'sent'].includes(status);
