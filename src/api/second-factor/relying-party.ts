/** For which host name and origin a passkey is made and used: those of the page that asks. */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { problem } from '#contract/errors.ts';
import { factorTexts } from '#contract/second-factor.ts';
import type { ApiDeps } from '../deps.ts';
import { hostNameOf, isOwnOrigin, knownHosts } from '../host-names.ts';

export interface RelyingParty {
  /** The host name, without a port. */
  id: string;
  origin: string;
}

type Hosts = Pick<ApiDeps, 'hostNames' | 'publicUrl'>;

const originOf = ({ protocol, headers }: FastifyRequest): string =>
  headers.origin ?? `${protocol}://${headers.host}`;

function isOwn(request: FastifyRequest, { hostNames = [], publicUrl }: Hosts): boolean {
  return isOwnOrigin(originOf(request), request.headers.host, knownHosts(hostNames, publicUrl));
}

/** Undefined under a plain address or without HTTPS, where browsers have no passkeys. */
export function findRelyingParty(request: FastifyRequest, hosts: Hosts): RelyingParty | undefined {
  const origin = originOf(request);
  const id = hostNameOf(origin);
  if (!isOwn(request, hosts) || id === undefined) return undefined;
  if (isIP(id.replace(/^\[(.*)\]$/, '$1')) !== 0) return undefined;
  const isLocal = id === 'localhost' || id.endsWith('.localhost');
  return isLocal || origin.startsWith('https://') ? { id, origin } : undefined;
}

/** @throws ProblemError wrong_origin, cannot_use_passkeys */
export function relyingParty(request: FastifyRequest, hosts: Hosts): RelyingParty {
  const party = findRelyingParty(request, hosts);
  if (party) return party;
  if (isOwn(request, hosts)) throw problem('cannot_use_passkeys', factorTexts.noHostName);
  throw problem('wrong_origin', 'A page of another origin cannot use passkeys here.');
}
