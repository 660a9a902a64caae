/**
 * A client's daily limits. All claims, results and returned attempts of a client with limits take
 * turns at its row of `daily_limit`, so that what is read of `daily_use` under it is exact, however
 * many engines there are. A client without limits has no row, and pays one look for it.
 *
 * Use counts for the Eastern day of the engines' clock, or for the latest later day that has any: a
 * clock that is set back finds what was used ahead of it, and grants no second day.
 */
import { campaignType } from '#contract/campaign.ts';
import type { ReasonOf } from '#contract/reason.ts';
import type { AttemptKind } from '#domain/contact-cap.ts';
import {
  type DailyKind,
  type DailyLimits,
  type DailyUse,
  dailyKinds,
  type LimitStanding,
  reservedCost,
  roomOf,
  standingOf,
} from '#domain/daily-limit.ts';
import { dailyLimitSentence } from '#domain/daily-limit-words.ts';
import { easternDate, endOfEasternDay, startOfEasternDay } from '#domain/wall-time.ts';
import { asClient, type Database, type Tx } from '../database.ts';
import { hot } from '../hot-statements.ts';
import type { AttemptKey } from './attempt-key.ts';
import { waitForClaims } from './contact-cap.ts';
import { platformTime } from './simulation.ts';

/** SQL: the limits of a client `c`, as an operator sees them. */
export const dailyLimitsOfClient = `coalesce(
  (SELECT jsonb_build_object('calls', d.calls, 'texts', d.texts, 'cost', d.cost)
   FROM daily_limit d WHERE d.client_id = c.client_id),
  '{"calls": null, "texts": null, "cost": null}')`;

/** SQL: the Eastern day on which an attempt `a` counts. */
const dayOfAttempt = `coalesce(a.limit_day, (a.attempted_at AT TIME ZONE 'America/New_York')::date)`;

/** What a claim may take. */
export interface DailyTurn {
  room: number;
  /** Why no more; null where there is room without a limit. */
  against: ReasonOf<'daily_limit'> | null;
  /** The day that it counts on, and what each attempt reserves. */
  day: string;
  reserve: number;
}

interface Claiming {
  clientId: number;
  kind: AttemptKind;
  now: Date;
  /** The longest that one of its calls plays. */
  longestMs: number;
  minuteCost: number;
}

/**
 * Until the commit nobody else takes anything for the client.
 *
 * @returns undefined for a client without limits
 */
export async function takeDailyTurn(tx: Tx, claiming: Claiming): Promise<DailyTurn | undefined> {
  const { clientId, now, minuteCost, longestMs } = claiming;
  const limits = await lockLimits(tx, clientId);
  if (!limits) return undefined;
  const { day, ...used } = await usedOn(tx, clientId, now);
  const kind = claiming.kind === 'call' ? 'calls' : 'texts';
  const reserve = kind === 'calls' ? reservedCost(longestMs, minuteCost) : 0;
  const { room, by } = roomOf(limits, used, kind, reserve);
  const until = new Date(endOfEasternDay(day)).toISOString();
  const against = by && { code: 'daily_limit' as const, kind: by, most: limits[by] ?? 0, until };
  return { room, against, day, reserve };
}

/** Undefined without limits. */
async function lockLimits(tx: Tx, clientId: number): Promise<DailyLimits | undefined> {
  return tx.row<DailyLimits>(
    hot('SELECT calls, texts, cost FROM daily_limit WHERE client_id = $1 FOR NO KEY UPDATE'),
    [clientId],
  );
}

/** The latest day from today on that has any use. */
async function usedOn(tx: Tx, clientId: number, now: Date): Promise<DailyUse & { day: string }> {
  const today = easternDate(now);
  const row = await tx.row<DailyUse & { day: string }>(
    `SELECT day::text, calls, texts, cost FROM daily_use
     WHERE client_id = $1 AND day >= $2::date ORDER BY day DESC LIMIT 1`,
    [clientId, today],
  );
  return row ?? { day: today, calls: 0, texts: 0, cost: 0 };
}

