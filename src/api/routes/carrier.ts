import { readCarriers } from '#contract/carrier.ts';
import { asClientSnapshot } from '#db/database.ts';
import { readClientCarriers } from '#db/queries/carrier-state.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import type { SharedResponses } from '../shared-responses.ts';

/** Every screen that can start a campaign polls it: computed once for all of a client's. */
export function registerCarrierRoutes(
  app: Bindings,
  { db }: ApiDeps,
  shared: SharedResponses,
): void {
  route(app, readCarriers, async ({ session: { clientId } }) => {
    const work = () => asClientSnapshot(db, clientId, (tx) => readClientCarriers(tx, clientId));
    return found(await shared.share(clientId, 'carriers', work), 'client');
  });
}
