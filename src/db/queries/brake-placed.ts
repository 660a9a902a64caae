/** The newest calls of a campaign in the order in which they were placed, for the brake (decision 085). */
import { agentCalledBit, type BrakeCounts, type BrakeVerdict } from '#domain/governor/brake.ts';
import {
  type Asked,
  judgePlaced,
  newestEnded,
  type Placed,
  type PlacedVerdict,
  refused,
} from '#domain/governor/brake-placed.ts';
import { awaitsReceipt, inFlight } from '../attempt-states.ts';
import type { Tx } from '../database.ts';
import { keepStopped, type PlacedKey } from './brake-calls.ts';
import type { CampaignKey } from './lease.ts';

/** More than a run has: what is in flight may be much. */
const mostRead = 5_000;

/** SQL: when the campaign's newest call was placed, `-infinity` for none. The parameters are its key. */
export const newestPlaced = `coalesce(greatest(
  (SELECT r.started_at FROM call_record r WHERE r.client_id = $1 AND r.campaign_id = $2
   ORDER BY r.started_at DESC LIMIT 1),
  (SELECT max(a.attempted_at) FROM attempt a
   WHERE a.client_id = $1 AND a.campaign_id = $2 AND ${inFlight('a')}),
  (SELECT max(a.attempted_at) FROM attempt a
   WHERE a.client_id = $1 AND a.campaign_id = $2 AND ${awaitsReceipt('a')})), '-infinity')`;

/** Who was called first and got the customer at once was not called for this one. */
const open = (state: string) => `SELECT a.attempted_at AS at, a.call_list_id, a.entry_id,
     NULL AS result, CASE WHEN a.agent_called_at IS NOT NULL
       AND coalesce(a.connected_at <> a.asked_at, true) THEN ${agentCalledBit} ELSE 0 END AS called
   FROM attempt a
   WHERE a.client_id = $1 AND a.campaign_id = $2 AND a.attempted_at > $3 AND ${state}`;

/**
 * The newest that have a result, all that have none, and agents who were called first. What counts is a row of
 * brake_call; another call with a result is a trial alone.
 */
const newest = `WITH ended AS (
   SELECT r.started_at AS at, r.call_list_id, r.entry_id, r.result, 0 AS called FROM call_record r
   WHERE r.client_id = $1 AND r.campaign_id = $2 AND r.started_at > $3
   ORDER BY r.started_at DESC, (r.call_list_id, r.entry_id) DESC LIMIT ${newestEnded}),
 open AS MATERIALIZED (${open(inFlight('a'))} UNION ALL ${open(awaitsReceipt('a'))}),
 oldest AS (SELECT CASE WHEN count(*) < ${newestEnded} THEN $3::timestamptz ELSE min(at) END AS at
   FROM ended),
 counted AS (
   SELECT b.call_list_id, b.entry_id, bit_or(b.signals) AS signals, max(b.placed_at) AS at
   FROM brake_call b WHERE b.client_id = $1 AND b.campaign_id = $2 AND NOT b.stopped
     AND b.placed_at >= (SELECT at FROM oldest)
   GROUP BY b.call_list_id, b.entry_id),
 placed AS (
   SELECT * FROM ended
   UNION ALL SELECT * FROM open WHERE at >= (SELECT at FROM oldest)
   UNION ALL SELECT at, call_list_id, entry_id, 'agent', 0 FROM counted WHERE call_list_id = 0
   ORDER BY at DESC, call_list_id DESC, entry_id DESC LIMIT ${mostRead})
 SELECT p.at, p.call_list_id AS "callListId", p.entry_id AS "entryId", p.result,
   p.called | coalesce(c.signals, 0) AS signals,
   (SELECT count(*)::int FROM open) AS open,
   (SELECT count(*)::int FROM open WHERE called <> 0) AS asked
 FROM placed p LEFT JOIN counted c USING (call_list_id, entry_id)
 ORDER BY p.at, p.call_list_id, p.entry_id`;

type Row = Placed & PlacedKey & { open: number; asked: number };

/**
 * The answer to what the results ask (`addTallies`). The caller holds the row of the campaign's counts.
 *
 * @returns the counts with the verdict that holds, whose calls are kept; or with when to judge again
 */
export async function judgedByPlaced(
  tx: Tx,
  key: CampaignKey,
  question: Asked,
  placedAfter: string,
): Promise<BrakeCounts> {
  const { counts } = question;
  const rows = await tx.rows<Row>(newest, [key.clientId, key.campaignId, placedAfter]);
  const calls = { newest: rows, openBefore: openBefore(rows) };
  const found = judgePlaced(question, calls);
  if (!found) return refused(counts, calls);
  const { verdict, first, last } = spanOf(found, rows);
  await keepStopped(tx, key, { signal: verdict.signal, first, last });
  return { ...counts, verdict };
}

function openBefore(rows: readonly Row[]) {
  const own = rows.filter(({ result }) => result === null);
  const asked = own.filter(({ signals }) => (signals & agentCalledBit) !== 0);
  return {
    all: (rows[0]?.open ?? 0) - own.length,
    agents: (rows[0]?.asked ?? 0) - asked.length,
  };
}

/** A share of all calls is of those before the newest ones, too. */
function spanOf({ first, last, ...verdict }: PlacedVerdict, rows: readonly Row[]) {
  const span = { first: verdict.newest ? rows[first] : undefined, last: rows[last] };
  return { verdict: verdict satisfies BrakeVerdict, ...span };
}
