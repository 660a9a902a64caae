import { problem } from '#contract/errors.ts';
import { getMetrics, healthLive, healthReady } from '#contract/platform.ts';
import { isPlatformReady } from '#db/queries/health.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';

/** When this process began to answer. */
export const since = new Date().toISOString();

export function registerHealthRoutes(app: Bindings, { db, metrics, clockCheck }: ApiDeps): void {
  route(app, healthLive, () => ({ status: 'ok', since }) as const);

  route(app, healthReady, async () => {
    if (!(await isPlatformReady(db))) {
      throw problem('database_away', 'The database does not answer.', { retryAfter: 5 });
    }
    return { status: 'ok', since, clockOff: clockCheck?.off()?.reason ?? null } as const;
  });

  route(app, getMetrics, ({ reply }) => {
    reply.type('text/plain; version=0.0.4; charset=utf-8');
    return metrics.render();
  });
}
