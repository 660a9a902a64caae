/**
 * People by name, over call records: the entries of lists have no index of names, and a search must
 * stay fast at any size. Runs as carillon_report (see call-record.ts): the client is in the query.
 */
import { mostPeople, type Person } from '#contract/person.ts';
import { asReport, type Database, type Tx } from '../database.ts';
import { containsPattern } from '../like-pattern.ts';

interface Row {
  phone: string;
  first_name: string;
  last_name: string;
  started_at: Date;
  campaign_name: string;
}

/** Records read for one search: of a frequent name this many are enough. */
const mostRecords = 500;
/** Most people that somebody looks for were contacted lately. */
const recentDays = 40;

export async function findPeople(
  db: Database,
  clientId: number,
  search: string,
  now: Date,
): Promise<Person[]> {
  const words = search.split(/\s+/).filter(Boolean).map(containsPattern);
  return asReport(db, clientId, async (tx) => {
    const since = new Date(now.getTime() - recentDays * 24 * 3_600_000);
    const recent = await peopleSince(tx, clientId, words, since);
    if (recent.length >= mostPeople) return recent;
    return peopleSince(tx, clientId, words, new Date(0));
  });
}

/**
 * MATERIALIZED keeps the LIMIT out of the plan: PostgreSQL would walk through the whole table for a
 * name that it takes to be frequent.
 */
async function peopleSince(
  tx: Tx,
  clientId: number,
  words: readonly string[],
  since: Date,
): Promise<Person[]> {
  const matches = words.map(
    (_, at) => `(first_name ILIKE $${at + 3} OR last_name ILIKE $${at + 3})`,
  );
  const rows = await tx.rows<Row>(
    `WITH found AS MATERIALIZED (
       SELECT phone, first_name, last_name, started_at, campaign_name FROM call_record
       WHERE client_id = $1 AND started_at >= $2 AND ${matches.join(' AND ')}),
     few AS (SELECT * FROM found LIMIT ${mostRecords}),
     newest AS (
       SELECT DISTINCT ON (phone, lower(first_name), lower(last_name)) * FROM few
       ORDER BY phone, lower(first_name), lower(last_name), started_at DESC)
     SELECT * FROM newest ORDER BY started_at DESC LIMIT ${mostPeople}`,
    [clientId, since, ...words],
  );
  return rows.map((row) => ({
    phone: row.phone,
    name: [row.first_name, row.last_name].filter(Boolean).join(' '),
    at: row.started_at.toISOString(),
    campaignName: row.campaign_name,
  }));
}
