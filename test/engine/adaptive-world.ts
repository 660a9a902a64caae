/** What an adaptive campaign has called before a test begins. */
import { asClient, type Database } from '../../src/db/database.ts';
import { afternoon, type Campaign } from './world.ts';

/** Of the calls of before, whose list is not there any more. */
export const historyList = 999000;

/** As an earlier engine left them: two of five are answered, three of ten persons ask, and talk a minute. */
export async function callsOfBefore(
  db: Database,
  campaign: Campaign,
  { count = 400, at = afternoon }: { count?: number; at?: number } = {},
): Promise<void> {
  await run(
    db,
    campaign,
    `INSERT INTO call_record (client_id, campaign_id, started_at, call_list_id, entry_id, answered_at,
       finished_at, duration, billed_duration, minute_cost, cost, result, call_type, phone, caller_id,
       caller_id_type, call_list_name, campaign_name, course)
     SELECT $1, $2, began, ${historyList}, ($2::bigint * 10000 + n)::int, CASE WHEN person THEN began + make_interval(secs => 4 + n % 7) END,
       began + make_interval(secs => CASE WHEN asks THEN 80 + n % 9 ELSE 26 END), 0, 0, 0, 0,
       CASE WHEN person THEN 'person' ELSE 'no_answer' END, 'Outbound', '13025550100', '', 0, '', '',
       CASE WHEN asks THEN jsonb_build_object('keys', jsonb_build_array(
         jsonb_build_array('1', 15000 + n % 5 * 1000)), 'connectedAt', 25000) END
     FROM (SELECT n, n % 5 < 2 AS person, n % 5 < 2 AND n % 10 < 3 AS asks,
         $3::timestamptz - make_interval(mins => 400, secs => -n) AS began
       FROM generate_series(1, $4) n) AS made`,
    [new Date(at), count],
  );
}

/** Answered by a person, and abandoned, some days ago. */
export async function personsOfBefore(
  db: Database,
  campaign: Campaign,
  {
    persons,
    abandoned = 0,
    daysAgo = 0,
    at = afternoon,
  }: { persons: number; abandoned?: number; daysAgo?: number; at?: number },
): Promise<void> {
  await run(
    db,
    campaign,
    `INSERT INTO abandonment_day (client_id, campaign_id, day, persons, no_agent)
     VALUES ($1, $2, ($3::timestamptz AT TIME ZONE 'America/New_York')::date - $6::int, $4, $5)`,
    [new Date(at), persons, abandoned, daysAgo],
  );
}

const run = (db: Database, campaign: Campaign, statement: string, values: unknown[]) =>
  asClient(db, campaign.clientId, (tx) =>
    tx.run(statement, [campaign.clientId, campaign.campaignId, ...values]),
  );
