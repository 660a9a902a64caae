import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '#contract/errors.ts';

/** Real milliseconds without one byte of a body after which its sender counts as gone. */
const patience = 60_000;

/**
 * Ends requests whose body has stopped coming, with a sentence that says so: a laptop that fell
 * asleep during its upload, or somebody who opens connections to keep them. Without this an upload
 * would keep its list as New, and its lease renewed, for as long as the connection stands. A
 * handler at work on a body that is complete, or that lags behind what has come, is left alone.
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
  // It was answered already, before its end, or nobody reads it.
  if (reply.sent || raw.listenerCount('error') === 0) return void raw.socket.destroy();
  reply.header('connection', 'close');
  // Not 408: browsers take that for a connection at rest and send the whole file once more. Whoever
  // reads the body, as JSON or as a form, hears of it as of a broken one, and the error is answered.
  raw.emit('error', stalled(bodyPatience));
}

function stalled(bodyPatience: number) {
  const seconds = Math.round(bodyPatience / 1000);
  return problem(
    'malformed',
    `Nothing more of what was being sent came for ${seconds} seconds, so it was ended and nothing of it was kept. Check the connection, then send it again.`,
  );
}
