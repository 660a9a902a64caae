/** Campaigns with their lists, for the benches of the engine. */
import type { Database } from '../src/db/database.ts';
import { requestStart } from '../src/db/queries/campaign-run.ts';
import { type Campaign, makeCampaign, makeList, makeTestClient } from '../test/engine/world.ts';

export interface CampaignsWish {
  count: number;
  /** Of the list of each. */
  entries: number;
  callsPerMinute: number;
  /** Who has them all; a new client when absent. */
  clientId?: number;
  /** Campaigns of one client, a new one after this number; all are one client's when absent. */
  ofClient?: number;
  /** First phone of the first list; each list goes on where the last one ended. One for all when absent. */
  firstPhone?: number;
  /** Whether the list of the nth, from 0, has a partition of its own, as that of a large file. */
  large?: (n: number) => boolean;
  /** How one is made; a voice campaign when absent. */
  make?: (clientId: number) => Promise<Campaign>;
}

/** Ready to be started. */
export async function makeCampaigns(db: Database, wish: CampaignsWish): Promise<Campaign[]> {
  const { count, entries, callsPerMinute, ofClient = count, firstPhone } = wish;
  const { large = () => false } = wish;
  const { make = (clientId: number) => makeCampaign(db, { clientId, callsPerMinute }) } = wish;
  const made: Campaign[] = [];
  let { clientId } = wish;
  for (let n = 0; n < count; n += 1) {
    if (clientId === undefined || (n > 0 && n % ofClient === 0))
      clientId = await makeTestClient(db);
    const campaign = await make(clientId);
    const phones = firstPhone === undefined ? {} : { firstPhone: firstPhone + n * entries };
    await makeList(db, campaign, { entries, ...phones, large: large(n) });
    made.push(campaign);
  }
  return made;
}

export async function startCampaigns(db: Database, campaigns: readonly Campaign[]): Promise<void> {
  for (const { clientId, campaignId } of campaigns) await requestStart(db, clientId, campaignId);
}
