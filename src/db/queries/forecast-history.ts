/** What became of a client's newest attempts, by zone and local hour: what forecasts learn from. */
import { campaignType as types } from '#contract/campaign.ts';
import { messageIntent } from '#contract/inbound-text.ts';
import { homeZone } from '#domain/follow-up/day-part.ts';
import { localHour } from '#domain/forecast/ground.ts';
import { type History, type HistoryCell, outcomes } from '#domain/forecast/input.ts';
import type { Tx } from '../database.ts';

/** Older attempts say little about the next ones. */
const daysBack = 28;
/** As many are read at most, in the order of an index: the response takes no longer for a large client. */
const mostRead = 100_000;
const dayMs = 86_400_000;

/**
 * SQL: of a person in a campaign of type $5: who is promised an agent presses other keys than who only
 * hears a message.
 */
const alikePerson = `result = 'person' AND campaign_id IN (
         SELECT c.campaign_id FROM campaign c WHERE c.client_id = $1 AND c.campaign_type = $5)`;

interface Row {
  area: string;
  state: string;
  /** Of UTC, 0 to 23. */
  hour: number;
  result: string;
  count: number;
  /** Of campaigns of the same type. */
  persons: number;
  ones: number;
  nines: number;
  /** The first of them. */
  since: Date;
}

export async function readHistory(
  tx: Tx,
  clientId: number,
  campaignType: number,
  now: Date,
  most = mostRead,
): Promise<History> {
  const texts = campaignType === types.texting;
  const since = new Date(now.getTime() - daysBack * dayMs);
  const rows = await tx.rows<Row>(
    `SELECT substr(phone, 2, 3) AS area, state_code AS state,
       extract(hour FROM started_at AT TIME ZONE 'UTC')::int AS hour, result,
       count(*)::float8 AS count, min(started_at) AS since,
       count(*) FILTER (WHERE ${alikePerson})::float8 AS persons,
       count(*) FILTER (WHERE ${alikePerson} AND key_pressed LIKE '%1%')::float8 AS ones,
       count(*) FILTER (WHERE ${alikePerson} AND key_pressed LIKE '%9%')::float8 AS nines
     FROM (SELECT * FROM call_record
       WHERE client_id = $1 AND started_at > $2 AND started_at <= $3
         AND (call_type = 'Text') = $4 AND phone LIKE '1%'
       ORDER BY started_at DESC, call_list_id DESC, entry_id DESC LIMIT $6) newest
     GROUP BY 1, 2, 3, 4`,
    [clientId, since, now, texts, campaignType, most],
  );
  const oldest = rows.reduce((first, row) => (row.since < first ? row.since : first), now);
  const stops = texts ? await readStops(tx, clientId, oldest, now) : 0;
  const sum = (of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);
  return {
    cells: cellsOf(rows, now),
    persons: sum(({ persons }) => persons),
    ones: sum(({ ones }) => ones),
    nines: sum(({ nines }) => nines),
    stops,
  };
}

/** Who was texted in that time, and then answered STOP. */
async function readStops(tx: Tx, clientId: number, since: Date, now: Date): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `SELECT count(DISTINCT i.phone)::float8 AS count FROM inbound_text i
     WHERE i.client_id = $1 AND i.received BETWEEN $2 AND $3
       AND i.intent = ${messageIntent.optOut} AND EXISTS (
         SELECT FROM call_record r
         WHERE r.client_id = $1 AND r.phone = i.phone AND r.call_type = 'Text'
           AND r.started_at BETWEEN $2 AND i.received)`,
    [clientId, since, now],
  );
  return row?.count ?? 0;
}

/** The hour of the day is the one that clocks show now: a changed clock moves it by one for some weeks. */
function cellsOf(rows: readonly Row[], now: Date): HistoryCell[] {
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs;
  const zones = new Map<string, string>();
  const cells = new Map<string, { zone: string; hour: number; counts: number[] }>();
  for (const { area, state, hour, result, count } of rows) {
    const at = (outcomes as readonly string[]).indexOf(result);
    if (at < 0) continue;
    const place = `${area} ${state}`;
    const zone =
      zones.get(place) ??
      homeZone({ phone: `1${area}5550100`, state: state || null, zipCode: null });
    zones.set(place, zone);
    const local = localHour(zone, midnight + hour * 3_600_000);
    const key = `${zone} ${local}`;
    const cell = cells.get(key) ?? { zone, hour: local, counts: outcomes.map(() => 0) };
    cell.counts[at] = (cell.counts[at] ?? 0) + count;
    cells.set(key, cell);
  }
  return [...cells.values()];
}
