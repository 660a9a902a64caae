/**
 * Polls every schedule and does what is due. Several engines may: each occurrence is done once.
 * Each client's schedules run in a lane of their own, so that a locked row delays no other client.
 */
import { asClient, asPlatform } from '#db/database.ts';
import { isDatabaseUnreachable, levelOf } from '#db/errors.ts';
import {
  doOccurrence,
  noteSchedule,
  readScheduled,
  type ScheduledCampaign,
  startLate,
  welcomeList,
} from '#db/queries/schedule.ts';
import { dueOccurrence, insideWindow } from '#domain/schedule.ts';
import type { ClientLanes } from '../client-lanes.ts';
import type { EngineDeps } from '../deps.ts';

/**
 * Milliseconds that the clock of a manager's request may be ahead. One that was further ahead was wrong,
 * and must not keep the schedule from stopping the campaign until then.
 */
const clocksApart = 60_000;

export interface Scheduler {
  /** Resolves when every client's lane has begun; the lanes report when they have ended. */
  poll(): Promise<void>;
}

export function createScheduler(
  { db, clock, log, carriers }: EngineDeps,
  lanes: ClientLanes,
): Scheduler {
  /** The last occurrence of each campaign that is known to be done: saves a query. */
  const done = new Map<string, string>();

  async function attend(campaign: ScheduledCampaign): Promise<void> {
    const { clientId, campaignId, schedule } = campaign;
    const now = clock.now();
    const at = new Date(now);
    const text = JSON.stringify(schedule);
    const since = campaign.since?.getTime();
    if (campaign.seen !== text || since === undefined || since > now + clocksApart) {
      await asClient(db, clientId, (tx) => noteSchedule(tx, campaign, text, at));
      return;
    }
    if (campaign.listArrived) {
      const inside = insideWindow(schedule, now, campaign.stopAskedAt?.getTime());
      await asClient(db, clientId, (tx) => welcomeList(tx, campaign, inside));
    }
    if (campaign.startWaits) await attendLateStart(campaign);
    const due = dueOccurrence(schedule, now, since);
    const key = `${clientId}-${campaignId}`;
    if (!due || done.get(key) === occurrenceKey(due)) return;
    const outcome = await asClient(db, clientId, (tx) => doOccurrence(tx, campaign, due, at));
    if (outcome === 'changed') return;
    if (outcome === 'done') {
      log.info({ clientId, campaignId, ...due }, 'started or stopped a campaign on schedule');
    }
    done.set(key, occurrenceKey(due));
  }

  /** Only an engine connected to the carrier retries: elsewhere the start would be refused. */
  async function attendLateStart(campaign: ScheduledCampaign): Promise<void> {
    const { clientId, campaignId, schedule, carrier } = campaign;
    const inside = insideWindow(schedule, clock.now());
    if (inside && !carriers.get(carrier)?.connected()) return;
    if (await asClient(db, clientId, (tx) => startLate(tx, campaign, inside))) {
      log.info(
        { clientId, campaignId },
        'started a campaign late, because its carrier has only now connected',
      );
    }
  }

  async function attendAll(campaigns: readonly ScheduledCampaign[]): Promise<void> {
    for (const campaign of campaigns) {
      await attend(campaign).catch((error) => {
        if (isDatabaseUnreachable(error)) throw error;
        // The next poll retries it; the client's other schedules do not wait for it.
        const { clientId, campaignId } = campaign;
        const line = { err: error, clientId, campaignId };
        log[levelOf(error, 'error')](line, 'could not follow a schedule');
      });
    }
  }

  return {
    async poll() {
      const scheduled = await asPlatform(db, readScheduled);
      for (const [clientId, own] of Map.groupBy(scheduled, (one) => one.clientId)) {
        lanes.begin('schedules', clientId, () => attendAll(own));
      }
    },
  };
}

function occurrenceKey(occurrence: { kind: string; at: number }): string {
  return `${occurrence.kind} ${occurrence.at}`;
}
