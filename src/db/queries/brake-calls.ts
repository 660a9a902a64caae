/**
 * The calls and texts that the brake counts, so that the reason of a stop opens exactly these. While it counts, all
 * that count for some signal are kept; those of the last stop stay until the next one.
 */
import {
  type BrakeCounts,
  type BrakeVerdict,
  bitOf,
  signalsOf,
  type Tally,
} from '#domain/governor/brake.ts';
import type { Tx } from '../database.ts';
import type { CampaignKey } from './lease.ts';

/** What one result counts, and whose it is; an agent who was called first has no call. */
export interface CountedTally extends Tally {
  call?: { callListId: number; entryId: number };
}

interface Added {
  before: BrakeCounts;
  tallies: readonly CountedTally[];
  texts: boolean;
}

/** The caller holds the row of the campaign's counts. */
export async function noteCalls(
  tx: Tx,
  { clientId, campaignId }: CampaignKey,
  { before, tallies, texts }: Added,
): Promise<void> {
  const { events } = before;
  if (events === undefined) return;
  const noted = tallies.flatMap(({ call, ...tally }, at) => {
    const signals = signalsOf(tally, texts);
    return call && signals !== 0 ? [{ ...call, signals, index: events + at }] : [];
  });
  if (noted.length === 0) return;
  await tx.run(
    `INSERT INTO brake_call (client_id, campaign_id, result_index, signals, call_list_id, entry_id)
     SELECT $1, $2, * FROM unnest($3::integer[], $4::smallint[], $5::bigint[], $6::integer[])`,
    [
      ...[clientId, campaignId],
      noted.map(({ index }) => index),
      noted.map(({ signals }) => signals),
      noted.map(({ callListId }) => callListId),
      noted.map(({ entryId }) => entryId),
    ],
  );
}

/** The calls by which it stops, instead of those of the stop before. */
export async function keepStopped(
  tx: Tx,
  { clientId, campaignId }: CampaignKey,
  { signal, span }: BrakeVerdict,
): Promise<void> {
  await tx.run('DELETE FROM brake_call WHERE client_id = $1 AND campaign_id = $2 AND stopped', [
    clientId,
    campaignId,
  ]);
  if (!span) return;
  await tx.run(
    `INSERT INTO brake_call (client_id, campaign_id, stopped, result_index, signals, call_list_id,
       entry_id)
     SELECT client_id, campaign_id, true, result_index, signals, call_list_id, entry_id
     FROM brake_call
     WHERE client_id = $1 AND campaign_id = $2 AND NOT stopped
       AND result_index BETWEEN $3 AND $4 AND signals & $5 <> 0`,
    [clientId, campaignId, span.first, span.last, bitOf(signal)],
  );
}

/** Of the last stop; fewer than it counted when agents were called before there was a customer. */
export async function countStopped(tx: Tx, { clientId, campaignId }: CampaignKey): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `SELECT count(*)::int AS count FROM brake_call
     WHERE client_id = $1 AND campaign_id = $2 AND stopped`,
    [clientId, campaignId],
  );
  return row?.count ?? 0;
}
