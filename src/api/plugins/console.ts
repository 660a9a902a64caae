import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noSuchPath } from './problems.ts';
import { pathOf } from './request-log.ts';

/**
 * Serves the built console. Files under /assets carry a hash of their content in their name, so
 * a browser may keep them for good; everything else is requested anew. If there is a `.gz`
 * beside a file, it is sent instead.
 */
export async function serveConsole(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    index: 'index.html',
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/');
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/** Addresses of the console's screens return its page; every other unknown address is a 404. */
export function handleUnknownPaths(app: FastifyInstance, hasConsole: boolean): void {
  app.setNotFoundHandler((request, reply) => {
    if (hasConsole && isScreen(request)) return page(reply);
    throw noSuchPath();
  });
}

function page(reply: FastifyReply) {
  return reply.header('cache-control', 'no-cache').sendFile('index.html');
}

/** A screen's address: a GET for a path that is not the API's and not a file. */
function isScreen(request: FastifyRequest): boolean {
  const path = pathOf(request);
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const ofServer = /^\/(api|hubs|carrier|health|metrics|assets|sounds)(\/|$)/.test(path);
  return reads && !ofServer && !/\.\w+$/.test(path);
}
