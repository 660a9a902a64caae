/** What Live Monitoring shows of a Linkback's abandoned calls. */
import type { OperationResponse } from '#contract/http.ts';
import type { watchCampaign } from '#contract/live-monitoring.ts';
import { callsAhead } from '#domain/governor/abandoned-call.ts';
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
  const ahead = callsAhead(counted) && (await sharesWaiting(tx, clientId, campaignId));
  const dates = { since: dateOfDay(since), mayLoseSince: dateOfDay(mayLoseSince) };
  return { abandonment: { ...standing, ...dates, ahead, waitSeconds, days } };
}

/** It is adaptive, and no engine's carrier is divided into nodes: those connect no agent of another one. */
async function sharesWaiting(tx: Tx, clientId: number, campaignId: number): Promise<boolean> {
  const row = await tx.row<{ shares: boolean }>(
    `SELECT c.pacing = 'adaptive' AND NOT EXISTS (
       SELECT FROM client k JOIN carrier r ON r.name = k.voice_carrier AND r.removed_at IS NULL
       JOIN carrier_state s ON s.carrier_id = r.carrier_id
       WHERE k.client_id = $1 AND (s.detail->>'nodes')::int > 1) AS shares
     FROM campaign c WHERE c.client_id = $1 AND c.campaign_id = $2`,
    [clientId, campaignId],
  );
  return row?.shares ?? false;
}
