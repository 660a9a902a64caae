import { runStatus } from '../../src/contract/campaign.ts';
import type { StoredReason } from '../../src/contract/reason.ts';
import { asClient, type Database } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { type Campaign, makeCampaign, makeList } from '../engine/world.ts';
import { until } from '../harness/until.ts';
import { allRecorded } from './world.ts';

interface Ground {
  db: Database;
  clientId: number;
  /** A voice message. */
  message: number;
}

/** Campaigns of one client over a trunk; `ground` is called whenever it is needed. */
export function sippCampaigns(ground: () => Ground) {
  async function broadcast(called: readonly string[]): Promise<Campaign> {
    const { db, clientId, message } = ground();
    const messages = { customerMessage: message, machineMessage: message };
    const campaign = await makeCampaign(db, { clientId, ...messages, callsPerMinute: 1_200 });
    await call(campaign, called);
    return campaign;
  }

  /** Retries: Asterisk may have checked the trunk while it was being replaced. */
  async function call(campaign: Campaign, called: readonly string[]): Promise<void> {
    const { db } = ground();
    for (const number of called) {
      await makeList(db, campaign, { entries: 1, firstPhone: Number(number) });
    }
    await until(async () => {
      const asked = requestStart(db, campaign.clientId, campaign.campaignId);
      return (await asked.catch(() => undefined)) ? true : undefined;
    });
  }

  async function stateOf({ campaignId }: Campaign) {
    const { db, clientId } = ground();
    const row = await asClient(db, clientId, (tx) =>
      tx.row<{ status: number; reason: StoredReason | null }>(
        'SELECT run_status AS status, reason FROM campaign WHERE campaign_id = $1',
        [campaignId],
      ),
    );
    if (!row) throw new Error('There is no campaign.');
    return row;
  }

  const stopped = (campaign: Campaign) =>
    until(async () => {
      const state = await stateOf(campaign);
      return state.status === runStatus.stopped ? state : undefined;
    }, 60);

  /** The result of one call to each. */
  async function resultsOf(called: readonly string[]) {
    const records = await allRecorded(ground().db, await broadcast(called), called.length);
    return called.map((number) => {
      const { result, duration, note } = records.get(number) ?? {};
      return { result, duration, note };
    });
  }

  return { broadcast, call, stateOf, stopped, resultsOf };
}
