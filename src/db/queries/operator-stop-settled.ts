/**
 * The other half of a stop: it is answered only when nothing more can be handed to a carrier of what was
 * taken before it. To be called after the stop's transaction has committed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { StopReach } from '#domain/operator-stop-words.ts';
import { asPlatform, type Database, type Tx } from '../database.ts';
import { carrierOfCampaign, passThoseBeside } from './operator-stop.ts';

/** Real milliseconds between two looks. */
const lookEvery = 50;

/** Real milliseconds after which an answer to a text that was taken has been handed over, or never will be. */
const longestInHand = 12_500;

/** What may still be about to be handed over, and how its engine stands with it. */
type InHand = ReadonlyMap<string, string>;

/**
 * Waits until nothing that was taken before the stop can be handed over any more. Usually 2 seconds: an
 * engine says so with its leases. At most the time that a carrier has for its answer (10 seconds) and that
 * one, or a dead engine's lease (8 seconds).
 *
 * 1. Claims lock their lease and then ask for stops (`openLists`). So one that saw none had its lock before
 *    the stop was committed. `handed_over` grows when the engine, with the lease locked against claims, has
 *    nothing under way (`renewLeases`). What grows after the first look here was locked after such claims
 *    had ended, or keeps waiting ones out until the stop is there for them to see. A lease that ran out or
 *    changed hands says that nothing more is handed over under it.
 * 2. Answers to texts and recording calls are taken under a shared lock and ask for stops after it; who has
 *    it from before the stop is waited for. Their rows change when they were handed over. Answers of an
 *    engine that died are never handed over, which is sure after `longestInHand`.
 *
 * @param patienceMs real ones
 * @returns what is not settled by then: none, or some of `campaigns`, `answers` and `recordings`
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
  const look = () => asPlatform(db, (tx) => inHand(tx, reach, clientId));
  for (let left = await look(); left.size > 0; ) {
    if (performance.now() > end) {
      return [...new Set([...left.keys()].map((name) => name.split(' ')[0] ?? ''))];
    }
    await sleep(lookEvery);
    const now = await look();
    const noAnswer = performance.now() - began > longestInHand;
    left = new Map(
      [...left].filter(
        ([name, before]) => now.get(name) === before && !(noAnswer && name.startsWith('answers ')),
      ),
    );
  }
  return [];
}

async function inHand(tx: Tx, reach: StopReach, clientId: number | null): Promise<InHand> {
  const values = [clientId, reach.scope === 'carrier' ? reach.carrier : null];
  const meant = (carrier: string) =>
    `($1::int IS NULL OR k.client_id = $1) AND ($2::text IS NULL OR ${carrier} = $2)`;
  const rows = await tx.rows<{ name: string; state: string }>(
    `SELECT concat_ws(' ', 'campaigns', l.client_id, l.campaign_id) AS name,
       concat_ws(' ', l.fence, l.handed_over) AS state
     FROM campaign_lease l
     JOIN campaign c ON c.client_id = l.client_id AND c.campaign_id = l.campaign_id
     JOIN client k ON k.client_id = l.client_id
     WHERE l.until > clock_timestamp() AND ${meant(carrierOfCampaign)}
     UNION ALL
     SELECT concat_ws(' ', 'answers', r.client_id, r.text_reply_id), r.handed_over::text
     FROM text_reply r JOIN client k ON k.client_id = r.client_id
     WHERE r.handed_over IS NOT NULL AND r.outcome IS NULL AND ${meant('k.text_carrier')}
     UNION ALL
     SELECT concat_ws(' ', 'recordings', r.client_id, r.phone_recording_id), r.lease_until::text
     FROM phone_recording r JOIN client k ON k.client_id = r.client_id
     WHERE r.ended_at IS NULL AND r.call_status = 'dialing' AND r.lease_until > clock_timestamp()
       AND ${meant('k.voice_carrier')}`,
    values,
  );
  return new Map(rows.map(({ name, state }) => [name, state]));
}
