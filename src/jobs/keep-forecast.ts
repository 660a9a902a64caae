/** Keeps the forecast of a campaign that has just begun to run, to be compared with its end. */
import { asClient, asClientSnapshot } from '#db/database.ts';
import type { Jobs } from '#db/job-queue.ts';
import { readForecastFacts } from '#db/queries/forecast-facts.ts';
import { keepForecast, readRunMarks } from '#db/queries/kept-forecast.ts';
import { forecastInThread } from '#forecasting/thread.ts';
import type { TaskContext } from './deps.ts';

/** A run that ended or was stopped before its turn came is not forecast. */
export async function keepRunForecast(
  { db }: Pick<TaskContext, 'db'>,
  { clientId, campaignId, at }: Jobs['keep-forecast'],
): Promise<void> {
  const read = await asClientSnapshot(db, clientId, async (tx) => {
    const marks = await readRunMarks(tx, { clientId, campaignId });
    if (!marks?.running) return undefined;
    const facts = await readForecastFacts(tx, clientId, campaignId, new Date(at));
    return facts && { marks, facts };
  });
  if (!read) return;
  const { marks, facts } = read;
  const forecast = await forecastInThread({ facts, changes: {} });
  await asClient(db, clientId, (tx) => keepForecast(tx, { clientId, campaignId }, marks, forecast));
}
