/** The contacts that a client's policy counts for an entry, as SQL of the statement that reads it. */
import { campaignType } from '#contract/campaign.ts';
import type { Purpose } from '#contract/policy.ts';
import { simMs } from '#domain/milliseconds.ts';
import type { CampaignPolicy } from '#domain/policy/campaign-policy.ts';
import type { Contact, FoundBy, WindowRule } from '#domain/policy/contact-hold.ts';
import { inFlight } from '../attempt-states.ts';

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

export function contactOf(row: ContactRow): Contact {
  const [by, key, at, text, campaignId, purpose, talkedAt, open, inbound] = row;
  return {
    ...{ by, key, at: simMs(at), kind: text ? 'text' : 'call', campaignId, purpose, open, inbound },
    talkedAt: talkedAt === null ? null : simMs(talkedAt),
  };
}

const ms = (instant: string) => `(extract(epoch FROM ${instant}) * 1000)::float8`;

/**
 * A person who answered has talked until the call ended, and with a text when the last reply came.
 * One that was noted during a call of a dead engine (`reached_at`) counts, too.
 */
const talkedAt = `CASE
    WHEN c.campaign_type = ${campaignType.texting} THEN
      (SELECT ${ms('max(i.received)')} FROM inbound_text i
       WHERE i.client_id = $1 AND i.phone = a.phone AND i.received >= a.attempted_at)
    WHEN a.result = 'person' OR a.reached_at IS NOT NULL THEN
      ${ms('coalesce(a.finished_at, a.reached_at)')} END`;

const attemptColumns = (talks: boolean) => `concat_ws('.', a.call_list_id, a.entry_id),
    ${ms('a.attempted_at')}, c.campaign_type = ${campaignType.texting}, a.campaign_id, c.purpose,
    ${talks ? talkedAt : 'NULL'}, ${inFlight('a')}, false`;

const countsTalks = ({ terms }: WindowRule) =>
  terms.kind === 'rest' || (terms.kind === 'limit' && terms.counts === 'conversations');
const countsReplies = (rule: WindowRule) => rule.channel !== 'call' && countsTalks(rule);

const ofCampaign = 'JOIN campaign c ON c.client_id = $1 AND c.campaign_id = a.campaign_id';

/**
 * SQL: the contacts of entry `e`, `ContactRow`s in JSON; null for none. Each way in which they are
 * found has an index, and is asked only if a rule counts by it.
 */
export function contactsOf(
  policy: CampaignPolicy | null,
  now: Date,
  given: (value: unknown) => string,
): string {
  if (!policy || policy.windows.length === 0) return 'NULL::jsonb';
  const { windows } = policy;
  const since = `${given(new Date(now.getTime() - policy.reach))}::timestamptz`;
  const found = (by: FoundBy, condition: string) =>
    `SELECT jsonb_build_array('${by}', ${attemptColumns(windows.some(countsTalks))}) AS contact
     FROM attempt a ${ofCampaign}
     WHERE a.client_id = $1 AND a.attempted_at > ${since} AND ${condition}`;
  const ways = [found('number', 'a.phone = e.phone')];
  if (windows.some(countsReplies)) {
    ways.push(`SELECT jsonb_build_array('number', 'i' || i.inbound_text_id, ${ms('i.received')}, true, 0, '',
       ${ms('i.received')}, false, true)
     FROM inbound_text i
     WHERE i.client_id = $1 AND i.phone = e.phone AND i.received > ${since}`);
  }
  if (policy.beyondNumber) {
    // Who has an External Id is found by it in every list, and so in the row of this one.
    const alone = windows.some(({ terms }) => terms.of === 'account')
      ? ''
      : `AND coalesce(e.external_id, '') = ''`;
    ways.push(
      found('account', `a.call_list_id = $2 AND a.account_line = e.account_line ${alone}`),
      found('external_id', `a.external_key = ${externalKeyOf('e.external_id')}`),
    );
  }
  return `(SELECT jsonb_agg(k.contact) FROM (${ways.join(' UNION ALL ')}) k)`;
}

/**
 * SQL: `recent`, what there was within the reach of the rules, and whether entry `e` of list $2 may have a
 * contact among it: numbers without one are judged by no rule that counts contacts.
 */
export function recentContacts(
  { reach }: CampaignPolicy,
  now: Date,
  given: (value: unknown) => string,
) {
  const since = `${given(new Date(now.getTime() - reach))}::timestamptz`;
  const recent = `recent AS MATERIALIZED (
       SELECT phone, call_list_id, account_line, external_key FROM attempt
       WHERE client_id = $1 AND attempted_at > ${since}
       UNION ALL SELECT phone, NULL, NULL, NULL FROM inbound_text
       WHERE client_id = $1 AND received > ${since}
     )`;
  const isRecent = `(e.phone IN (SELECT phone FROM recent)
         OR e.account_line IN (SELECT account_line FROM recent WHERE call_list_id = $2)
         OR ${externalKeyOf('e.external_id')} IN (SELECT external_key FROM recent))`;
  return { recent, isRecent };
}

interface BatchEntry {
  phone: string;
  accountLine: number;
  externalKey: string | null;
  contacts: readonly Contact[];
}

/**
 * A claim takes several entries of one list at once: what it has taken counts for those behind.
 * (Numbers that it then leaves, because others are in a call, have counted too much: those behind
 * are checked again soon.)
 */
export function countInBatch(policy: CampaignPolicy | null, now: Date) {
  const taken = new Map<string, Contact[]>();
  const keysOf = ({ phone, accountLine, externalKey }: BatchEntry): [FoundBy, string][] => [
    ['number', `n${phone}`],
    ...(policy?.beyondNumber
      ? ([
          ['account', `a${accountLine}`],
          ...(externalKey ? [['external_id', `x${externalKey}`]] : []),
        ] as [FoundBy, string][])
      : []),
  ];
  const counts = policy !== null && policy.windows.length > 0;
  let count = 0;
  return {
    with<Entry extends BatchEntry>(entry: Entry): Entry {
      if (taken.size === 0) return entry;
      const beside = keysOf(entry).flatMap(([, key]) => taken.get(key) ?? []);
      return beside.length === 0 ? entry : { ...entry, contacts: [...entry.contacts, ...beside] };
    },
    add(entry: BatchEntry): void {
      if (!counts) return;
      count += 1;
      for (const [by, key] of keysOf(entry)) {
        const contact: Contact = {
          ...{ by, key: `batch ${count}`, at: simMs(now.getTime()), talkedAt: null, open: true },
          ...policy.scope,
        };
        taken.set(key, [...(taken.get(key) ?? []), contact]);
      }
    },
  };
}
