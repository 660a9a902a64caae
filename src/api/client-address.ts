/** The client address of a request that Fastify does not see, a WebSocket's: like `request.ip`. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { isPrivateHost } from '#private-host.ts';

export type AddressOf = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

/** The addresses and networks whose X-Forwarded-For is believed. */
function listOf(trustedProxies: readonly string[]): BlockList {
  const trusted = new BlockList();
  for (const one of trustedProxies) {
    const [address = '', bits] = one.split('/');
    const family = familyOf(address);
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return trusted;
}

/**
 * Finds the peers that send X-Forwarded-For and are not trusted: perhaps proxies that nobody
 * named, behind which everybody has one address. Undefined for any other request.
 */
export function unnamedProxies(
  trustedProxies: readonly string[] = [],
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string | undefined {
  const trusted = listOf(trustedProxies);
  return ({ headers, socket: { remoteAddress = '' } }) => {
    if (headers['x-forwarded-for'] === undefined || !isIP(remoteAddress)) return undefined;
    return trusted.check(remoteAddress, familyOf(remoteAddress))
      ? undefined
      : remoteAddress.replace(/^::ffff:(?=\d+\.)/i, '');
  };
}

/**
 * Whether a request came in clear through networks of others. A trusted proxy says how it was asked
 * (X-Forwarded-Proto); of any other peer, the connection itself is plain http.
 */
export function plainFromOutside(
  trustedProxies: readonly string[] = [],
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => boolean {
  const trusted = listOf(trustedProxies);
  const addressOf = clientAddresses(trustedProxies);
  return (request) => {
    const { headers, socket } = request;
    const peer = socket.remoteAddress ?? '';
    if (isIP(peer) && trusted.check(peer, familyOf(peer))) {
      const said = String(headers['x-forwarded-proto'] ?? '').split(',');
      return said.at(-1)?.trim().toLowerCase() === 'http' && !isNear(addressOf(request));
    }
    return !isNear(peer);
  };
}

/** This machine, a private network, or the same wire (fe80::/10). A peer that has gone has no address. */
function isNear(peer: string): boolean {
  const address = peer.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  return address === '' || isPrivateHost(address) || /^fe[89ab][0-9a-f]:/i.test(address);
}

/** @param trustedProxies addresses and networks whose X-Forwarded-For is believed */
export function clientAddresses(trustedProxies: readonly string[] = []): AddressOf {
  const trusted = listOf(trustedProxies);
  return ({ headers, socket }) => {
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
    let address = socket.remoteAddress ?? '';
    // From the nearest on, as long as each is trusted about the next.
    while (isIP(address) && trusted.check(address, familyOf(address))) {
      const next = forwarded.pop()?.trim() ?? '';
      if (!isIP(next)) break;
      address = next;
    }
    return address;
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
