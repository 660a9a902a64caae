/**
 * The id of a request, which links its log lines and its response: the one that came with it in
 * X-Request-Id, or a new one. Every response has it in the same header.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

export const requestIdHeader = 'X-Request-Id';

/** What a log may hold of a stranger's header. */
const good = /^[A-Za-z0-9._-]{1,128}$/;

export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && good.test(given) ? given : randomUUID();
}

/** Before every other hook: a response of one of those has it too. */
export function returnRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(requestIdHeader, request.id);
  });
}
