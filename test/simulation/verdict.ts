/** The judge's verdict on a run: the carrier's log and the rows against every promise. */
import type { Database } from '../../src/db/database.ts';
import { recount } from '../engine/recount.ts';
import {
  afterOptOut,
  brokenSilences,
  handedOverTwice,
  isAttempt,
  type Ledger,
  outsideHours,
  type PlacedLine,
  readLines,
  tooFast,
} from './judge.ts';
import { keyOf, type Office } from './people.ts';
import { type Household, type TownCampaign, zonesOfTown } from './town.ts';

type Ask = Office['ask'];

export interface Trial {
  ask: Ask;
  town: Household[];
  ledger: Ledger;
  rates: Office['rates'];
  /** Simulated milliseconds a real one. */
  speed: number;
  /** Outside of every part. */
  plain: Database;
}

export async function verdictOn(trial: Trial, text: string): Promise<string[]> {
  const { ask, town, ledger, plain } = trial;
  const lines = readLines(text);
  const found = [...ledger.seen];
  if (!(await isQuiet(trial))) found.push('something never came to its end');
  const owners = new Map<string, number>();
  for (const { clientId } of town) {
    const lists = await ask<{ id: number; campaignId: number }>(
      clientId,
      'SELECT call_list_id AS id, campaign_id AS "campaignId" FROM call_list',
      [],
    );
    for (const { id, campaignId } of lists) owners.set(`${clientId}-${id}`, campaignId);
    const books = await recount(plain, clientId);
    if (books.mismatches > 0) found.push(`${books.mismatches} attempts without their one record`);
    for (const wrong of books.wrongCounts) found.push(`wrong counts ${JSON.stringify(wrong)}`);
    found.push(...(await overlaps(ask, clientId)));
  }
  const campaignOf = (line: PlacedLine) => owners.get(`${line.clientId}-${line.callListId}`);
  ledger.optOuts.push(...(await confirmedStops(ask, town, lines)));
  found.push(...handedOverTwice(lines));
  found.push(...afterOptOut(lines, ledger));
  found.push(...brokenSilences(lines, ledger, campaignOf));
  found.push(...outsideHours(lines, zonesOfTown));
  for (const campaign of town.flatMap(({ campaigns }) => campaigns)) {
    const own = lines.filter((l) => isAttempt(l) && campaignOf(l) === campaign.campaignId);
    found.push(...(await paceOf(trial, campaign, own)));
  }
  return found;
}

/** Everything is stopped, nothing is under way. A receipt may still come. */
export async function isQuiet({ ask, town }: Pick<Trial, 'ask' | 'town'>): Promise<boolean> {
  for (const { clientId } of town) {
    const rows = await ask(
      clientId,
      `SELECT 1 FROM campaign WHERE run_status <> 1 UNION ALL
       SELECT 1 FROM attempt WHERE finished_at IS NULL AND receipt_until IS NULL UNION ALL
       SELECT 1 FROM call_list WHERE status_id = 5`,
      [],
    );
    if (rows.length > 0) return false;
  }
  return true;
}

async function paceOf(
  { ask, rates, speed }: Trial,
  campaign: TownCampaign,
  own: PlacedLine[],
): Promise<string[]> {
  if (campaign.agents) return tooMany(ask, campaign, campaign.agents);
  const rate = rates.get(keyOf(campaign));
  if (!rate) return [];
  return tooFast(own, { perMinute: rate.most, burst: 4_000 * speed, starts: rate.starts });
}

/** A Linkback never has more calls than its agents can have and the ratio allows besides. */
async function tooMany(
  ask: Ask,
  { clientId, campaignId }: TownCampaign,
  { count, ratio }: { count: number; ratio: number },
): Promise<string[]> {
  const most = count + Math.max(1, Math.floor(ratio * count + 1e-9));
  const rows = await ask<{ at: Date; n: number }>(
    clientId,
    `SELECT at, n FROM (
       SELECT at, sum(step) OVER (ORDER BY at, step ROWS UNBOUNDED PRECEDING)::int AS n
       FROM attempt a, LATERAL (VALUES (a.attempted_at, 1), (a.finished_at, -1)) AS v (at, step)
       WHERE a.client_id = $1 AND a.campaign_id = $2 AND at IS NOT NULL) AS counted
     WHERE n > $3 ORDER BY at LIMIT 1`,
    [clientId, campaignId, most],
  );
  return rows.map(({ at, n }) => `${n} Linkback calls at ${at.toISOString()}, at most ${most}`);
}

/** A number is in one call of a client at a time. */
async function overlaps(ask: Ask, clientId: number): Promise<string[]> {
  const rows = await ask<{ phone: string }>(
    clientId,
    `WITH call AS (
       SELECT a.* FROM attempt a
       JOIN campaign c ON c.client_id = a.client_id AND c.campaign_id = a.campaign_id
       WHERE a.client_id = $1 AND c.campaign_type <> 3)
     SELECT a.phone FROM call a JOIN call b ON b.phone = a.phone
       AND (b.call_list_id, b.entry_id) > (a.call_list_id, a.entry_id)
       AND b.attempted_at < a.finished_at AND a.attempted_at < b.finished_at`,
    [clientId],
  );
  return rows.map(({ phone }) => `${phone} was in two calls at once`);
}

/** Who wrote STOP and was told that no more will come: from that line of the log on. */
async function confirmedStops(ask: Ask, town: Household[], lines: readonly PlacedLine[]) {
  const ids = new Set<string>();
  for (const { clientId } of town) {
    const rows = await ask<{ id: string }>(
      clientId,
      `SELECT concat_ws('-', 'reply', client_id, text_reply_id) AS id FROM text_reply
       WHERE client_id = $1 AND kind = 'opt_out'`,
      [clientId],
    );
    for (const { id } of rows) ids.add(id);
  }
  return lines
    .filter(({ attemptId }) => ids.has(attemptId))
    .map(({ attemptId, to, place }) => ({
      clientId: Number(attemptId.split('-')[1]),
      phone: to,
      place: place + 1,
      how: 'STOP',
    }));
}
