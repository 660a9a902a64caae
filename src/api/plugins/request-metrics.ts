import type { FastifyInstance } from 'fastify';
import type { Metrics } from '#domain/metrics.ts';

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** Publishes what the API does. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  const seconds = metrics.histogram(
    'carillon_http_request_seconds',
    'Time to respond to a request, by method, contract path and status.',
    bounds,
  );
  app.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.config.contractPath ?? 'other';
    const labels = { method: request.method, path, status: reply.statusCode };
    seconds.observe(reply.elapsedTime / 1000, labels);
  });
}
