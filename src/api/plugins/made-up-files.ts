import type { FastifyInstance } from 'fastify';
import { madeUpName } from '#contract/made-up.ts';

/** Every file that the made-up client downloads says so in its name, whichever operation sends it. */
export function nameMadeUpFiles(app: FastifyInstance): void {
  app.addHook('onSend', async ({ session }, reply) => {
    const disposition = reply.getHeader('content-disposition');
    if (!session?.madeUp || typeof disposition !== 'string') return;
    const named = disposition
      .replace(/filename="([^"]*)"/, (_, name: string) => `filename="${madeUpName(name)}"`)
      .replace(
        /filename\*=UTF-8''(\S+)/,
        (_, name: string) => `filename*=UTF-8''${encodeURIComponent(madeUpName(''))}${name}`,
      );
    reply.header('content-disposition', named);
  });
}
