import type { FastifyInstance } from 'fastify';

/** Real milliseconds for requests in progress when the server closes. */
const patience = 5_000;

/**
 * Lets requests in progress end, then cuts the ones that have not: a silent sender,
 * such as a laptop that fell asleep during its upload, must not keep the process from ending. A
 * cut upload leaves nothing behind, like one whose connection was lost.
 */
export function cutSlowRequestsOnClose(app: FastifyInstance, closePatience = patience): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    timer = setTimeout(() => app.server.closeAllConnections(), closePatience);
  });
  app.addHook('onClose', async () => clearTimeout(timer));
}
