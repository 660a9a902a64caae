/** Campaigns of one client that want the same numbers, and how often each number was tried. */
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeTexting } from './text-world.ts';
import { type Campaign, makeCampaign, makeList, makeTestClient } from './world.ts';

interface Tried {
  phone: string;
  text: boolean;
  at: number;
}

/** How many numbers were tried how often. */
export function timesOf(attempts: readonly { phone: string }[]): Record<number, number> {
  const times = new Map<string, number>();
  for (const { phone } of attempts) times.set(phone, (times.get(phone) ?? 0) + 1);
  const counts: Record<number, number> = {};
  for (const count of times.values()) counts[count] = (counts[count] ?? 0) + 1;
  return counts;
}

export async function contactCapWorld() {
  const db = await freshDatabase();

  let firstPhone = 12_123_000_000;

  /** A client with campaigns that want the same numbers, each from a list of its own; all started. */
  async function wanting(entries: number, kinds: readonly ('calls' | 'texts')[]) {
    const clientId = await makeTestClient(db);
    firstPhone += 1_000;
    const campaigns: Campaign[] = [];
    for (const kind of kinds) {
      const campaign =
        kind === 'calls'
          ? await makeCampaign(db, { clientId, callsPerMinute: 1_200 })
          : await makeTexting(db, { clientId, textPerMinute: 1_200 });
      await makeList(db, campaign, { entries, firstPhone });
      campaigns.push(campaign);
    }
    const start = async (some = campaigns) => {
      for (const { campaignId } of some) await requestStart(db, clientId, campaignId);
    };
    return { clientId, campaigns, start, firstPhone };
  }

  function attemptsOf(clientId: number): Promise<Tried[]> {
    return asClient(db, clientId, (tx) =>
      tx.rows<Tried>(
        `SELECT a.phone, c.campaign_type = 3 AS text,
           (extract(epoch FROM a.attempted_at) * 1000)::float8 AS at
         FROM attempt a JOIN campaign c USING (client_id, campaign_id)
         WHERE a.client_id = $1 ORDER BY a.attempted_at`,
        [clientId],
      ),
    );
  }

  const waitingOf = (clientId: number) =>
    asClient(db, clientId, (tx) =>
      tx.rows<{ phone: string; reason: string; due: number }>(
        `SELECT phone, reason, (extract(epoch FROM due_at) * 1000)::float8 AS due
         FROM list_entry WHERE client_id = $1 AND state = 0
           AND call_list_id IN (SELECT call_list_id FROM call_list WHERE client_id = $1)`,
        [clientId],
      ),
    );

  return { db, wanting, attemptsOf, waitingOf };
}
