/**
 * The lists of campaigns, in one read for all campaigns of a client that ask at the same moment: each
 * asks twice a second, and a client may run hundreds.
 */
import { asClient, type Database } from '#db/database.ts';
import type { CampaignKey } from '#db/queries/lease.ts';
import { type CampaignList, readCampaignLists } from '#db/queries/list-rest.ts';
import { turn } from './submission.ts';

export interface ListReads {
  /** The lists of the campaign that are in use or will be. */
  of(campaign: CampaignKey): Promise<readonly CampaignList[]>;
}

type Lists = ReadonlyMap<number, readonly CampaignList[]>;

export function createListReads(db: Database): ListReads {
  /** By client: the read that is about to begin. */
  const next = new Map<number, { campaignIds: number[]; lists: Promise<Lists> }>();

  async function read(clientId: number, campaignIds: readonly number[]): Promise<Lists> {
    // The steps of a tick begin together.
    await turn();
    next.delete(clientId);
    const lists = await asClient(db, clientId, (tx) =>
      readCampaignLists(tx, clientId, campaignIds),
    );
    return Map.groupBy(lists, ({ campaignId }) => campaignId);
  }

  return {
    async of({ clientId, campaignId }) {
      const known = next.get(clientId);
      const campaignIds = known?.campaignIds ?? [];
      campaignIds.push(campaignId);
      const lists = known?.lists ?? read(clientId, campaignIds);
      if (!known) next.set(clientId, { campaignIds, lists });
      return (await lists).get(campaignId) ?? [];
    },
  };
}
