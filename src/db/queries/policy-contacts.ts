/** The contacts that a client's policy counts for an entry, as SQL of the statement that reads it. */
import { campaignType } from '#contract/campaign.ts';
import type { Purpose } from '#contract/policy.ts';
import { simMs } from '#domain/milliseconds.ts';
import type { CampaignPolicy } from '#domain/policy/campaign-policy.ts';
import type { Contact, FoundBy, WindowRule } from '#domain/policy/contact-hold.ts';
import { inFlight } from '../attempt-states.ts';
import type { Tx } from '../database.ts';
import { attemptPurpose } from '../purpose-codes.ts';
import { type TableOfReplies, tablesOfReplies } from './kept-reply.ts';
import { listsWithReused } from './lists-with-reused.ts';

/** SQL: a short form of an External Id: equal for equal ones, null for none. */
export const externalKeyOf = (externalId: string) =>
  `CASE WHEN ${externalId} <> '' THEN
    ('x' || left(encode(sha256(convert_to(${externalId}, 'UTF8')), 'hex'), 16))::bit(64)::bigint END`;

/** As the statement returns one, to be small: `contactOf` reads it. Instants are epoch ms. */
export type ContactRow = [
  by: FoundBy,
  key: string,
  at: number,
  text: boolean,
  campaignId: number,
  purpose: Purpose,
  talkedAt: number | null,
  open: boolean,
  inbound: boolean,
];

/**
 * What the statement returns for an entry: its contacts, or only how many there are at most where
 * so few reach no rule; null for none.
 */
export type ContactsRead = ContactRow[] | number | null;

export const contactsIn = (read: ContactsRead): Contact[] =>
  Array.isArray(read) ? read.map(contactOf) : [];

export const uncountedIn = (read: ContactsRead): number => (typeof read === 'number' ? read : 0);

function contactOf(row: ContactRow): Contact {
  const [by, key, at, text, campaignId, purpose, talkedAt, open, inbound] = row;
  return {
    ...{ by, key, at: simMs(at), kind: text ? 'text' : 'call', campaignId, purpose, open, inbound },
    talkedAt: talkedAt === null ? null : simMs(talkedAt),
  };
}

const ms = (instant: string) => `(extract(epoch FROM ${instant}) * 1000)::float8`;

/**
 * A person who answered has talked until the call ended; one of a call with an unknown outcome (`reached_at`)
 * counts, too, also if it was noted only after another engine had ended the attempt. Who replied to a text has a contact of its own.
 */
const talkedAt = `CASE
    WHEN c.campaign_type <> ${campaignType.texting} AND (a.result = 'person' OR a.reached_at IS NOT NULL) THEN
      ${ms('greatest(a.finished_at, a.reached_at)')} END`;

const attemptColumns = (talks: boolean) => `concat_ws('.', a.call_list_id, a.entry_id),
    ${ms('a.attempted_at')}, c.campaign_type = ${campaignType.texting}, a.campaign_id, ${attemptPurpose},
    ${talks ? talkedAt : 'NULL'}, ${inFlight('a')}, false`;

const countsTalks = ({ terms }: WindowRule) =>
  terms.kind === 'rest' || (terms.kind === 'limit' && terms.counts === 'conversations');
const countsReplies = (rule: WindowRule) => rule.channel !== 'call' && countsTalks(rule);

const ofCampaign = 'JOIN campaign c ON c.client_id = $1 AND c.campaign_id = a.campaign_id';

/** The fewest contacts that some rule may hold a number for: any one, but for limits. */
export const fewestThatHold = (windows: readonly WindowRule[]): number =>
  Math.min(...windows.map(({ terms }) => (terms.kind === 'limit' ? terms.most : 1)));

/**
 * SQL: the contacts of entry `e`, a `ContactsRead` in JSON. Each way in which they are found has an
 * index, and is asked only if a rule counts by it. Most numbers have fewer contacts than any limit
 * asks for: those are only counted, which costs a fraction of describing each.
 *
 * @param lists those of the file (`listsWithReused`), of which $2 is one
 */
export function contactsOf(
  policy: CampaignPolicy | null,
  now: Date,
  given: (value: unknown) => string,
  lists: readonly number[],
): string {
  if (!policy || policy.windows.length === 0) return 'NULL::jsonb';
  const ways = waysTo(policy, {
    since: sinceOf(policy, now, given),
    externalKey: externalKeyOf('e.external_id'),
    lists: otherLists(lists, given),
  });
  const fewest = fewestThatHold(policy.windows);
  if (fewest <= 1) return describedBy(ways);
  const most = given(fewest);
  return `(SELECT CASE WHEN n.count < ${most} THEN to_jsonb(n.count) ELSE ${describedBy(ways)} END
    FROM (SELECT ${countedBy(ways, most)} AS count) n)`;
}

/** What contacts are found by, as an attempt carries it. */
export interface FoundByKeys {
  phone: string;
  accountLine: number;
  /** Null without an External Id. */
  externalKey: string | null;
}

