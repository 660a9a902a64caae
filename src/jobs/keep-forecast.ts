/** Keeps the forecast of a campaign that has just begun to run, to be compared with its end. */
import { asClient, asClientSnapshot, asPlatform } from '#db/database.ts';
import type { Jobs } from '#db/job-queue.ts';
import { readCarrierSharing } from '#db/queries/carrier-sharing.ts';
import { readForecastFacts } from '#db/queries/forecast-facts.ts';
import { keepForecast, platformInstant, readRunMarks } from '#db/queries/kept-forecast.ts';
import { forecastInThread } from '#forecasting/thread.ts';
import type { TaskContext } from './deps.ts';

/**
 * A run that ended or was stopped before its turn came is not forecast. What is forecast is what is
 * left at this instant, not at the begin: the calls between the two are made already.
 *
 * @param now absent: by the platform's clock
 */
export async function keepRunForecast(
  { db, now }: Pick<TaskContext, 'db'> & { now?: Date },
  { clientId, campaignId, at: started }: Jobs['keep-forecast'],
): Promise<void> {
  const run = { clientId, campaignId, started };
  const read = await asClientSnapshot(db, clientId, async (tx) => {
    const marks = await readRunMarks(tx, run);
    if (!marks) return undefined;
    const at = now ?? (await platformInstant(tx));
    const facts = await readForecastFacts(tx, clientId, campaignId, at);
    return facts && { marks, facts };
  });
  if (!read) return;
  const { marks } = read;
  const carrier = await asPlatform(db, (tx) => readCarrierSharing(tx, { clientId, campaignId }));
  const facts = { ...read.facts, carrier };
  const forecast = await forecastInThread({ facts, changes: {} }, null);
  // Nobody is left to be called: there is nothing to be right or wrong about.
  if (forecast.reachable === 0) return;
  await asClient(db, clientId, (tx) => keepForecast(tx, run, marks, forecast));
}
