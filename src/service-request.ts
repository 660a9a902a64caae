/**
 * One HTTP request to a service that the operator named, with a limit on time and size. Addresses are
 * judged after the name is looked up, each time: a public name may lead into the operator's own network, and
 * plain http, which is for this machine and private networks, may lead out of it. Redirects are not followed: they would send the key and the body elsewhere.
 */
import { lookup } from 'node:dns';
import { type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isInsideAddress, isPrivateHost } from '#private-host.ts';

export interface ServiceRequest {
  url: string;
  /** JSON. */
  body: string;
  headers: Readonly<Record<string, string>>;
  /** It may be on this machine or in a private network. */
  private: boolean;
  /** Milliseconds for the whole exchange. */
  within: number;
  /** Bytes that a response may have. */
  most: number;
  signal?: AbortSignal | undefined;
}

export interface ServiceResponse {
  /** Of any kind, redirects too. */
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

export class ServiceError extends Error {
  override name = 'ServiceError';
  readonly code: 'unreachable' | 'timeout' | 'too_large' | 'private_address' | 'public_address';
  constructor(code: ServiceError['code'], cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** Why an address cannot be a service's; undefined: it can. */
export function addressFault(text: string, isPrivate: boolean): string | undefined {
  if (!URL.canParse(text)) return 'It is not an address such as https://service.example.com/v1.';
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (username !== '' || password !== '' || hash !== '')
    return 'It must have neither a name nor a password nor a fragment in it.';
  const inside = isPrivateHost(hostname) || isInsideAddress(hostname);
  if (inside && !isPrivate)
    return 'It leads to this machine or a private network. Say --private if the service is there.';
  if (protocol === 'https:') return undefined;
  // Where a name leads, such as that of a container, is judged by each request.
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  if (protocol === 'http:' && (isPrivateHost(hostname) || (isPrivate && isName))) return undefined;
  return 'It must begin with https://, except on this machine or in a private network.';
}

/** @throws ServiceError */
export function postToService(sent: ServiceRequest): Promise<ServiceResponse> {
  const url = new URL(sent.url);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!sent.private && (host === 'localhost' || (isIP(host) !== 0 && isInsideAddress(host))))
    return Promise.reject(new ServiceError('private_address'));
  const plain = url.protocol === 'http:';
  if (plain && isIP(host) !== 0 && !isPrivateHost(host))
    return Promise.reject(new ServiceError('public_address'));
  const timer = AbortSignal.timeout(sent.within);
  const signal = sent.signal ? AbortSignal.any([timer, sent.signal]) : timer;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(failureOf(error, timer));
    const asked = (plain ? plainRequest : tlsRequest)(
      url,
      {
        method: 'POST',
        signal,
        agent: false,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(sent.body),
          ...sent.headers,
        },
        ...(plain ? { lookup: privateLookup } : !sent.private && { lookup: publicLookup }),
      },
      (response) => readAll(response, sent.most).then(resolve, fail),
    );
    asked.on('error', fail);
    asked.end(sent.body);
  });
}

async function readAll(response: IncomingMessage, most: number): Promise<ServiceResponse> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > most) {
      response.destroy();
      throw new ServiceError('too_large');
    }
    pieces.push(piece);
  }
  // Broken off, although the loop ended.
  if (!response.complete) throw new ServiceError('unreachable');
  const { statusCode: status = 0, headers } = response;
  return { status, headers, bytes: Buffer.concat(pieces) };
}

function failureOf(error: unknown, timer: AbortSignal): ServiceError {
  if (error instanceof ServiceError) return error;
  const { cause } = error as Error;
  if (cause instanceof ServiceError) return cause;
  return new ServiceError(timer.aborted ? 'timeout' : 'unreachable', error);
}

/** Looks a name up, and refuses it if one of its addresses may not be asked. */
const lookupUnless =
  (isRefused: (address: string) => boolean, code: ServiceError['code']): LookupFunction =>
  (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const refused = addresses?.some(({ address }) => isRefused(address));
      const failure = error ?? (refused ? new ServiceError(code) : null);
      if (failure) return done(failure, '', 0);
      if (options.all) return done(null, addresses);
      const [first] = addresses;
      done(null, first?.address ?? '', first?.family);
    });
  };

const publicLookup = lookupUnless(isInsideAddress, 'private_address');
const privateLookup = lookupUnless((address) => !isPrivateHost(address), 'public_address');
