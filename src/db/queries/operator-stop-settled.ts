/**
 * The other half of a stop: it is confirmed only when nothing that was taken before it can still be
 * submitted. To be called after the stop's transaction has committed.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { realMs } from '#domain/milliseconds.ts';
import type { StopReach } from '#domain/operator-stop-words.ts';
import { asPlatform, type Database, type Tx } from '../database.ts';
import { stands } from '../lease-states.ts';
import { carrierOfCampaign, passThoseBeside } from './operator-stop.ts';

/** Between two reads. */
const pollEvery = realMs(50);

/** An auto-reply that was taken is submitted within this time, or never will be. */
const longestSubmission = realMs(12_500);

/** What may still be about to be submitted, each with a state that changes once that is settled. */
type Unsettled = ReadonlyMap<string, string>;

/**
 * Waits until nothing that was taken before the stop can still be submitted. Usually 2 seconds: an
 * engine reports it with its leases. At most the carrier's timeout (10 seconds) plus that time, or
 * a dead engine's lease (8 seconds).
 *
 * 1. Claims lock their lease and then ask for stops (`openLists`). So one that saw none had its
 *    lock before the stop was committed. `submissions_settled` grows when the engine, with the lease locked
 *    against claims, has no submission in progress (`renewLeases`). If it grows after the first
 *    read here, the lease was locked after such claims had ended, or it blocked waiting ones until
 *    they could see the stop. A lease that ran out or changed its owner means that nothing more is
 *    submitted under it.
 * 2. Auto-replies and recording calls are taken under a shared lock and read the stops after it;
 *    transactions that held it before the stop are waited for. Their rows change when they were
 *    submitted. Auto-replies of a dead engine are never submitted, which is certain after
 *    `longestSubmission`.
 *
 * @param patienceMs real milliseconds
 * @returns the kinds that are not settled by then: none, or some of `campaigns`, `replies` and
 *   `recordings`
 */
export async function settleStop(
  db: Database,
  reach: StopReach,
  clientId: number | null,
  patienceMs = 60_000,
): Promise<string[]> {
  const end = performance.now() + patienceMs;
  await asPlatform(db, passThoseBeside);
  const began = performance.now();
  const read = () => asPlatform(db, (tx) => unsettled(tx, reach, clientId));
  for (let left = await read(); left.size > 0; ) {
    if (performance.now() > end) {
      return [...new Set([...left.keys()].map((name) => name.split(' ')[0] ?? ''))];
    }
    await sleep(pollEvery);
    const now = await read();
    const isOver = performance.now() - began > longestSubmission;
    left = new Map(
      [...left].filter(([name, before]) => now.get(name) === before && !(isOver && isReply(name))),
    );
  }
  return [];
}

/** Names begin with their kind: "replies 1 7". */
const isReply = (name: string) => name.split(' ')[0] === 'replies';

async function unsettled(tx: Tx, reach: StopReach, clientId: number | null): Promise<Unsettled> {
  const values = [clientId, reach.scope === 'carrier' ? reach.carrier : null];
  const meant = (carrier: string) =>
    `($1::int IS NULL OR k.client_id = $1) AND ($2::text IS NULL OR ${carrier} = $2)`;
  const rows = await tx.rows<{ name: string; state: string }>(
    `SELECT concat_ws(' ', 'campaigns', l.client_id, l.campaign_id) AS name,
       concat_ws(' ', l.fence, l.submissions_settled) AS state
     FROM campaign_lease l
     JOIN campaign c ON c.client_id = l.client_id AND c.campaign_id = l.campaign_id
     JOIN client k ON k.client_id = l.client_id
     WHERE ${stands('l')} AND ${meant(carrierOfCampaign)}
     UNION ALL
     SELECT concat_ws(' ', 'replies', r.client_id, r.text_reply_id), r.submitted_at::text
     FROM text_reply r JOIN client k ON k.client_id = r.client_id
     WHERE r.submitted_at IS NOT NULL AND r.outcome IS NULL AND ${meant('k.text_carrier')}
     UNION ALL
     SELECT concat_ws(' ', 'recordings', r.client_id, r.phone_recording_id), r.lease_until::text
     FROM phone_recording r JOIN client k ON k.client_id = r.client_id
     WHERE r.ended_at IS NULL AND r.call_status = 'dialing' AND r.lease_until > clock_timestamp()
       AND ${meant('k.voice_carrier')}
     UNION ALL
     SELECT concat_ws(' ', 'managers', m.client_id, m.manager_contact_id), m.lease_until::text
     FROM manager_contact m JOIN client k ON k.client_id = m.client_id
     WHERE m.ended_at IS NULL AND m.status = 'placing' AND m.lease_until > clock_timestamp()
       AND ${meant("CASE WHEN m.channel = 'text' THEN k.text_carrier ELSE k.voice_carrier END")}`,
    values,
  );
  return new Map(rows.map(({ name, state }) => [name, state]));
}
