import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#db/database.ts';
import type { Metrics } from '#domain/metrics.ts';

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** Publishes what the API and its process do: requests, event loop, pool of connections, memory. */
export function measureRequests(app: FastifyInstance, metrics: Metrics, { pool }: Database): void {
  const seconds = metrics.histogram(
    'carillon_http_request_seconds',
    'Time to answer a request, by method, path of the contract and status.',
    bounds,
  );
  app.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.config.contractPath ?? 'other';
    const labels = { method: request.method, path, status: reply.statusCode };
    seconds.observe(reply.elapsedTime / 1000, labels);
  });

  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  app.addHook('onClose', async () => {
    delay.disable();
  });
  metrics.gaugeOf(
    'carillon_event_loop_delay_seconds',
    'How late the event loop came, 99th percentile since the last look.',
    () => {
      const late = delay.percentile(99) / 1e9;
      delay.reset();
      return late;
    },
  );
  metrics.gaugeOf('carillon_memory_bytes', 'Resident memory of the process.', () =>
    process.memoryUsage.rss(),
  );
  metrics.gaugeOf(
    'carillon_database_connections',
    'Open database connections.',
    () => pool.totalCount,
  );
  metrics.gaugeOf('carillon_database_idle', 'Database connections at rest.', () => pool.idleCount);
  metrics.gaugeOf(
    'carillon_database_waiting',
    'Requests that wait for a database connection.',
    () => pool.waitingCount,
  );
}
