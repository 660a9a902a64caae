/** The lines of the card "Try this", each with an example or what must be done before there is one. */
import type { Tour, TourFirst } from '#contract/tour.ts';
import type { Tx } from '#db/database.ts';
import * as tours from '#db/queries/tour.ts';

/** @param refusal why the manager cannot kill the engine */
export async function tourOf(
  tx: Tx,
  manager: tours.ManagerKey,
  refusal: string | null,
): Promise<Tour> {
  const { clientId } = manager;
  const steps = await tours.notedSteps(tx, manager);
  const progress = await tours.readProgress(tx, clientId);
  const phone = await tours.waitingNumber(tx, clientId);
  const call = await tours.recentCall(tx, clientId);
  const campaign = await tours.campaignToForecast(tx, clientId);
  const person = await tours.textedPerson(tx, clientId);
  const line = (step: tours.NotedStep, isThere: boolean, first: TourFirst) => ({
    done: steps.has(step),
    first: isThere ? null : first,
  });
  return {
    putAway: steps.has('away'),
    why: { ...line('why', phone !== null, before(progress, 'upload')), phone },
    story: {
      ...line('story', call !== undefined, before(progress, 'start')),
      ...{ recordId: call?.recordId ?? null, name: call?.name ?? '', phone: call?.phone ?? null },
    },
    forecast: {
      ...line('forecast', campaign !== undefined, before(progress, 'upload')),
      ...{ campaignId: campaign?.campaignId ?? null, campaignName: campaign?.name ?? '' },
    },
    stop: {
      ...line('stop', person !== undefined, 'text'),
      ...{ phone: person?.phone ?? null, name: person?.name ?? '' },
    },
    kill: { ...line('kill', progress.records, before(progress, 'start')), refusal },
  };
}

/** The first thing that is missing, `last` when nothing before it is. */
function before({ campaigns, lists }: tours.Progress, last: 'upload' | 'start'): TourFirst {
  if (!campaigns) return 'campaign';
  return lists ? last : 'upload';
}
