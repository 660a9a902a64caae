import type { FastifyInstance } from 'fastify';
import { problem } from '#contract/errors.ts';
import { hostNameOf, isKnownHost, type KnownHosts } from '../host-names.ts';

/** Refuses requests under a name that is not Carillon's, before anything is read or looked up. */
export function refuseUnknownHosts(app: FastifyInstance, known: KnownHosts): void {
  app.addHook('onRequest', async ({ headers }) => {
    if (isKnownHost(hostNameOf(headers.host), known)) return;
    throw problem(
      'wrong_host',
      'Carillon is not reached under this name. See CARILLON_HOST_NAMES.',
    );
  });
}
