import { watchCampaign, watchCampaigns } from '#contract/live-monitoring.ts';
import { asClientSnapshot } from '#db/database.ts';
import { watchedCampaign, watchedCampaigns } from '#db/queries/live-monitoring.ts';
import { startOfEasternDay } from '#domain/wall-time.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import type { SharedResponses } from '../shared-responses.ts';
import { withTrouble } from '../trouble.ts';

/**
 * Every open screen polls it every second, so it is computed once for all of a client's. Each
 * response is of one instant, so that the figures of a campaign and of its lists agree.
 */
export function registerLiveMonitoringRoutes(
  app: Bindings,
  { db, now, trouble }: ApiDeps,
  shared: SharedResponses,
): void {
  route(app, watchCampaigns, ({ session: { clientId } }) =>
    shared.share(clientId, 'campaigns', async () => {
      const all = await asClientSnapshot(db, clientId, (tx) =>
        watchedCampaigns(tx, clientId, now()),
      );
      return all.map((one) => withTrouble(one, { trouble }));
    }),
  );

  route(app, watchCampaign, async ({ session: { clientId }, params: { id } }) => {
    const response = await shared.share(clientId, `campaign ${id}`, () =>
      asClientSnapshot(db, clientId, (tx) =>
        watchedCampaign(tx, clientId, id, startOfEasternDay(now())),
      ),
    );
    return found(response, 'campaign');
  });
}
