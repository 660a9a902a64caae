/**
 * People by name, over call records: the entries of lists have no index of names, and a search must
 * stay fast at any size. Runs as carillon_report (see call-record.ts): the client is in the query.
 */
import { mostPeople, type Person } from '#contract/person.ts';
import { asReport, type Database, type Tx } from '../database.ts';
import { containsPattern, wholePattern } from '../like-pattern.ts';

interface Row {
  phone: string;
  first_name: string;
  last_name: string;
  started_at: Date;
  campaign_name: string;
}

/** Records read for one question: of a frequent name this many are enough. */
const mostRecords = 500;
/** Most people that somebody looks for were contacted lately. */
const recentDays = 40;
const everDays = 100_000;

/**
 * The whole name first, then names of whole words, then the newest that contain the words. Each is
 * a question of its own: among many names that begin with it, a whole name would be left out.
 */
export async function findPeople(
  db: Database,
  clientId: number,
  search: string,
  now: Date,
): Promise<Person[]> {
  const words = search.split(/\s+/).filter(Boolean);
  return asReport(db, clientId, async (tx) => {
    const read = (condition: Condition, days: number) => {
      const since = new Date(now.getTime() - days * 24 * 3_600_000);
      return newestPeople(tx, { clientId, since, condition });
    };
    const found = new Map<string, Person>();
    const add = async (condition: Condition, days: number) => {
      if (found.size >= mostPeople) return;
      for (const row of await read(condition, days)) {
        const person = personOf(row);
        const key = `${person.phone} ${person.name.toLowerCase()}`;
        if (!found.has(key)) found.set(key, person);
      }
    };
    await add(wholeName(words), everDays);
    await add(eachWord(words.map(wholePattern)), everDays);
    await add(eachWord(words.map(containsPattern)), recentDays);
    await add(eachWord(words.map(containsPattern)), everDays);
    return [...found.values()].slice(0, mostPeople);
  });
}

function personOf(row: Row): Person {
  return {
    phone: row.phone,
    name: [row.first_name, row.last_name].filter(Boolean).join(' '),
    at: row.started_at.toISOString(),
    campaignName: row.campaign_name,
  };
}

/** SQL with the values of its parameters, which stand from $3 on. */
interface Condition {
  sql: string;
  values: readonly string[];
}

/**
 * First and last name, wherever the first one ends: "Mary Ann Lee". A person of one name has an empty
 * other one, which is asked by its length: an empty pattern has no trigrams, so that PostgreSQL would
 * read every record.
 */
function wholeName(words: readonly string[]): Condition {
  const whole = wholePattern(words.join(' '));
  const names = words
    .slice(1)
    .map((_, at) => [words.slice(0, at + 1), words.slice(at + 1)])
    .map((parts) => parts.map((part) => wholePattern(part.join(' '))));
  const each = names.map(
    (_, at) => `first_name ILIKE $${2 * at + 4} AND last_name ILIKE $${2 * at + 5}`,
  );
  const one = [
    'first_name ILIKE $3 AND length(last_name) = 0',
    'length(first_name) = 0 AND last_name ILIKE $3',
  ];
  const sql = [...one, ...each].map((names) => `(${names})`).join(' OR ');
  return { sql: `(${sql})`, values: [whole, ...names.flat()] };
}

/** Each word is in the first or the last name. */
function eachWord(patterns: readonly string[]): Condition {
  const sql = patterns.map(
    (_, at) => `(first_name ILIKE $${at + 3} OR last_name ILIKE $${at + 3})`,
  );
  return { sql: sql.join(' AND '), values: patterns };
}

/**
 * MATERIALIZED keeps the LIMIT out of the plan: PostgreSQL would walk through the whole table for a
 * name that it takes to be frequent.
 */
function newestPeople(
  tx: Tx,
  asked: { clientId: number; since: Date; condition: Condition },
): Promise<Row[]> {
  const { clientId, since, condition } = asked;
  return tx.rows<Row>(
    `WITH found AS MATERIALIZED (
       SELECT phone, first_name, last_name, started_at, campaign_name FROM call_record
       WHERE client_id = $1 AND started_at >= $2 AND ${condition.sql}),
     few AS (SELECT * FROM found LIMIT ${mostRecords}),
     newest AS (
       SELECT DISTINCT ON (phone, lower(first_name), lower(last_name)) * FROM few
       ORDER BY phone, lower(first_name), lower(last_name), started_at DESC)
     SELECT * FROM newest ORDER BY started_at DESC LIMIT ${mostPeople}`,
    [clientId, since, ...condition.values],
  );
}
