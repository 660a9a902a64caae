/**
 * A client under the law's 2 seconds: agents of its adaptive Linkbacks are called ahead and wait (decision 098), those
 * of a fixed ratio are called first while its abandonment is guarded (decision 085).
 */
import { asClient, asPlatform, type Database } from '../../src/db/database.ts';
import { setAbandonmentRule } from '../../src/db/queries/abandonment.ts';
import { ensureCallRecordMonth } from '../../src/db/queries/call-record-month.ts';
import type { Random } from '../../src/domain/random.ts';
import { callsOfBefore, historyList, personsOfBefore } from '../engine/adaptive-world.ts';
import type { History } from '../engine/recount.ts';
import { buildTown, type Household, pick, type TownWish } from './town.ts';

/** A public that asks for agents often enough in a few minutes. */
export const askingPublic = {
  ...{ person: 0.45, machine: 0.2, pressesOne: 0.4, hangsUpEarly: 0.2, agentLeavesEarly: 0.1 },
  talk: [10_000, 60_000] as const,
};

export const guardedAgents = (random: Random) => ({
  count: random.between(3, 9),
  ratio: random.between(5, 30) / 10,
});

/** @param now simulated */
export async function addGuardedHousehold(
  db: Database,
  random: Random,
  town: Household[],
  { now, ...wish }: TownWish & { now: number },
): Promise<void> {
  const kinds = ['linkback'] as const;
  const made = await buildTown(db, random, { ...wish, clients: 1, kinds });
  for (const home of made) {
    await asPlatform(db, (tx) =>
      setAbandonmentRule(tx, home.clientId, { waitSeconds: 2, hangUps: random.chance(0.3) }),
    );
    for (const [n, campaign] of home.campaigns.entries()) {
      const isAdaptive = n === 0 || random.chance(0.5);
      const { count, ratio } = guardedAgents(random);
      const number = `12125550${101 + n}`;
      await asClient(db, home.clientId, (tx) =>
        tx.run(
          `UPDATE campaign SET pacing = $3, agent_count = $4, call_ratio = $5, linkback_number = $6
           WHERE client_id = $1 AND campaign_id = $2`,
          [
            home.clientId,
            campaign.campaignId,
            isAdaptive ? 'adaptive' : 'ratio',
            count,
            ratio,
            number,
          ],
        ),
      );
      campaign.guarded = number;
      await asPlatform(db, (tx) => ensureCallRecordMonth(tx, new Date(now - dayMs)));
      // Of some it is the first day: they begin carefully.
      if (random.chance(0.3)) continue;
      const persons = pick(random, [200, 1_000, 3_000]);
      const abandoned = random.between(0, persons / 100);
      await personsOfBefore(db, campaign, { persons, abandoned, daysAgo: daysBefore, at: now });
      await callsOfBefore(db, campaign, { at: now });
    }
    town.push(home);
  }
}

const dayMs = 86_400_000;
const daysBefore = 2;

/** What the books of a guarded client had before the run. */
export const historyAt = (now: number): History => ({
  callListId: historyList,
  until: new Date(now - (daysBefore - 1) * dayMs),
});
