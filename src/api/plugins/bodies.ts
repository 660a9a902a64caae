import type { FastifyInstance } from 'fastify';

/**
 * JSON bodies; an empty one counts as none, because many clients send the header without a
 * body. Text is read as JSON too: document 2 sends a bare 25.
 */
export function acceptBodies(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'text/plain'],
    { parseAs: 'string' },
    (request, text, done) => {
      if (text === '') done(null, undefined);
      else json(request, text as string, done);
    },
  );
}
