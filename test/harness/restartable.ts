import { afterAll } from 'vitest';
import { buildApp } from '../../src/api/app.ts';
import type { ApiDeps } from '../../src/api/deps.ts';
import { createMetrics } from '../../src/domain/metrics.ts';

/** A server that goes away and comes back at the same address, as in an update of the platform. */
export interface RestartableServer {
  url: string;
  /** No connection is taken any more, and those that are open are cut. */
  stop(): Promise<void>;
  /** Stops in order, as the program does. */
  close(): Promise<void>;
  start(): Promise<void>;
}

/** A second server with what a test's first one has. Closed after the last test. */
export async function restartableServer(deps: ApiDeps): Promise<RestartableServer> {
  const build = () => buildApp({ ...deps, metrics: createMetrics() });
  let app = await build();
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const port = Number(new URL(url).port);
  const stop = async () => {
    app.server.closeAllConnections();
    await app.close();
  };
  afterAll(stop);
  return {
    url,
    stop,
    close: () => app.close(),
    async start() {
      app = await build();
      await app.listen({ host: '127.0.0.1', port });
    },
  };
}