/** Counts what a claim has taken, in its transaction. */
export async function chargeDay(
  tx: Tx,
  clientId: number,
  kind: AttemptKind,
  { day, reserve }: Pick<DailyTurn, 'day' | 'reserve'>,
  attempts: number,
): Promise<void> {
  if (attempts === 0) return;
  const [calls, texts] = kind === 'call' ? [attempts, 0] : [0, attempts];
  await addUse(tx, clientId, day, { calls, texts, cost: attempts * reserve });
}

async function addUse(tx: Tx, clientId: number, day: string, use: DailyUse): Promise<void> {
  await tx.run(
    `INSERT INTO daily_use AS u (client_id, day, calls, texts, cost) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (client_id, day) DO UPDATE
       SET calls = u.calls + excluded.calls, texts = u.texts + excluded.texts,
         cost = u.cost + excluded.cost`,
    [clientId, day, use.calls, use.texts, use.cost],
  );
}

/**
 * For a transaction that ends or returns attempts, before it locks them: claims do so in this order.
 *
 * @returns whether the client has limits
 */
export async function lockDailyUse(tx: Tx, clientId: number): Promise<boolean> {
  return (await lockLimits(tx, clientId)) !== undefined;
}

/** What a returned attempt counted with. */
export interface CountedAttempt {
  limitDay: string;
  reservedCost: number;
  kind: AttemptKind;
}

/** SQL: the columns of a `CountedAttempt` of a deleted or read attempt `a`. */
export const countedColumns = `${dayOfAttempt}::text AS "limitDay",
  coalesce(a.reserved_cost, 0) AS "reservedCost"`;

/** Attempts that were given back count no longer. The client's turn is taken. */
export async function takeBackUse(
  tx: Tx,
  clientId: number,
  kind: AttemptKind,
  attempts: readonly Omit<CountedAttempt, 'kind'>[],
): Promise<void> {
  for (const day of new Set(attempts.map(({ limitDay }) => limitDay))) {
    const own = attempts.filter(({ limitDay }) => limitDay === day);
    const reserved = own.reduce((sum, { reservedCost: cost }) => sum + Number(cost), 0);
    await tx.run(
      `UPDATE daily_use SET calls = calls - $3, texts = texts - $4, cost = cost - $5
       WHERE client_id = $1 AND day = $2`,
      [
        ...[clientId, day, kind === 'call' ? own.length : 0, kind === 'text' ? own.length : 0],
        reserved,
      ],
    );
  }
}

/** What ended calls cost replaces what they had reserved. The client's turn is taken. */
export async function settleCosts(
  tx: Tx,
  clientId: number,
  callListId: number,
  calls: readonly (Pick<AttemptKey, 'entryId'> & { cost: number })[],
): Promise<void> {
  const days = await tx.rows<{ day: string; cost: number }>(
    `SELECT ${dayOfAttempt}::text AS day,
       sum(v.cost - coalesce(a.reserved_cost, 0))::bigint AS cost
     FROM unnest($3::integer[], $4::bigint[]) AS v (entry_id, cost)
     CROSS JOIN LATERAL (
       SELECT * FROM attempt
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id = v.entry_id OFFSET 0) AS a
     GROUP BY 1 ORDER BY 1`,
    [clientId, callListId, calls.map((call) => call.entryId), calls.map((call) => call.cost)],
  );
  for (const { day, cost } of days) {
    await tx.run('UPDATE daily_use SET cost = cost + $3 WHERE client_id = $1 AND day = $2', [
      ...[clientId, day, cost],
    ]);
  }
}

/**
 * Sets what the operator wants; it applies to every claim that is not committed yet. Today's use is
 * counted anew, so that a limit also knows of what came before it, and a day that a wrong clock
 * had begun is forgotten.
 *
 * @param now of the engines' clock; by default what it shows
 */
