import type { FastifyInstance } from 'fastify';
import { openapi } from '../openapi.ts';

/** GET /api/openapi.json, made once and kept. */
export function serveOpenapi(app: FastifyInstance): void {
  let text: string | undefined;
  app.get('/api/openapi.json', (_request, reply) => {
    text ??= JSON.stringify(openapi());
    return reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(text);
  });
}
