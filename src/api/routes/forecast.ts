import { forecastCampaign, listKeptForecasts } from '#contract/forecast.ts';
import { asClient, asClientSnapshot, asPlatform } from '#db/database.ts';
import { reasonAgainstStart } from '#db/queries/campaign-run.ts';
import { readCarrierSharing } from '#db/queries/carrier-sharing.ts';
import { listsStanding, readForecastFacts } from '#db/queries/forecast-facts.ts';
import { keptForecasts } from '#db/queries/kept-forecast.ts';
import { startsByItself } from '#domain/forecast/prepare.ts';
import { forecastInThread } from '#forecasting/thread.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import { goneSignal } from '../gone.ts';
import type { SharedResponses } from '../shared-responses.ts';

/** Milliseconds for which numbers and history are kept: a slider that is dragged asks several times a second. */
const factsAge = 10_000;
/** The same for what is missing for a start, which somebody mends beside the forecast. */
const refusalAge = 1_000;

export function registerForecastRoutes(
  app: Bindings,
  { db, platformDb, now }: ApiDeps,
  shared: SharedResponses,
): void {
  route(app, forecastCampaign, async ({ session, params: { id }, body, reply }) => {
    const { clientId, managerId } = session;
    const read = async () => {
      const facts = await asClientSnapshot(db, clientId, (tx) =>
        readForecastFacts(tx, clientId, id, now()),
      );
      const carrier = await asPlatform(platformDb, (tx) =>
        readCarrierSharing(tx, { clientId, campaignId: id }),
      );
      return facts && { ...facts, carrier };
    };
    const lists = await asClient(db, clientId, (tx) => listsStanding(tx, clientId, id));
    const shareable = await shared.share(clientId, `forecast ${id} ${lists}`, read, () => factsAge);
    const facts = found(shareable, 'campaign');
    const starter = startsByItself(facts, body) ? 'schedule' : { managerId };
    const refusal = await shared.share(
      clientId,
      `start ${id} ${starter === 'schedule' ? '' : managerId}`,
      () => asClient(db, clientId, (tx) => reasonAgainstStart(tx, clientId, id, starter)),
      () => refusalAge,
    );
    return await forecastInThread(
      { facts: { ...facts, refusal: refusal ?? null }, changes: body },
      { clientId, question: `${managerId} ${id}` },
      goneSignal(reply),
    );
  });

  route(app, listKeptForecasts, async ({ session: { clientId }, query: { campaignId } }) => {
    const kept = await asClient(db, clientId, (tx) =>
      keptForecasts(tx, clientId, campaignId ?? null),
    );
    return found(kept, 'campaign');
  });
}
