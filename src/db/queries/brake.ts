/** What the brake counts of a campaign, its limits, and the stop (decision 085). */
import { campaignType, runStatus } from '#contract/campaign.ts';
import type { ReasonOf } from '#contract/reason.ts';
import {
  addTallies,
  type BrakeCounts,
  type BrakeLimits,
  type BrakeSignal,
  brakeSignals,
  noBrakeCounts,
  tallyOf,
} from '#domain/governor/brake.ts';
import type { Tx } from '../database.ts';
import { type CountedTally, countStopped, noteCalls, withoutKnownStops } from './brake-calls.ts';
import { judgedByPlaced, newestPlaced } from './brake-placed.ts';
import { attemptByKey } from './call-record-insert.ts';
import type { EndedCall } from './ended-call.ts';
import type { CampaignKey, Lease } from './lease.ts';
import { holdsLease } from './lease-check.ts';
import { plainJson } from './plain-json.ts';

const columns: Record<BrakeSignal, string> = {
  failed: 'failed',
  optOuts: 'opt_outs',
  machines: 'machines',
  agents: 'agents',
  textErrors: 'text_errors',
  unknown: 'unknown',
};
/** A limit is stored in hundredths of a percent. */
const parts = 10_000;

/** SQL: the limits of a row `b` of brake_limit, as shares. */
const asShares = `jsonb_strip_nulls(jsonb_build_object(${brakeSignals
  .map((signal) => `'${signal}', b.${columns[signal]} / ${parts}::float8`)
  .join(', ')}))`;

/** SQL: the limits of a client `c`, as an operator sees them. */
export const brakeOfClient = `coalesce(
  (SELECT ${asShares} FROM brake_limit b WHERE b.client_id = c.client_id), '{}')`;