/**
 * The contacts of entries of one list, in their order, by what they are found by. They are only
 * counted first, in a statement that is planned in a fraction of the time; those with as many as
 * some rule asks for are described by a second one.
 */
export async function readContacts(
  tx: Tx,
  { clientId, callListId, now }: { clientId: number; callListId: number; now: Date },
  policy: CampaignPolicy,
  entries: readonly FoundByKeys[],
): Promise<ContactsRead[]> {
  const lists = await listsWithReused(tx, { clientId, callListId }, policy);
  const read = async <Value>(some: readonly FoundByKeys[], column: Column): Promise<Value[]> => {
    if (some.length === 0) return [];
    const values: unknown[] = [
      ...[clientId, callListId, some.map(({ phone }) => phone)],
      ...[some.map((one) => one.accountLine), some.map((one) => one.externalKey)],
    ];
    const given = (value: unknown) => `$${values.push(value)}`;
    const ways = waysTo(policy, {
      since: sinceOf(policy, now, given),
      externalKey: 'e.external_key',
      lists: otherLists(lists, given),
    });
    const rows = await tx.rows<{ read: Value }>(
      `SELECT ${column(ways, given)} AS read
       FROM unnest($3::text[], $4::integer[], $5::bigint[])
         WITH ORDINALITY AS e (phone, account_line, external_key, n)
       WHERE $2::bigint IS NOT NULL ORDER BY e.n`,
      values,
    );
    return rows.map((row) => row.read);
  };
  const fewest = fewestThatHold(policy.windows);
  if (fewest <= 1) return read(entries, describedBy);
  const counts = await read<number>(entries, (ways, given) => countedBy(ways, given(fewest)));
  const isDescribed = (at: number) => (counts[at] ?? 0) >= fewest;
  const many = entries.filter((_, at) => isDescribed(at));
  const described = (await read<ContactRow[] | null>(many, describedBy)).values();
  return entries.map((_, at) => (isDescribed(at) ? described.next().value : counts[at]) ?? null);
}

type Column = (ways: readonly Way[], given: (value: unknown) => string) => string;

const sinceOf = ({ reach }: CampaignPolicy, now: Date, given: (value: unknown) => string) =>
  `${given(new Date(now.getTime() - reach))}::timestamptz`;

function describedBy(ways: readonly Way[]): string {
  const each = ways.map(
    ({ from, columns }) => `SELECT jsonb_build_array(${columns}) AS contact FROM ${from}`,
  );
  return `(SELECT jsonb_agg(k.contact) FROM (${each.join(' UNION ALL ')}) k)`;
}

/** @param most it stops there */
function countedBy(ways: readonly Way[], most: string): string {
  const each = ways.map(({ counted }) => `SELECT 1 FROM ${counted}`);
  return `(SELECT count(*)::integer FROM (${each.join(' UNION ALL ')} LIMIT ${most}) c)`;
}

/** One way in which contacts of entry `e` are found. */
interface Way {
  /** The columns of a `ContactRow`, from the tables of `from`. */
  columns: string;
  from: string;
  /** What is enough to count them, without those that the number finds already. */
  counted: string;
}

/**
 * SQL: the attempts (`a`) or inbound texts (`i`) of one way, in the order that only the index of
 * that way has. Of a client that is new to the planner's statistics, every index seems to find one row,
 * and it might read all of the client's attempts for each entry. Where it may not sort
 * (`rowsInIndexOrder`, and every claim), it has no choice.
 */
const inOrder = (of: 'attempt a' | `${TableOfReplies} i`, by: string, where: string) => {
  const [, alias] = of.split(' ');
  return `(SELECT * FROM ${of} WHERE ${where} ORDER BY ${alias}.${by}) ${alias}`;
};

const received = ms('i.received');
/** Several replies to one text are one conversation: the newest text to the number before them. */
const repliedTo = `coalesce((SELECT concat_ws('.', 'r', a.call_list_id, a.entry_id) FROM attempt a ${ofCampaign}
    WHERE a.client_id = $1 AND a.phone = i.phone AND a.attempted_at <= i.received
      AND c.campaign_type = ${campaignType.texting}
    ORDER BY a.attempted_at DESC LIMIT 1), 'i' || i.inbound_text_id)`;

interface WaysQuestion {
  /** SQL: how far back. */
  since: string;
  /** SQL: what an attempt carries of the External Id of `e`. */
  externalKey: string;
  /** SQL: the lists of the file as an array; undefined: $2 is the only one. */
  lists: string | undefined;
}

const otherLists = (lists: readonly number[], given: (value: unknown) => string) =>
  lists.length > 1 ? `${given(lists)}::bigint[]` : undefined;

