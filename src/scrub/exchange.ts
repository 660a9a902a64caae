/**
 * One HTTP request to a service, with a limit on time and size. Addresses are judged after the name is
 * looked up, each time: a public name may lead into the operator's own network.
 */
import { lookup } from 'node:dns';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isInsideAddress, isPrivateHost } from '#private-host.ts';

export interface Sent {
  url: string;
  secret: string;
  body: string;
  /** It may be on this machine or in a private network. */
  private: boolean;
  /** Milliseconds for the whole exchange. */
  within: number;
  /** Bytes that a response may have. */
  most: number;
  signal?: AbortSignal | undefined;
}

export interface Received {
  status: number;
  text: string;
  /** Milliseconds that the service asks to wait; undefined: it says nothing. */
  retryAfter: number | undefined;
}

export class ExchangeError extends Error {
  override name = 'ExchangeError';
  readonly code: 'unreachable' | 'timeout' | 'too_large' | 'private_address';
  constructor(code: ExchangeError['code'], cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** Why an address cannot be a service's; undefined: it can. */
export function addressFault(text: string, isPrivate: boolean): string | undefined {
  if (!URL.canParse(text)) return 'It is not an address such as https://scrub.example.com/v1.';
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (username !== '' || password !== '' || hash !== '')
    return 'It must have neither a name nor a password nor a fragment in it.';
  const inside = isPrivateHost(hostname) || isInsideAddress(hostname);
  if (inside && !isPrivate)
    return 'It leads to this machine or a private network. Say --private if the service is there.';
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:' && isPrivateHost(hostname)) return undefined;
  return 'It must begin with https://, except on this machine or in a private network.';
}

/** @throws ExchangeError */
export function exchange(sent: Sent): Promise<Received> {
  const url = new URL(sent.url);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!sent.private && (host === 'localhost' || (isIP(host) !== 0 && isInsideAddress(host))))
    return Promise.reject(new ExchangeError('private_address'));
  const timer = AbortSignal.timeout(sent.within);
  const signal = sent.signal ? AbortSignal.any([timer, sent.signal]) : timer;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(failureOf(error, timer));
    const asked = (url.protocol === 'https:' ? tlsRequest : plainRequest)(
      url,
      {
        method: 'POST',
        signal,
        agent: false,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(sent.body),
          accept: 'application/json',
          authorization: `Bearer ${sent.secret}`,
        },
        ...(!sent.private && { lookup: publicLookup }),
      },
      (response) => readAll(response, sent.most).then(resolve, fail),
    );
    asked.on('error', fail);
    asked.end(sent.body);
  });
}

async function readAll(response: IncomingMessage, most: number): Promise<Received> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > most) {
      response.destroy();
      throw new ExchangeError('too_large');
    }
    pieces.push(piece);
  }
  // Broken off, although the loop ended.
  if (!response.complete) throw new ExchangeError('unreachable');
  return {
    status: response.statusCode ?? 0,
    text: Buffer.concat(pieces).toString('utf8'),
    retryAfter: secondsOf(response.headers['retry-after']),
  };
}

/** Seconds alone: a date would need its clock. */
const secondsOf = (header: string | undefined) =>
  header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined;

function failureOf(error: unknown, timer: AbortSignal): ExchangeError {
  if (error instanceof ExchangeError) return error;
  const { cause } = error as Error;
  if (cause instanceof ExchangeError) return cause;
  return new ExchangeError(timer.aborted ? 'timeout' : 'unreachable', error);
}

const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const inside = addresses?.some(({ address }) => isInsideAddress(address));
    const failure = error ?? (inside ? new ExchangeError('private_address') : null);
    if (failure) return done(failure, '', 0);
    if (options.all) return done(null, addresses);
    const [first] = addresses;
    done(null, first?.address ?? '', first?.family);
  });
};