/** Replaces the limits; none: nothing is counted any more. */
export async function setBrakeLimits(tx: Tx, clientId: number, limits: BrakeLimits): Promise<void> {
  const values = brakeSignals.map((signal) => {
    const limit = limits[signal];
    return limit === undefined ? null : Math.round(limit * parts);
  });
  if (values.every((value) => value === null)) {
    await tx.run('DELETE FROM brake_limit WHERE client_id = $1', [clientId]);
    await tx.run('DELETE FROM brake_count WHERE client_id = $1', [clientId]);
    await tx.run('DELETE FROM brake_call WHERE client_id = $1 AND NOT stopped', [clientId]);
    return;
  }
  const names = brakeSignals.map((signal) => columns[signal]);
  await tx.run(
    `INSERT INTO brake_limit (client_id, ${names.join(', ')})
     VALUES ($1, ${names.map((_, at) => `$${at + 2}`).join(', ')})
     ON CONFLICT (client_id) DO UPDATE
       SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [clientId, ...values],
  );
  // Judged anew by the next result.
  await tx.run(
    `UPDATE brake_count SET counts = counts - 'verdict' - 'judgedAgainAt' WHERE client_id = $1`,
    [clientId],
  );
}

/** Undefined for a client without limits, who pays one look for it. */
async function readLimits(tx: Tx, clientId: number): Promise<BrakeLimits | undefined> {
  const row = await tx.row<{ limits: BrakeLimits }>(
    `SELECT ${asShares} AS limits FROM brake_limit b WHERE client_id = $1`,
    [clientId],
  );
  return row?.limits;
}

/** Inside the transaction that ends these attempts. */
export async function countForBrake(
  tx: Tx,
  clientId: number,
  ended: readonly EndedCall[],
): Promise<void> {
  const limits = await readLimits(tx, clientId);
  if (!limits) return;
  const inOrder = ended.toSorted((a, b) => a.finishedAt - b.finishedAt);
  const campaigns = await tx.rows<{ n: number; campaignId: number; at: Date }>(
    `SELECT v.n, a.campaign_id AS "campaignId", a.attempted_at AS at
     FROM unnest($2::bigint[], $3::integer[]) WITH ORDINALITY AS v (call_list_id, entry_id, n)
     CROSS JOIN LATERAL (${attemptByKey}) AS a`,
    [clientId, inOrder.map((call) => call.callListId), inOrder.map((call) => call.entryId)],
  );
  const byCampaign = Map.groupBy(campaigns, ({ campaignId }) => campaignId);
  for (const campaignId of [...byCampaign.keys()].sort((a, b) => a - b)) {
    const own = (byCampaign.get(campaignId) ?? []).sort((a, b) => a.n - b.n);
    const tallies = own.flatMap(({ n, at }) => {
      const call = inOrder[n - 1];
      if (!call) return [];
      const { result, optedOut, linkback } = call;
      const { callListId, entryId } = call;
      const tally = tallyOf(result, { optedOut, agent: linkback?.agent });
      return { ...tally, at, call: { callListId, entryId } };
    });
    await add(tx, { clientId, campaignId }, tallies, limits);
  }
}

/** What is known beside results: an agent who was called first, a STOP. */
export async function addToBrake(
  tx: Tx,
  key: CampaignKey,
  tallies: readonly CountedTally[],
): Promise<void> {
  const limits = await readLimits(tx, key.clientId);
  if (limits && tallies.length > 0) await add(tx, key, tallies, limits);
}

async function add(
  tx: Tx,
  key: CampaignKey,
  given: readonly CountedTally[],
  limits: BrakeLimits,
): Promise<void> {
  const row = await lockedCounts(tx, key);
  if (!row) return;
  const { texts, placedAfter, before } = row;
  // Of calls that were placed before the start nothing counts, however late they end.
  const since = given.filter(({ at }) => before === null || at.getTime() > before);
  const tallies = await withoutKnownStops(tx, key, since);
  if (tallies.length === 0) return;
  const { counts: added, asked } = addTallies(row.counts, tallies, limits, texts);
  await noteCalls(tx, key, { events: row.counts.events ?? 0, tallies, texts });
  const question = { counts: added, asked, limits, texts };
  const counts = asked.length > 0 ? await judgedByPlaced(tx, key, question, placedAfter) : added;
  await tx.run('UPDATE brake_count SET counts = $3 WHERE client_id = $1 AND campaign_id = $2', [
    ...[key.clientId, key.campaignId],
    plainJson(counts),
  ]);
}

interface LockedCounts {
  counts: BrakeCounts;
  texts: boolean;
  /** Null: an older version began these counts, without the calls. */
  placedAfter: string | null;
  /** The same in milliseconds; null when no call was placed before. */
  before: number | null;
}

/** Where nothing is counted yet, as after the limits were set, that begins with the calls from now on. */
async function lockedCounts(tx: Tx, key: CampaignKey) {
  const known = await lockCounts(tx, key);
  if (known?.placedAfter) return { ...known, placedAfter: known.placedAfter };
  if (known) await releaseBrake(tx, key);
  else await beginCounts(tx, key);
  const begun = await lockCounts(tx, key);
  return begun && { ...begun, placedAfter: begun.placedAfter ?? '-infinity' };
}

function lockCounts(tx: Tx, { clientId, campaignId }: CampaignKey) {
  return tx.row<LockedCounts>(
    `SELECT n.counts, c.campaign_type = ${campaignType.texting} AS texts,
       n.placed_after::text AS "placedAfter",
       CASE WHEN isfinite(n.placed_after)
         THEN floor(extract(epoch FROM n.placed_after) * 1000)::float8 END AS before
     FROM brake_count n
     JOIN campaign c ON c.client_id = n.client_id AND c.campaign_id = n.campaign_id
     WHERE n.client_id = $1 AND n.campaign_id = $2 FOR UPDATE OF n`,
    [clientId, campaignId],
  );
}

async function beginCounts(tx: Tx, { clientId, campaignId }: CampaignKey): Promise<void> {
  await tx.run(
    `INSERT INTO brake_count (client_id, campaign_id, counts, placed_after)
     SELECT $1, $2, $3, ${newestPlaced} FROM brake_limit WHERE client_id = $1
     ON CONFLICT DO NOTHING`,
    [clientId, campaignId, plainJson(noBrakeCounts)],
  );
}

/** A person starts the campaign: its counts begin anew, with the calls that are placed from now on. */
export async function releaseBrake(tx: Tx, { clientId, campaignId }: CampaignKey): Promise<void> {
  const key = [clientId, campaignId];
  await tx.run('DELETE FROM brake_count WHERE client_id = $1 AND campaign_id = $2', key);
  await tx.run(
    'DELETE FROM brake_call WHERE client_id = $1 AND campaign_id = $2 AND NOT stopped',
    key,
  );
  await beginCounts(tx, { clientId, campaignId });
}

/**
 * Running -> Stopping when the stored counts say so, whatever the caller has read. Neither a schedule
 * nor a new list starts it again, see tryStart.
 *
 * @returns why it stopped; undefined when it did not
 */
export async function stopByBrake(
  tx: Tx,
  lease: Lease,
): Promise<ReasonOf<'brake_stopped'> | undefined> {
  if (!(await holdsLease(tx, lease))) return undefined;
  const key = [lease.clientId, lease.campaignId];
  const row = await tx.row<{ verdict: BrakeCounts['verdict'] | null; since: Date }>(
    `SELECT counts->'verdict' AS verdict, platform_time(since) AS since FROM brake_count
     WHERE client_id = $1 AND campaign_id = $2`,
    key,
  );
  if (!row?.verdict) return undefined;
  const { signal, limit, hits, trials, newest, open } = row.verdict;
  const since = row.since.toISOString();
  // Of a verdict by an older version nobody knows.
  const calls = open === undefined ? {} : { calls: await countStopped(tx, lease), open };
  const facts = { signal, limit, hits, trials, newest, since };
  const reason = { code: 'brake_stopped', ...facts, ...calls } as const;
  const stopped = await tx.run(
    `UPDATE campaign
     SET run_status = ${runStatus.stopping}, reason = $3::jsonb, scheduled_start = false,
       trunk_stopped = true
     WHERE client_id = $1 AND campaign_id = $2 AND run_status = ${runStatus.running}`,
    [...key, plainJson(reason)],
  );
  return stopped === 1 ? reason : undefined;
}
