import { problem } from '#contract/errors.ts';
import { getMetrics, healthLive, healthReady } from '#contract/platform.ts';
import { isPlatformReady } from '#db/queries/health.ts';
import { zoneData } from '#domain/zone-rules/zone-data.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';

/** When this process began to answer. */
export const since = new Date().toISOString();

export function registerHealthRoutes(
  app: Bindings,
  { platformDb, metrics, clockCheck }: ApiDeps,
): void {
  route(app, healthLive, () => ({ status: 'ok', since }) as const);

  route(app, healthReady, async () => {
    if (!(await isPlatformReady(platformDb))) {
      throw problem('database_away', 'The database does not answer.', { retryAfter: 5 });
    }
    const clockOff = clockCheck?.off()?.reason ?? null;
    // The data's age is one of real days, whatever a simulation's clock shows.
    return { status: 'ok', since, clockOff, timeZones: zoneData(Date.now()) } as const;
  });

  route(app, getMetrics, ({ reply }) => {
    reply.type('text/plain; version=0.0.4; charset=utf-8');
    return metrics.render();
  });
}
