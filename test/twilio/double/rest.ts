/** Twilio's REST API at the double: its resources, and what goes wrong with a response. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Account,
  accountResource,
  accountSid,
  authToken,
  callerIdResource,
  messageResource,
  numberResource,
  pageOf,
  refusal,
} from './account.ts';
import type { Calls } from './calls.ts';
import { found, type RestResponse } from './messages.ts';

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

/** What can be read. */
export interface Resources {
  account: Account;
  calls: Calls;
  /** The list of messages cannot be read. */
  listDown: boolean;
}

/** A request: `POST /Messages.json`, the whole path, and what it held. */
export interface Asked {
  what: string;
  path: string;
  fields: URLSearchParams;
}

export function read(
  { account, calls, listDown }: Resources,
  { what, fields: query, path }: Asked,
): RestResponse {
  if (what === 'GET .json') return { status: 200, body: accountResource(account) };
  if (what === 'GET /Messages.json') {
    if (listDown) return refusal(503, 20_503, 'Service unavailable');
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

/** Does what is asked and responds, unless a mishap prevents it. */
export function respondOrNot(
  response: ServerResponse,
  take: () => RestResponse,
  mishap: Mishap | null = null,
): void {
  const refused = refusals[mishap ?? ''];
  const produced = refused ?? (mishap === 'cut before' ? undefined : take());
  if (mishap === 'cut' || mishap === 'cut before') response.destroy();
  else if (mishap === 'broken') reply(response, refusal(500, 20_500, 'Internal error'));
  else if (produced && mishap !== 'silence') reply(response, produced);
}

const refusals: Readonly<Record<string, RestResponse>> = {
  refused: refusal(403, 20_003, 'Permission denied'),
  down: refusal(503, 20_503, 'Service unavailable'),
  'too many': refusal(429, 20_429, 'Too Many Requests'),
};

export function isSignedIn({ headers }: IncomingMessage): boolean {
  const given = Buffer.from((headers.authorization ?? '').replace(/^Basic /, ''), 'base64');
  return given.toString() === `${accountSid}:${authToken}`;
}

export function reply(response: ServerResponse, { status, body }: RestResponse): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
