/** The share of calls that a person answered, by zone and local hour, kept from call records. */
import { type AnswerShare, homeZone, hourAt } from '#domain/follow-up/day-part.ts';
import type { Tx } from '../database.ts';

/** By `<zone> <hour>`. */
export type AnswerShares = ReadonlyMap<string, AnswerShare>;

export async function readAnswerShares(tx: Tx, clientId: number): Promise<AnswerShares> {
  const rows = await tx.rows<AnswerShare & { zone: string; hour: number }>(
    'SELECT zone, hour, attempts, answered FROM answer_hour WHERE client_id = $1',
    [clientId],
  );
  return new Map(rows.map(({ zone, hour, ...share }) => [`${zone} ${hour}`, share]));
}

/** The same, as a part of the day asks for it. */
export async function answerShareOf(tx: Tx, clientId: number) {
  const shares = await readAnswerShares(tx, clientId);
  return (zone: string, hour: number) => shares.get(`${zone} ${hour}`);
}

/** For the platform: clients with a rule that chooses a part of the day. */
export async function clientsWithParts(tx: Tx): Promise<number[]> {
  const rows = await tx.rows<{ client_id: number }>(
    `SELECT DISTINCT client_id FROM campaign
     WHERE deleted_at IS NULL AND follow_ups @> '[{"otherPart": true}]' ORDER BY client_id`,
  );
  return rows.map((row) => row.client_id);
}

const day = 24 * 3_600_000;
/** A call that began before this has its record. */
const settled = 3_600_000;
const firstDays = 28;

/**
 * Adds the records of at most one day that are not in the shares yet; those of the last four weeks at
 * first.
 *
 * @param now on the engine's clock
 * @returns whether more are left
 */
export async function countAnswers(tx: Tx, clientId: number, now: Date): Promise<boolean> {
  const last = now.getTime() - settled;
  await tx.run('INSERT INTO answer_hour_until VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    clientId,
    new Date(now.getTime() - firstDays * day),
  ]);
  // Another engine counts at this moment, or has counted.
  const row = await tx.row<{ from: Date }>(
    `SELECT counted_until AS from FROM answer_hour_until WHERE client_id = $1
     FOR UPDATE SKIP LOCKED`,
    [clientId],
  );
  if (!row || row.from.getTime() >= last) return false;
  const until = new Date(Math.min(last, row.from.getTime() + day));
  // Some zones are half an hour, or a quarter, beside the others.
  const groups = await tx.rows<AnswerShare & { area: string; state: string; begun: Date }>(
    `SELECT substr(phone, 2, 3) AS area, state_code AS state,
       date_bin('15 minutes', started_at, '2000-01-01T00:00:00Z'::timestamptz) AS begun,
       count(*)::bigint AS attempts, count(*) FILTER (WHERE result = 'person')::bigint AS answered
     FROM call_record
     WHERE client_id = $1 AND started_at >= $2 AND started_at < $3 AND call_type <> 'Text'
       AND phone LIKE '1%'
     GROUP BY 1, 2, 3`,
    [clientId, row.from, until],
  );
  const shares = sumOf(groups);
  await tx.run(
    `INSERT INTO answer_hour AS s (client_id, zone, hour, attempts, answered)
     SELECT $1, * FROM unnest($2::text[], $3::smallint[], $4::bigint[], $5::bigint[]) AS v
     ON CONFLICT (client_id, zone, hour) DO UPDATE
       SET attempts = s.attempts + excluded.attempts, answered = s.answered + excluded.answered`,
    [
      clientId,
      shares.map(({ zone }) => zone),
      shares.map(({ hour }) => hour),
      shares.map(({ attempts }) => attempts),
      shares.map(({ answered }) => answered),
    ],
  );
  await tx.run('UPDATE answer_hour_until SET counted_until = $2 WHERE client_id = $1', [
    clientId,
    until,
  ]);
  return until.getTime() < last;
}

function sumOf(groups: readonly (AnswerShare & { area: string; state: string; begun: Date })[]) {
  const sums = new Map<string, AnswerShare & { zone: string; hour: number }>();
  for (const { area, state, begun, attempts, answered } of groups) {
    const zone = homeZone({ phone: `1${area}5550100`, state: state || null, zipCode: null });
    const hour = hourAt(zone, begun.getTime());
    const sum = sums.get(`${zone} ${hour}`) ?? { zone, hour, attempts: 0, answered: 0 };
    sum.attempts += attempts;
    sum.answered += answered;
    sums.set(`${zone} ${hour}`, sum);
  }
  return [...sums.values()];
}
