/** Carillon speaks plain http, for a proxy with TLS and for its own house: nobody else is let in so. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { problem } from '#contract/errors.ts';
import { plainFromOutside } from '../client-address.ts';
import type { ApiDeps } from '../deps.ts';

/** Throws `https_required`. */
export type RefusePlainHttp = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => void;

export function plainHttpRefusal({
  trustedProxies,
  plainHttp = false,
  publicUrl = '',
}: Pick<ApiDeps, 'trustedProxies' | 'plainHttp' | 'publicUrl'>): RefusePlainHttp {
  if (plainHttp) return () => undefined;
  const isRefused = plainFromOutside(trustedProxies);
  const where = publicUrl.startsWith('https:')
    ? `Use ${publicUrl}.`
    : 'Ask your operator for the address.';
  return (request) => {
    if (!isRefused(request)) return;
    throw problem('https_required', `Carillon is reached only over https from here. ${where}`);
  };
}

/** Before anything of the request is read or looked up. What was sent in clear is already seen. */
export function refusePlainHttp(app: FastifyInstance, refuse: RefusePlainHttp): void {
  app.addHook('onRequest', async ({ raw }) => refuse(raw));
}