function waysTo(
  { windows, beyondNumber }: CampaignPolicy,
  { since, externalKey, lists }: WaysQuestion,
): Way[] {
  const columns = attemptColumns(windows.some(countsTalks));
  // Each list on its own: only then are its attempts in the order of their index.
  const eachList = lists && `unnest(${lists}) AS f (list) CROSS JOIN LATERAL `;
  const attempts = (by: FoundBy, condition: string, each = ''): Way => {
    const where = `a.client_id = $1 AND a.attempted_at > ${since} AND ${condition}`;
    const apart = by === 'number' ? '' : ' AND a.phone <> e.phone';
    return {
      columns: `'${by}', ${columns}`,
      from: `${each}${inOrder('attempt a', 'attempted_at', where)} ${ofCampaign}`,
      counted: each + inOrder('attempt a', 'attempted_at', where + apart),
    };
  };
  const replies = (by: FoundBy, condition: string): Way[] => {
    const where = `i.client_id = $1 AND i.received > ${since} AND ${condition}`;
    const apart = by === 'number' ? '' : ' AND i.phone <> e.phone';
    return tablesOfReplies.map((table) => ({
      columns: `'${by}', ${repliedTo}, ${received}, true, 0, '', ${received}, false, true`,
      from: inOrder(`${table} i`, 'received', where),
      counted: inOrder(`${table} i`, 'received', where + apart),
    }));
  };
  const talks = windows.some(countsReplies);
  const ways = [attempts('number', 'a.phone = e.phone')];
  if (talks) ways.push(...replies('number', 'i.phone = e.phone'));
  if (!beyondNumber) return ways;
  // Attempts that carry an External Id are found by it alone (the index attempt_account has no others), in every list,
  // and so in the row of this file.
  const inRow = (list: string) => `a.call_list_id = ${list} AND a.account_line = e.account_line`;
  const inAnyList = inRow(lists ? `ANY (${lists})` : '$2');
  const ofPerson = `a.external_key = ${externalKey}`;
  const countsAccounts = windows.some(({ terms }) => terms.of === 'account');
  const unnamed = `a.external_key IS NULL${countsAccounts ? '' : ` AND ${externalKey} IS NULL`}`;
  const named = countsAccounts ? [`${ofPerson} AND ${inAnyList}`] : [];
  ways.push(attempts('account', `${inRow(lists ? 'f.list' : '$2')} AND ${unnamed}`, eachList));
  for (const condition of named) ways.push(attempts('account', condition));
  ways.push(attempts('external_id', ofPerson));
  if (!talks) return ways;
  // However long ago the number was texted, the reply to it is new.
  const fromTheirs = (condition: string) =>
    `i.phone IN (SELECT a.phone FROM attempt a WHERE a.client_id = $1 AND ${condition})`;
  for (const condition of [`${inAnyList} AND ${unnamed}`, ...named])
    ways.push(...replies('account', fromTheirs(condition)));
  ways.push(...replies('external_id', fromTheirs(ofPerson)));
  return ways;
}

/**
 * SQL: `recent`, what there was within the reach of the rules, and whether entry `e` of list $2 may have a
 * contact among it: numbers without one are judged by no rule that counts contacts.
 *
 * @param lists those of the file (`listsWithReused`)
 */
export function recentContacts(
  { reach, windows, beyondNumber }: CampaignPolicy,
  now: Date,
  given: (value: unknown) => string,
  lists: readonly number[],
) {
  const since = `${given(new Date(now.getTime() - reach))}::timestamptz`;
  const recent = `recent AS MATERIALIZED (
       SELECT phone, call_list_id, account_line, external_key FROM attempt
       WHERE client_id = $1 AND attempted_at > ${since}
       ${tablesOfReplies.map((table) => `UNION ALL SELECT phone, NULL, NULL, NULL FROM ${table} WHERE client_id = $1 AND received > ${since}`).join(' ')}
       ${beyondNumber && windows.some(countsReplies) ? ofReplies(since) : ''}
     )`;
  // Hashed whatever the planner takes `recent` for: compared one by one they would take minutes.
  const among = (column: string, where: string) =>
    `IN (SELECT one FROM unnest(ARRAY(SELECT ${column} FROM recent WHERE ${where})) one)`;
  const isRecent = `(e.phone ${among('phone', 'true')}
         OR e.account_line ${among('account_line', `call_list_id = ANY (${given(lists)}::bigint[]) AND account_line IS NOT NULL`)}
         OR ${externalKeyOf('e.external_id')} ${among('external_key', 'external_key IS NOT NULL')})`;
  return { recent, isRecent };
}

/** The accounts and persons of whoever replied, by the numbers that they were ever contacted at. */
const ofReplies = (since: string) =>
  tablesOfReplies
    .map(
      (table) => `UNION ALL
       SELECT a.phone, a.call_list_id, a.account_line, a.external_key
       FROM ${table} i JOIN attempt a ON a.client_id = $1 AND a.phone = i.phone
       WHERE i.client_id = $1 AND i.received > ${since}`,
    )
    .join(' ');

/** The rows of a statement with `contactsOf`, read by the indexes that it is meant for. */
export async function rowsInIndexOrder<Row>(
  tx: Tx,
  sql: string,
  values: readonly unknown[],
): Promise<Row[]> {
  await tx.run("SELECT set_config('enable_sort', 'off', true)");
  const rows = await tx.rows<Row>(sql, values);
  await tx.run('SET LOCAL enable_sort TO DEFAULT');
  return rows;
}
