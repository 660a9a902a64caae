/** The books of a client, recounted from attempts, call records and entries. */
import { asClient, type Database } from '../../src/db/database.ts';
import { isAbandonedBy } from '../../src/db/record-wait.ts';

export interface Recount {
  attempts: number;
  openAttempts: number;
  callRecords: number;
  /** Attempts that ended without exactly one call record, or records without an attempt. */
  mismatches: number;
  /** Lists, and days of Linkbacks, whose counters differ from a recount, with both. */
  wrongCounts: unknown[];
}

/** What stood in the books before anything was called: it has no attempts. */
export interface History {
  callListId: number;
  /** Days up to that of this instant. */
  until: Date;
}

export async function recount(db: Database, clientId: number, history?: History): Promise<Recount> {
  const values = [clientId, history?.callListId ?? 0];
  return asClient(db, clientId, async (tx) => {
    const totals = await tx.row<Omit<Recount, 'wrongCounts'>>(
      `SELECT
         (SELECT count(*)::int FROM attempt WHERE client_id = $1) AS attempts,
         (SELECT count(*)::int FROM attempt WHERE client_id = $1 AND finished_at IS NULL)
           AS "openAttempts",
         (SELECT count(*)::int FROM call_record WHERE client_id = $1 AND call_list_id <> $2) AS "callRecords",
         (SELECT count(*)::int FROM
           (SELECT call_list_id, entry_id, result, attempted_at FROM attempt
            WHERE client_id = $1 AND finished_at IS NOT NULL) a
           FULL JOIN
           (SELECT call_list_id, entry_id, result, started_at FROM call_record
            WHERE client_id = $1 AND call_list_id <> $2) r
             ON r.call_list_id = a.call_list_id AND r.entry_id = a.entry_id
               AND r.result = a.result AND r.started_at = a.attempted_at
          WHERE a.entry_id IS NULL OR r.entry_id IS NULL) AS mismatches`,
      values,
    );
    if (!totals) throw new Error('no recount');
    const wrongCounts = await tx.rows(
      `WITH recount AS (
         SELECT l.call_list_id,
           (SELECT count(*) FROM attempt a
            WHERE a.client_id = $1 AND a.call_list_id = l.call_list_id) AS attempted,
           (SELECT count(*) FROM list_entry e
            WHERE e.client_id = $1 AND e.call_list_id = l.call_list_id AND e.state = 1) AS taken,
           (SELECT count(*) FROM list_entry e
            WHERE e.client_id = $1 AND e.call_list_id = l.call_list_id AND e.state = 2) AS barred,
           (SELECT count(*) FROM follow_up f
            WHERE f.client_id = $1 AND f.call_list_id = l.call_list_id) AS follow_ups,
           count(r.*) FILTER (WHERE r.result = 'person') AS person,
           count(r.*) FILTER (WHERE r.result = 'machine') AS machine,
           count(r.*) FILTER (WHERE r.result = 'no_answer') AS no_answer,
           count(r.*) FILTER (WHERE r.result = 'busy') AS busy,
           count(r.*) FILTER (WHERE r.result = 'failed') AS failed,
           count(r.*) FILTER (WHERE r.result = 'unknown') AS unknown,
           count(r.*) FILTER (WHERE r.result = 'delivered') AS delivered,
           coalesce(sum(r.duration), 0) AS answered_seconds,
           count(r.*) FILTER (WHERE r.transferred AND r.call_type = 'Transfer') AS transferred,
           coalesce(sum(r.transfer_seconds) FILTER (WHERE r.transferred), 0) AS transfer_seconds,
           count(r.*) FILTER (WHERE r.abandoned AND NOT r.transferred) AS abandoned
         FROM call_list l
         LEFT JOIN call_record r ON r.client_id = $1 AND r.call_list_id = l.call_list_id
         WHERE l.client_id = $1
         GROUP BY l.call_list_id
       )
       SELECT row_to_json(n) AS counted, row_to_json(c) AS recounted
       FROM recount c JOIN call_list_count n
         ON n.client_id = $1 AND n.call_list_id = c.call_list_id
       WHERE (n.attempted, n.attempted, n.barred, n.person, n.machine, n.no_answer, n.busy, n.failed,
              n.unknown, n.delivered, n.answered_seconds, n.transferred, n.transfer_seconds, n.abandoned,
              n.follow_ups)
         IS DISTINCT FROM (c.attempted, c.taken, c.barred, c.person, c.machine, c.no_answer, c.busy,
              c.failed, c.unknown, c.delivered, c.answered_seconds, c.transferred, c.transfer_seconds,
              c.abandoned, c.follow_ups)`,
      [clientId],
    );
    const wrongDays = await tx.rows(wrongAbandonment, [...values, history?.until ?? '-infinity']);
    const wrongOpened = await tx.rows(wrongFigures, values);
    return { ...totals, wrongCounts: [...wrongCounts, ...wrongDays, ...wrongOpened] };
  });
}

