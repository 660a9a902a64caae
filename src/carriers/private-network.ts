/**
 * Unencrypted connections to carriers go to this machine and to private networks, unless the operator
 * says otherwise: passwords, numbers and texts would cross the Internet in clear. A name is judged by the
 * addresses that it leads to, each time that it is asked for.
 */
import { lookup } from 'node:dns';
import { connect, isIP, type LookupFunction, type NetConnectOpts, Socket } from 'node:net';
import { promisify } from 'node:util';
import { isPrivateHost } from '#private-host.ts';

/** The operator's setting: where unencrypted connections may go. */
export const plaintextChoices = ['private', 'anywhere'] as const;
export type Plaintext = (typeof plaintextChoices)[number];

export class PublicPlaintextError extends Error {
  override name = 'PublicPlaintextError';
  readonly host: string;
  constructor(host: string) {
    super(`${host} is not in a private network, and the connection is not encrypted.`);
    this.host = host;
  }
}

const privateLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const isPublic = addresses?.some(({ address }) => !isPrivateHost(address));
    const failure = error ?? (isPublic ? new PublicPlaintextError(host) : null);
    if (failure) return done(failure, '', 0);
    if (options.all) return done(null, addresses);
    const [first] = addresses;
    done(null, first?.address ?? '', first?.family);
  });
};

/** As `connect` of node:net; the socket fails with PublicPlaintextError. */
export function connectPrivately(
  options: NetConnectOpts & { host: string },
  connected?: () => void,
): Socket {
  const { host } = options;
  if (isIP(host) === 0 || isPrivateHost(host)) {
    return connect({ ...options, lookup: privateLookup }, connected);
  }
  const refused = new Socket();
  // Whoever connects listens only after this returns.
  process.nextTick(() => refused.destroy(new PublicPlaintextError(host)));
  return refused;
}

/**
 * Before a request that cannot be given a connection.
 *
 * @throws PublicPlaintextError
 */
export async function refusePublicPlaintext(url: string, plaintext: Plaintext): Promise<void> {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || plaintext === 'anywhere') return;
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0) await promisify(privateLookup)(host, { all: true });
  else if (!isPrivateHost(host)) throw new PublicPlaintextError(host);
}
