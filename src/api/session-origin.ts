import type { FastifyRequest } from 'fastify';
import type { SessionOrigin } from '#db/queries/session.ts';

/** Where a sign-in comes from, for the list of one's sessions. */
export function originOf({ headers, ip }: FastifyRequest): SessionOrigin {
  return { browser: (headers['user-agent'] ?? '').slice(0, 300), address: ip };
}
