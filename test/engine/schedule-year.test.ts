/**
 * Automatic starts and stops through a whole year, with both changes of the clocks: polled around
 * every minute that matters, by two engines that restart, are away and have their clocks moved. When
 * something is due is worked out with Intl, which the schedule does not use.
 */
import pino from 'pino';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { createClientLanes } from '../../src/engine/client-lanes.ts';
import type { EngineDeps } from '../../src/engine/deps.ts';
import { createScheduler } from '../../src/engine/schedule/scheduler.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeLinkback } from './linkback-world.ts';
import { type Campaign, makeCampaign, makeList } from './world.ts';

const db = await freshDatabase();
const minute = 60_000;
const hour = 60 * minute;
const [stopped, starting, running, stopping] = [1, 2, 3, 4];

interface Plan extends Campaign {
  start: string;
  stop: string;
  weekdays: string;
}

interface Due {
  plan: Plan;
  kind: 'start' | 'stop';
  day: string;
  at: number;
}

async function planned(campaign: Campaign, plan: Omit<Plan, keyof Campaign>): Promise<Plan> {
  await makeList(db, campaign, { entries: 3 });
  await asClient(db, campaign.clientId, (tx) =>
    tx.run(
      `UPDATE campaign SET start_automatically = true, stop_automatically = true, start_time = $3,
         stop_time = $4, start_weekdays = $5, stop_weekdays = $5
       WHERE client_id = $1 AND campaign_id = $2`,
      [campaign.clientId, campaign.campaignId, plan.start, plan.stop, plan.weekdays],
    ),
  );
  return { ...campaign, ...plan };
}

const wall = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** The first instant of a wall time; where the day skips it, the later one: 2:30 is 3:30 then. */
function easternInstant(day: string, time: string): number {
  const [daylight, standard] = ['-04:00', '-05:00'].map((zone) =>
    Date.parse(`${day}T${time}${zone}`),
  );
  const fits = [daylight, standard].find((at) => wall.format(at) === `${day} ${time}`);
  return fits ?? Number(standard);
}

function everythingDue(plans: readonly Plan[]): Due[] {
  const found: Due[] = [];
  for (let noon = Date.UTC(2026, 0, 1, 12); noon < Date.UTC(2027, 0, 1); noon += 24 * hour) {
    const day = new Date(noon).toISOString().slice(0, 10);
    const weekday = (new Date(noon).getUTCDay() + 6) % 7;
    for (const plan of plans) {
      if (plan.weekdays[weekday] !== '1') continue;
      found.push({ plan, kind: 'start', day, at: easternInstant(day, plan.start) });
      found.push({ plan, kind: 'stop', day, at: easternInstant(day, plan.stop) });
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

const lineOf = ({ plan, kind, day }: Due, at: number) =>
  `${plan.campaignId} ${kind} of ${day} at ${new Date(at).toISOString()}`;

test('through a year with both changes of the clocks, restarts and moved clocks, every start and stop is done once, at its minute', async () => {
  const office = { start: '09:00', stop: '17:30', weekdays: '1111100' };
  // Both changes of the clocks lie between these two: one is skipped, the other comes twice.
  const night = { start: '01:30', stop: '02:30', weekdays: '1111111' };
  const broadcast = await planned(await makeCampaign(db), office);
  const { clientId } = broadcast;
  const atNight = await planned(await makeLinkback(db, { clientId }), night);
  const plans = [broadcast, atNight];
  const random = seededRandom('a year of schedules');
  let now = Date.parse('2026-01-01T05:00:00Z');
  const make = () => {
    const lanes = createClientLanes((error) => {
      throw error;
    });
    const scheduler = createScheduler(
      {
        db,
        clock: { now: () => now, speed: 1 },
        log: pino({ level: 'silent' }),
        carriers: new Map(),
      } as Partial<EngineDeps> as EngineDeps,
      lanes,
    );
    return { poll: () => scheduler.poll().then(lanes.ended) };
  };
  const engines = [make(), make()];
  const seen: string[] = [];
  const expected: string[] = [];

  const setStatus = ({ campaignId }: Plan, status: number | undefined) =>
    asClient(db, clientId, (tx) =>
      tx.run('UPDATE campaign SET run_status = $3 WHERE client_id = $1 AND campaign_id = $2', [
        clientId,
        campaignId,
        status,
      ]),
    );
  /** Looks, notes what was begun, and lets it come to its end as an engine would. */
  async function poll(due: Due): Promise<void> {
    const which = random.chance(0.5) ? 0 : 1;
    if (random.chance(0.2)) engines[which] = make();
    await engines[which]?.poll();
    const begun = await asClient(db, clientId, (tx) =>
      tx.rows<{ id: number; status: number }>(
        `SELECT campaign_id AS id, run_status AS status FROM campaign
         WHERE client_id = $1 AND run_status IN ($2, $3)`,
        [clientId, starting, stopping],
      ),
    );
    for (const { id, status } of begun) {
      const plan = id === broadcast.campaignId ? broadcast : atNight;
      const kind = status === starting ? 'start' : 'stop';
      seen.push(lineOf({ ...due, plan, kind }, now));
      await setStatus(plan, status === starting ? running : stopped);
    }
  }

  const dues = everythingDue(plans);
  for (const [index, due] of dues.entries()) {
    const next = dues[index + 1]?.at ?? due.at + hour;
    now = due.at - minute;
    await poll(due);
    // Down at that minute, and back before anything else is due.
    const late = random.chance(0.1) ? Math.floor(random.next() * (next - due.at - minute)) : 0;
    now = due.at + Math.max(0, late);
    expected.push(lineOf(due, now));
    await poll(due);
    // A manager decides otherwise, sometimes: what was done is not done again.
    if (random.chance(0.1)) {
      await setStatus(due.plan, due.kind === 'start' ? stopped : running);
      now = Math.min(now + minute, next - 1);
      await poll(due);
      await setStatus(due.plan, due.kind === 'start' ? running : stopped);
    }
    // The clock is put back, and runs over the same minutes again.
    if (random.chance(0.1)) {
      const after = now;
      now = after - Math.floor(random.next() * 2 * hour);
      await poll(due);
      now = Math.min(after + minute, next - 1);
      await poll(due);
    }
    // Where 1:30 comes again.
    if (due.day === '2026-11-01' && due.plan === atNight && due.kind === 'start') {
      await setStatus(due.plan, stopped);
      now = due.at + hour;
      await poll(due);
      await setStatus(due.plan, running);
    }
  }
  expect(dues).toHaveLength(2 * 261 + 2 * 365);
  expect(seen).toEqual(expected);
  const rows = await asClient(db, clientId, (tx) =>
    tx.rows<{ done: string }>(
      `SELECT campaign_id || ' ' || kind || ' ' || eastern_date AS done FROM schedule_run
       WHERE client_id = $1`,
      [clientId],
    ),
  );
  const wanted = dues.map(({ plan, kind, day }) => `${plan.campaignId} ${kind} ${day}`);
  expect(rows.map(({ done }) => done).sort()).toEqual(wanted.sort());
}, 300_000);
