import { healthLive, healthReady } from '#contract/platform.ts';
import { isPlatformReady } from '#db/queries/health.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { problemOf } from '../trouble.ts';

/** When this process started to serve requests. */
export const since = new Date().toISOString();

/** For strangers: up or not. The process's own address (CARILLON_METRICS) shows more. */
export function registerHealthRoutes(app: Bindings, { platformDb, trouble }: ApiDeps): void {
  route(app, healthLive, () => ({ status: 'ok' }) as const);

  route(app, healthReady, async () => {
    const known = trouble?.database();
    if (known && known.kind !== 'unreachable') throw problemOf(known.kind);
    if (!(await isPlatformReady(platformDb))) throw problemOf('unreachable');
    const now = trouble?.database() ?? trouble?.journal();
    if (now) throw problemOf(now.kind);
    return { status: 'ok' } as const;
  });
}
