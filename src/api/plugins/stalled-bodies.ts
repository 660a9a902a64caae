import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ProblemError, problem } from '#contract/errors.ts';

/** Real milliseconds over which a body must keep up; without one byte its sender counts as gone. */
const patience = 60_000;
/** Bytes a second, on average over that time: the slowest telephone line does more. */
const slowest = 500;

interface Patience {
  bodyPatience?: number | undefined;
  slowestBody?: number | undefined;
}

/**
 * Ends requests whose body has stopped coming, or drips, with a sentence that says so: a laptop that
 * fell asleep during its upload, or a client that opens connections to occupy them. Without this an
 * upload would keep its list as New, and its lease renewed, as long as the connection lasts. A
 * handler at work on a complete body, or one that lags behind the data, is left alone.
 */
export function cutStalledBodies(
  app: FastifyInstance,
  { bodyPatience = patience, slowestBody = slowest }: Patience,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'POST') watch(request, reply, { bodyPatience, slowestBody });
  });
}

function watch(
  request: FastifyRequest,
  reply: FastifyReply,
  { bodyPatience, slowestBody }: { bodyPatience: number; slowestBody: number },
): void {
  const { raw } = request;
  const { socket } = raw;
  /** The time that is measured: from when, and what had come by then. */
  const from = { at: performance.now(), bytes: socket.bytesRead };
  const last = { at: performance.now(), bytes: socket.bytesRead };
  const begin = (one: typeof from) =>
    Object.assign(one, { at: performance.now(), bytes: socket.bytesRead });
  const timer = setInterval(() => {
    if (raw.complete || raw.destroyed) return clearInterval(timer);
    const lags = raw.readableLength > 0;
    if (socket.bytesRead !== last.bytes || lags) begin(last);
    // What the handler has not read holds the sender up.
    if (lags) begin(from);
    const waited = performance.now() - from.at;
    const drips =
      waited >= bodyPatience && (socket.bytesRead - from.bytes) * 1_000 < waited * slowestBody;
    const silent = performance.now() - last.at >= bodyPatience;
    if (silent || drips) {
      clearInterval(timer);
      cut(request, reply, silent ? stalled(bodyPatience) : dripped(slowestBody));
    } else if (waited >= bodyPatience) begin(from);
  }, bodyPatience / 4);
  timer.unref();
  raw.once('close', () => clearInterval(timer));
}

function cut({ raw }: FastifyRequest, reply: FastifyReply, why: ProblemError): void {
  // It already has a response, or nothing reads its body.
  if (reply.sent || raw.listenerCount('error') === 0) return void raw.socket.destroy();
  reply.header('connection', 'close');
  // Not 408: browsers take that for an idle connection and send the whole file again. The reader of
  // the body, JSON or form, gets an error like that of a broken body, which becomes the response.
  raw.emit('error', why);
}

function stalled(bodyPatience: number) {
  const seconds = Math.round(bodyPatience / 1000);
  return problem(
    'malformed',
    `No more data arrived for ${seconds} seconds, so the request was canceled and nothing was saved. Check the connection, then send it again.`,
  );
}

function dripped(slowestBody: number) {
  return problem(
    'malformed',
    `The data arrived at fewer than ${slowestBody} bytes a second, so the request was canceled and nothing was saved. Check the connection, then send it again.`,
  );
}
