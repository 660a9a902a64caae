import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '#contract/errors.ts';

/** Real milliseconds without one byte of a body after which its sender counts as gone. */
const patience = 60_000;

/**
 * Ends requests whose body has stopped coming, with a sentence that says so: a laptop that fell
 * asleep during its upload, or a client that opens connections to occupy them. Without this an
 * upload would keep its list as New, and its lease renewed, as long as the connection lasts. A
 * handler at work on a complete body, or one that lags behind the data, is left alone.
 */
export function cutStalledBodies(app: FastifyInstance, bodyPatience = patience): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'POST') watch(request, reply, bodyPatience);
  });
}

function watch(request: FastifyRequest, reply: FastifyReply, bodyPatience: number): void {
  const { raw } = request;
  let seen = raw.socket.bytesRead;
  let since = performance.now();
  const timer = setInterval(() => {
    if (raw.complete || raw.destroyed) return clearInterval(timer);
    if (raw.socket.bytesRead !== seen || raw.readableLength > 0) {
      seen = raw.socket.bytesRead;
      since = performance.now();
    } else if (performance.now() - since >= bodyPatience) {
      clearInterval(timer);
      cut(request, reply, bodyPatience);
    }
  }, bodyPatience / 4);
  timer.unref();
  raw.once('close', () => clearInterval(timer));
}

function cut({ raw }: FastifyRequest, reply: FastifyReply, bodyPatience: number): void {
  // It already has a response, or nothing reads its body.
  if (reply.sent || raw.listenerCount('error') === 0) return void raw.socket.destroy();
  reply.header('connection', 'close');
  // Not 408: browsers take that for an idle connection and send the whole file again. The reader of
  // the body, JSON or form, gets an error like that of a broken body, which becomes the response.
  raw.emit('error', stalled(bodyPatience));
}

function stalled(bodyPatience: number) {
  const seconds = Math.round(bodyPatience / 1000);
  return problem(
    'malformed',
    `No more data arrived for ${seconds} seconds, so the request was canceled and nothing was saved. Check the connection, then send it again.`,
  );
}
