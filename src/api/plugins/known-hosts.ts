import type { FastifyInstance } from 'fastify';
import { type KnownHosts, refuseManyHosts, refuseUnknownHost } from '../host-names.ts';

/** Refuses requests under a name that is not Carillon's, before anything is read or looked up. */
export function refuseUnknownHosts(app: FastifyInstance, known: KnownHosts): void {
  app.addHook('onRequest', async ({ raw }) => {
    refuseManyHosts(raw);
    refuseUnknownHost(raw.headers.host, known);
  });
}
