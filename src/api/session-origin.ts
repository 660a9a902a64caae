import type { FastifyRequest } from 'fastify';
import type { SessionOrigin } from '#db/queries/session.ts';

/** Where a request comes from, for the list of one's sessions and the audit log. */
export function originOf({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): SessionOrigin {
  return { browser: (headers['user-agent'] ?? '').slice(0, 300), address: ip };
}
