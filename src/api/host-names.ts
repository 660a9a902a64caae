/** Under which names Carillon is reached: a browser that was led here under another is refused. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { problem } from '#contract/errors.ts';

export interface KnownHosts {
  /** Lower case, without ports: those that the operator gave, and that of the public address. */
  names: readonly string[];
  /** The operator gave some, so that others are refused. The public address is only the carriers'. */
  only: boolean;
}

export function knownHosts(given: readonly string[], publicUrl: string | undefined): KnownHosts {
  const names = publicUrl ? [...given, new URL(publicUrl).hostname] : given;
  return { names: names.map((name) => name.toLowerCase()), only: given.length > 0 };
}

/** The name in a Host header or an origin, without its port; undefined when it holds none. */
export function hostNameOf(header: string | undefined): string | undefined {
  if (!header) return undefined;
  const url = `http://${header.replace(/^https?:\/\//i, '')}`;
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

/**
 * A plain address and localhost are always known: no name of somebody else's leads there
 * (DNS rebinding needs one).
 */
export function isKnownHost(name: string | undefined, known: KnownHosts): boolean {
  if (!known.only) return true;
  if (name === undefined) return false;
  const address = name.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) !== 0 || name === 'localhost' || known.names.includes(name);
}

/**
 * Of two names, a proxy may believe another one than Carillon (RFC 9112, 3.2). Node refuses a request
 * without any by itself, with an empty response: it is told to leave that to this.
 *
 * @throws ProblemError malformed
 */
export function refuseManyHosts({ rawHeaders, httpVersion }: IncomingMessage): void {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length === 1 || (hosts.length === 0 && httpVersion === '1.0')) return;
  throw problem('malformed', 'A request has one Host header.');
}

/** @throws ProblemError wrong_host */
export function refuseUnknownHost(host: string | undefined, known: KnownHosts): void {
  if (isKnownHost(hostNameOf(host), known)) return;
  throw problem('wrong_host', 'Carillon is not reached under this name. See CARILLON_HOST_NAMES.');
}

/**
 * Whether a page of this origin may open a WebSocket here: one that came from this Carillon.
 *
 * @param origin as a browser sends it; programs send none
 * @param host the Host header of the same request
 */
export function isOwnOrigin(
  origin: string | undefined,
  host: string | undefined,
  known: KnownHosts,
): boolean {
  if (origin === undefined) return true;
  const name = /^https?:\/\//i.test(origin) ? hostNameOf(origin) : undefined;
  if (name === undefined) return false;
  return name === hostNameOf(host) || known.names.includes(name);
}
