/**
 * Automatic starts and stops through a whole year, with both changes of the clocks: polled around
 * every minute that matters, by two engines that restart, are away and have their clocks moved. When
 * something is due is worked out with Intl, which the schedule does not use.
 */

import pino from 'pino';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
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

/** The campaigns of one client through the year, with two engines that poll their schedules. */
class Year {
  now = Date.parse('2026-01-01T05:00:00Z');
  /** What was begun, in order. */
  readonly seen: string[] = [];
  readonly #clientId: number;
  readonly #plans: readonly Plan[];
  readonly #random = seededRandom('a year of schedules');
  readonly #engines = [this.#restart(), this.#restart()];

  constructor(clientId: number, plans: readonly Plan[]) {
    this.#clientId = clientId;
    this.#plans = plans;
  }

  /** A minute early nothing is begun; then it is, by an engine that may have been down until later. */
  async reach(due: Due, next: number): Promise<string> {
    this.now = due.at - minute;
    await this.#poll(due);
    // Down at that minute, and back before anything else is due.
    const late = this.#random.chance(0.1)
      ? Math.floor(this.#random.next() * (next - due.at - minute))
      : 0;
    this.now = due.at + Math.max(0, late);
    const expected = lineOf(due, this.now);
    await this.#poll(due);
    return expected;
  }

  /** A manager decides otherwise, sometimes: what was done is not done again. */
  async mayOverrule(due: Due, next: number): Promise<void> {
    if (!this.#random.chance(0.1)) return;
    await this.#setStatus(due.plan, due.kind === 'start' ? stopped : running);
    this.now = Math.min(this.now + minute, next - 1);
    await this.#poll(due);
    await this.#setStatus(due.plan, due.kind === 'start' ? running : stopped);
  }

  /** The clock is put back, sometimes, and runs over the same minutes again. */
  async mayPutBack(due: Due, next: number): Promise<void> {
    if (!this.#random.chance(0.1)) return;
    const after = this.now;
    this.now = after - Math.floor(this.#random.next() * 2 * hour);
    await this.#poll(due);
    this.now = Math.min(after + minute, next - 1);
    await this.#poll(due);
  }

  /** Where the wall shows the time of a start again, an hour later. */
  async comeAgain(due: Due): Promise<void> {
    await this.#setStatus(due.plan, stopped);
    this.now = due.at + hour;
    await this.#poll(due);
    await this.#setStatus(due.plan, running);
  }

  /** Polls, notes what was begun, and lets it come to its end as an engine would. */
  async #poll(due: Due): Promise<void> {
    const which = this.#random.chance(0.5) ? 0 : 1;
    if (this.#random.chance(0.2)) this.#engines[which] = this.#restart();
    await this.#engines[which]?.poll();
    const begun = await asClient(db, this.#clientId, (tx) =>
      tx.rows<{ id: number; status: number }>(
        `SELECT campaign_id AS id, run_status AS status FROM campaign
         WHERE client_id = $1 AND run_status IN ($2, $3)`,
        [this.#clientId, starting, stopping],
      ),
    );
    for (const { id, status } of begun) {
      const plan = this.#plans.find(({ campaignId }) => campaignId === id);
      if (!plan) throw new Error(`no plan for campaign ${id}`);
      const kind = status === starting ? 'start' : 'stop';
      this.seen.push(lineOf({ ...due, plan, kind }, this.now));
      await this.#setStatus(plan, status === starting ? running : stopped);
    }
  }

  #setStatus({ campaignId }: Plan, status: number | undefined): Promise<unknown> {
    return asClient(db, this.#clientId, (tx) =>
      tx.run('UPDATE campaign SET run_status = $3 WHERE client_id = $1 AND campaign_id = $2', [
        this.#clientId,
        campaignId,
        status,
      ]),
    );
  }

  #restart() {
    const lanes = createClientLanes((error) => {
      throw error;
    });
    const scheduler = createScheduler(
      {
        db,
        clock: { now: () => simMs(this.now), speed: 1 },
        log: pino({ level: 'silent' }),
        carriers: new Map(),
      } as Partial<EngineDeps> as EngineDeps,
      lanes,
    );
    return { poll: () => scheduler.poll().then(lanes.ended) };
  }
}

test('through a year with both changes of the clocks, restarts and moved clocks, every start and stop is done once, at its minute', async () => {
  const office = { start: '09:00', stop: '17:30', weekdays: '1111100' };
  // Both changes of the clocks lie between these two: one is skipped, the other comes twice.
  const night = { start: '01:30', stop: '02:30', weekdays: '1111111' };
  const broadcast = await planned(await makeCampaign(db), office);
  const { clientId } = broadcast;
  const atNight = await planned(await makeLinkback(db, { clientId }), night);
  const year = new Year(clientId, [broadcast, atNight]);
  const expected: string[] = [];
  const dues = everythingDue([broadcast, atNight]);
  for (const [index, due] of dues.entries()) {
    const next = dues[index + 1]?.at ?? due.at + hour;
    expected.push(await year.reach(due, next));
    await year.mayOverrule(due, next);
    await year.mayPutBack(due, next);
    // Where 1:30 comes again.
    const isAgain = due.day === '2026-11-01' && due.plan === atNight && due.kind === 'start';
    if (isAgain) await year.comeAgain(due);
  }
  expect(dues).toHaveLength(2 * 261 + 2 * 365);
  expect(year.seen).toEqual(expected);
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
