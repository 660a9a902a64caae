/** What Live Monitoring shows of a Linkback's abandoned calls. */
import type { OperationResponse } from '#contract/http.ts';
import type { watchCampaign } from '#contract/live-monitoring.ts';
import { abandonmentStanding, rollingStart } from '#domain/governor/abandonment.ts';
import { dateOfDay, dayOf, readingOf } from '#domain/governor/abandonment-days.ts';
import { endOfEasternDay } from '#domain/wall-time.ts';
import type { Tx } from '../database.ts';
import { readAbandonment } from './abandonment.ts';

export type WatchedAbandonment = NonNullable<
  OperationResponse<typeof watchCampaign>['abandonment']
>;

/** Nothing while the client's abandonment is not guarded. `dayStart` is that of the Eastern day. */
export async function watchedAbandonment(
  tx: Tx,
  clientId: number,
  campaignId: number,
  dayStart: Date,
): Promise<{ abandonment?: WatchedAbandonment }> {
  const counted = await readAbandonment(tx, clientId, campaignId);
  if (!counted) return {};
  const reading = readingOf(counted, dayOf(dayStart));
  const { since, mayLoseSince, ...standing } = abandonmentStanding(reading);
  const days = reading.days
    .filter(({ day }) => day >= rollingStart(reading))
    .map(({ day, ...count }) => {
      const from = new Date(endOfEasternDay(dateOfDay(day - 1))).toISOString();
      const to = new Date(endOfEasternDay(dateOfDay(day)) - 1).toISOString();
      return { day: dateOfDay(day), ...count, from, to };
    });
  const { waitSeconds } = counted;
  const dates = { since: dateOfDay(since), mayLoseSince: dateOfDay(mayLoseSince) };
  return { abandonment: { ...standing, ...dates, waitSeconds, days } };
}
