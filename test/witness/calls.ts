import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { callLogName } from '../../src/carriers/simulated/call-log.ts';
import { asPlatform } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { type Campaign, makeCampaign, makeList, readCallLog } from '../engine/world.ts';
import type { Phase, WitnessWorld } from './witness-world.ts';

/** Empty before the first call. */
export function readLog(world: WitnessWorld) {
  return existsSync(join(world.folder('carrier'), callLogName))
    ? readCallLog(world.folder('carrier'))
    : [];
}

/** Numbers that the carrier got more than once. */
export function twice(world: WitnessWorld): string[] {
  const counts = new Map<string, number>();
  for (const { to } of readLog(world)) {
    counts.set(to, (counts.get(to) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > 1).map(([to]) => to);
}

/** Calls that the carrier got. */
export const placed = (world: WitnessWorld) => readLog(world).length;

/** Ticks until the carrier got that many more, however long that takes. */
export async function placeMore(world: WitnessWorld, phase: Phase, calls: number): Promise<void> {
  const enough = placed(world) + calls;
  await phase.runUntil(async () => placed(world) >= enough);
}

/** The earlier engine was killed and its leases have expired, so it counts as gone. */
export async function endLeases({ db }: Pick<Phase, 'db'>): Promise<void> {
  await asPlatform(db, async (tx) => {
    await tx.run("UPDATE campaign_lease SET until = '-infinity'");
    await tx.run("UPDATE engine SET until = '-infinity'");
  });
}

/** A running campaign, with numbers from 212 555 0000 on. */
export async function runningCampaign({ db }: Phase, entries: number): Promise<Campaign> {
  const campaign = await makeCampaign(db, { callsPerMinute: 600 });
  await makeList(db, campaign, { entries, firstPhone: 12_125_550_000 });
  await requestStart(db, campaign.clientId, campaign.campaignId);
  return campaign;
}