/** Days of which the report does not show as many abandoned calls as the counters have, by any of the rules. */
const wrongFigures = `WITH rule AS (
    SELECT * FROM (VALUES (2, false), (2, true), (20, false), (20, true)) AS v (wait, hang_ups)
  ), counted AS (
    SELECT d.campaign_id, d.day, r.wait, r.hang_ups, d.no_agent
      + CASE r.wait WHEN 2 THEN d.over_2 ELSE d.over_20 END
      + CASE WHEN NOT r.hang_ups THEN 0 WHEN r.wait = 2 THEN d.left_2 ELSE d.left_20 END AS lost
    FROM abandonment_day d CROSS JOIN rule r
    WHERE d.client_id = $1 AND d.day IN (SELECT (finished_at AT TIME ZONE 'America/New_York')::date
      FROM call_record WHERE client_id = $1 AND call_list_id <> $2)
  ), opened AS (
    SELECT f.*, r.wait, r.hang_ups, (SELECT count(*)::int FROM call_record
      WHERE client_id = $1 AND call_list_id <> $2 AND campaign_id = f.counted_campaign
        AND (finished_at AT TIME ZONE 'America/New_York')::date = f.day
        AND ${isAbandonedBy('(SELECT f.counted_campaign AS guarded, r.wait, r.hang_ups)')}) AS shown
    FROM (SELECT DISTINCT campaign_id AS counted_campaign, day FROM counted) AS f CROSS JOIN rule r
  )
  SELECT row_to_json(c) AS counted, row_to_json(o) AS recounted
  FROM counted c JOIN opened o ON o.counted_campaign = c.campaign_id AND o.day = c.day
    AND o.wait = c.wait AND o.hang_ups = c.hang_ups
  WHERE c.lost <> o.shown`;

/** The course of a call has whole milliseconds: what is this near to a boundary may be on either side. */
const rounding = 5;
const between = (name: string, ms: string, boundary: number) =>
  `(count(*) FILTER (WHERE ${ms} > ${boundary + rounding}))::int AS ${name}_least,
      (count(*) FILTER (WHERE ${ms} > ${boundary - rounding}))::int AS ${name}_most`;

/**
 * What became of those who asked for an agent, by the course of their calls: who pressed 1 before any 9
 * asked, and waited until they were connected, pressed 9 or left.
 */
const wrongAbandonment = `WITH asked AS (
    SELECT r.campaign_id, (r.finished_at AT TIME ZONE 'America/New_York')::date AS day, r.abandoned,
      (r.course->>'connectedAt')::float8 AS connected, one.at AS asked,
      -- A course counts from the submission, a little after the attempt: the message began with the answer.
      coalesce(nine.at, extract(epoch FROM r.finished_at - r.answered_at) * 1000
        + (r.course->'message'->>'at')::float8) AS left_at,
      one.at IS NOT NULL AND coalesce(one.n < nine.n, true) AS asks,
      r.result = 'unknown' AS lost, nine.at IS NOT NULL AS nine
    FROM call_record r
    JOIN campaign c ON c.client_id = r.client_id AND c.campaign_id = r.campaign_id
      AND c.campaign_type = 2
    LEFT JOIN LATERAL (SELECT (k.key->>1)::float8 AS at, k.n
      FROM jsonb_array_elements(r.course->'keys') WITH ORDINALITY AS k (key, n)
      WHERE k.key->>0 = '1' ORDER BY k.n LIMIT 1) AS one ON true
    LEFT JOIN LATERAL (SELECT (k.key->>1)::float8 AS at, k.n
      FROM jsonb_array_elements(r.course->'keys') WITH ORDINALITY AS k (key, n)
      WHERE k.key->>0 = '9' ORDER BY k.n LIMIT 1) AS nine ON true
    WHERE r.client_id = $1 AND r.call_list_id <> $2 AND (r.result = 'person' OR r.result = 'unknown' AND one.at IS NOT NULL)
  ), waited AS (
    SELECT *, abandoned OR lost AND asks AND connected IS NULL AND NOT nine AS no_agent,
      CASE WHEN asks AND NOT abandoned THEN coalesce(connected, left_at) - asked END AS ms
    FROM asked
  ), recounted AS (
    SELECT campaign_id, day, count(*)::int AS persons,
      (count(*) FILTER (WHERE no_agent))::int AS no_agent,
      ${between('over_2', 'ms', 2_000)}, ${between('over_20', 'ms', 20_000)},
      ${between('left_2', 'CASE WHEN connected IS NULL THEN -ms END', -2_000)},
      ${between('left_20', 'CASE WHEN connected IS NULL THEN -ms END', -20_000)}
    FROM waited GROUP BY campaign_id, day
  )
  SELECT row_to_json(d) AS counted, row_to_json(n) AS recounted
  FROM recounted n
  FULL JOIN (SELECT * FROM abandonment_day WHERE client_id = $1
    AND day > ($3::timestamptz AT TIME ZONE 'America/New_York')::date) AS d
    ON d.campaign_id = n.campaign_id AND d.day = n.day
  WHERE (d.persons, d.no_agent) IS DISTINCT FROM (n.persons, n.no_agent)
    OR NOT (d.over_2 BETWEEN n.over_2_least AND n.over_2_most
      AND d.over_20 BETWEEN n.over_20_least AND n.over_20_most
      AND d.left_2 BETWEEN n.left_2_least AND n.left_2_most
      AND d.left_20 BETWEEN n.left_20_least AND n.left_20_most)`;