export async function setDailyLimits(
  db: Database,
  clientId: number,
  limits: DailyLimits,
  now?: Date,
): Promise<void> {
  await asClient(db, clientId, async (tx) => {
    await waitForClaims(tx, clientId);
    if (dailyKinds.every((kind) => limits[kind] === null)) {
      await tx.run('DELETE FROM daily_limit WHERE client_id = $1', [clientId]);
      await tx.run('DELETE FROM daily_use WHERE client_id = $1', [clientId]);
      return;
    }
    await tx.run(
      `INSERT INTO daily_limit (client_id, calls, texts, cost) VALUES ($1, $2, $3, $4)
       ON CONFLICT (client_id) DO UPDATE
         SET calls = excluded.calls, texts = excluded.texts, cost = excluded.cost`,
      [clientId, limits.calls, limits.texts, limits.cost],
    );
    await recountToday(tx, clientId, now);
  });
}

/** Of a client with limits: its use from today on, counted from its attempts. */
export async function recountToday(tx: Tx, clientId: number, at?: Date): Promise<void> {
  if (!(await lockDailyUse(tx, clientId))) return;
  const now = at ?? new Date(await platformTime(tx, new Date().toISOString()));
  const start = startOfEasternDay(now);
  // Only lists with attempts of today: the key of an attempt begins with its list.
  const use = await tx.row<DailyUse>(
    `SELECT count(*) FILTER (WHERE c.campaign_type <> ${campaignType.texting}) AS calls,
       count(*) FILTER (WHERE c.campaign_type = ${campaignType.texting}) AS texts,
       coalesce(sum(a.reserved_cost) FILTER (WHERE a.result IS NULL), 0)::bigint
       + (SELECT coalesce(sum(r.cost), 0)::bigint FROM call_record r
          WHERE r.client_id = $1 AND r.started_at >= $2) AS cost
     FROM call_list_count n
     JOIN attempt a ON a.client_id = $1 AND a.call_list_id = n.call_list_id
       AND a.attempted_at >= $2
     JOIN campaign c ON c.client_id = $1 AND c.campaign_id = a.campaign_id
     WHERE n.client_id = $1 AND n.last_call >= $2`,
    [clientId, start],
  );
  await tx.run('DELETE FROM daily_use WHERE client_id = $1 AND day >= $2::date', [
    clientId,
    easternDate(now),
  ]);
  if (use) await addUse(tx, clientId, easternDate(now), use);
}

/** The limits and what is used of them; undefined for a client without limits. */
export async function readDailyUse(tx: Tx, clientId: number, now: Date) {
  const limits = await tx.row<DailyLimits>(
    'SELECT calls, texts, cost FROM daily_limit WHERE client_id = $1',
    [clientId],
  );
  return limits && { limits, used: await usedOn(tx, clientId, now) };
}

export interface LimitNote {
  /** The client's code. */
  client: string;
  kind: DailyKind;
  state: LimitStanding['state'];
  sentence: string;
}

/** For the operator: the limits of all clients that are near or reached. As the platform. */
export async function limitsNotes(tx: Tx): Promise<LimitNote[]> {
  const now = new Date(await platformTime(tx, new Date().toISOString()));
  const clients = await tx.rows<{ clientId: number; code: string }>(
    `SELECT d.client_id AS "clientId", c.code
     FROM daily_limit d JOIN client c ON c.client_id = d.client_id ORDER BY c.code`,
  );
  const notes: LimitNote[] = [];
  for (const { clientId, code } of clients) {
    const use = await readDailyUse(tx, clientId, now);
    for (const one of use ? standingOf(use.limits, use.used) : []) {
      const sentence = dailyLimitSentence(one, endOfEasternDay(use?.used.day ?? ''));
      if (sentence) notes.push({ client: code, kind: one.kind, state: one.state, sentence });
    }
  }
  return notes;
}
