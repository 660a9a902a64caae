/** Notes who sends X-Forwarded-For without being named as a proxy, for `carillon doctor`. */
import type { FastifyInstance } from 'fastify';
import { noteUnnamedProxy } from '#db/queries/unnamed-proxy.ts';
import { unnamedProxies } from '../client-address.ts';
import type { ApiDeps } from '../deps.ts';

/** Real milliseconds after which the same address is stored again. */
const again = 3_600_000;
/** Anybody can send the header: a process remembers only so many, and then none that is new. */
const mostRemembered = 20;

export function noteUnnamedProxies(app: FastifyInstance, deps: ApiDeps): void {
  const { platformDb, trustedProxies, log } = deps;
  const unnamedOf = unnamedProxies(trustedProxies);
  const noted = new Map<string, number>();
  app.addHook('onRequest', async ({ raw }) => {
    const address = unnamedOf(raw);
    if (address === undefined) return;
    const now = performance.now();
    const before = noted.get(address);
    if (before === undefined ? noted.size >= mostRemembered : now - before < again) return;
    noted.set(address, now);
    log.warn({ address }, 'X-Forwarded-For comes from a proxy that is not named');
    // Beside the request, which does not wait for it.
    noteUnnamedProxy(platformDb, address).catch((error) => {
      noted.delete(address);
      log.warn({ reason: String(error) }, 'could not note an unnamed proxy');
    });
  });
}
