/**
 * The calls and texts that the brake counts, so that the reason of a stop opens exactly these. While it counts, all
 * that count for some signal are kept; those of the last stop stay until the next one.
 */
import { type BrakeSignal, bitOf, signalsOf, type Tally } from '#domain/governor/brake.ts';
import type { Tx } from '../database.ts';
import type { CampaignKey } from './lease.ts';

/** What one result counts, whose it is, and when that was placed; an agent who was called first has no call. */
export interface CountedTally extends Tally {
  call?: { callListId: number; entryId: number };
  at: Date;
}

/** By which calls stand in the order in which they were placed. */
export interface PlacedKey {
  at: Date;
  callListId: number;
  entryId: number;
}

interface Added {
  /** How many results there were before. */
  events: number;
  tallies: readonly CountedTally[];
  texts: boolean;
}

/** Agents who were called before there was a customer: each by the index of its result. */
const noList = 0;

/** The caller holds the row of the campaign's counts. */
export async function noteCalls(
  tx: Tx,
  { clientId, campaignId }: CampaignKey,
  { events, tallies, texts }: Added,
): Promise<void> {
  const noted = tallies.flatMap(({ call, at, ...tally }, position) => {
    const signals = signalsOf(tally, texts);
    const index = events + position;
    return signals === 0
      ? []
      : [{ ...(call ?? { callListId: noList, entryId: index }), signals, index, at }];
  });
  if (noted.length === 0) return;
  await tx.run(
    `INSERT INTO brake_call (client_id, campaign_id, result_index, signals, call_list_id, entry_id,
       placed_at)
     SELECT $1, $2, * FROM unnest($3::integer[], $4::smallint[], $5::bigint[], $6::integer[],
       $7::timestamptz[])`,
    [
      ...[clientId, campaignId],
      noted.map(({ index }) => index),
      noted.map(({ signals }) => signals),
      noted.map(({ callListId }) => callListId),
      noted.map(({ entryId }) => entryId),
      noted.map(({ at }) => at),
    ],
  );
}

/** Who writes STOP twice has opted out once. */
export async function withoutKnownStops(
  tx: Tx,
  { clientId, campaignId }: CampaignKey,
  tallies: readonly CountedTally[],
): Promise<readonly CountedTally[]> {
  const stops = tallies.filter(({ ended, call, optedOut }) => !ended && call && optedOut);
  if (stops.length === 0) return tallies;
  const known = await tx.rows<{ callListId: number; entryId: number }>(
    `SELECT b.call_list_id AS "callListId", b.entry_id AS "entryId" FROM brake_call b
     WHERE b.client_id = $1 AND b.campaign_id = $2 AND NOT b.stopped
       AND b.placed_at = ANY ($3::timestamptz[]) AND b.signals & ${bitOf('optOuts')} <> 0`,
    [clientId, campaignId, stops.map(({ at }) => at)],
  );
  const seen = new Set(known.map(nameOf));
  return tallies.filter((one) => {
    if (one.ended || !one.call || !one.optedOut) return true;
    const isNew = !seen.has(nameOf(one.call));
    seen.add(nameOf(one.call));
    return isNew;
  });
}

function nameOf({ callListId, entryId }: { callListId: number; entryId: number }): string {
  return `${callListId}-${entryId}`;
}

/** The calls by which it stops, instead of those of the stop before; `first` is absent for all since the start. */
export async function keepStopped(
  tx: Tx,
  { clientId, campaignId }: CampaignKey,
  {
    signal,
    first,
    last,
  }: { signal: BrakeSignal; first: PlacedKey | undefined; last: PlacedKey | undefined },
): Promise<void> {
  await tx.run('DELETE FROM brake_call WHERE client_id = $1 AND campaign_id = $2 AND stopped', [
    clientId,
    campaignId,
  ]);
  const place = (key: PlacedKey | undefined) => [
    key?.at ?? null,
    key?.callListId ?? null,
    key?.entryId ?? null,
  ];
  await tx.run(
    `INSERT INTO brake_call (client_id, campaign_id, stopped, result_index, signals, call_list_id,
       entry_id, placed_at)
     SELECT client_id, campaign_id, true, result_index, signals, call_list_id, entry_id, placed_at
     FROM brake_call
     WHERE client_id = $1 AND campaign_id = $2 AND NOT stopped AND signals & $3 <> 0
       AND call_list_id <> ${noList}
       AND ($4::timestamptz IS NULL
         OR (placed_at, call_list_id, entry_id) >= ($4, $5::bigint, $6::integer))
       AND (placed_at, call_list_id, entry_id) <= ($7::timestamptz, $8::bigint, $9::integer)`,
    [clientId, campaignId, bitOf(signal), ...place(first), ...place(last)],
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
