/** A claim reads contacts by what they are found by; screens read them with the entry. Both find the same. */
import { expect, test } from 'vitest';
import type { PolicyTerms } from '../../src/contract/policy.ts';
import { asClient, type Tx } from '../../src/db/database.ts';
import { listsWithReused } from '../../src/db/queries/lists-with-reused.ts';
import {
  type ContactsRead,
  contactsOf,
  externalKeyOf,
  type FoundByKeys,
  readContacts,
} from '../../src/db/queries/policy-contacts.ts';
import { readPolicyRules } from '../../src/db/queries/policy-rule.ts';
import { campaignPolicy } from '../../src/domain/policy/campaign-policy.ts';
import { makeTexting } from '../engine/text-world.ts';
import { afternoon, makeCampaign, makeList, makeTestClient } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const firstPhone = 12_125_550_100;
const entries = 8;
const now = new Date(afternoon);
const ago = (hours: number) => new Date(afternoon - hours * 3_600_000);

/** Eight numbers: two each of an account; the first two accounts have an External Id, the others none. */
async function contactedClient() {
  const clientId = await makeTestClient(db);
  const texts = await makeTexting(db, { clientId });
  const textList = await makeList(db, texts, { entries, firstPhone });
  const calls = await makeCampaign(db, { clientId });
  const callList = await makeList(db, calls, { entries, firstPhone });
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `UPDATE list_entry SET account_line = 2 + (entry_id - 1) / 2,
         external_id = CASE WHEN entry_id <= 4 THEN 'P-' || (entry_id - 1) / 2 ELSE '' END
       WHERE client_id = $1 AND call_list_id = ANY ($2::bigint[])`,
      [clientId, [textList, callList]],
    );
    // Of the text list every number; of the call list the first number of each account, and two are in flight.
    for (const [list, campaignId, hours, where] of [
      [textList, texts.campaignId, 30, 'true'],
      [callList, calls.campaignId, 3, 'e.entry_id % 2 = 1'],
    ] as const)
      await tx.run(
        `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
           attempted_at, finished_at, result, account_line, external_key)
         SELECT $1, $2::bigint, e.entry_id, $3, e.phone, gen_random_uuid(), $4::timestamptz,
           CASE WHEN e.entry_id < 7 OR $2::bigint = $5::bigint THEN $4::timestamptz END,
           CASE WHEN e.entry_id < 7 OR $2::bigint = $5::bigint THEN 'person' END, e.account_line,
           ${externalKeyOf('e.external_id')}
         FROM list_entry e WHERE e.client_id = $1 AND e.call_list_id = $2::bigint AND ${where}`,
        [clientId, list, campaignId, ago(hours), textList],
      );
    await tx.run(
      `INSERT INTO inbound_text (client_id, phone, texting_number, received, message, intent, carrier_ref)
       SELECT $1, phone, '12125550199', $2, 'Hello.', 1, gen_random_uuid()::text
       FROM unnest($3::text[]) AS phone`,
      [clientId, ago(2), [String(firstPhone + 1), String(firstPhone + 6)]],
    );
  });
  return { clientId, callList, campaignId: calls.campaignId };
}

const asRead = (read: ContactsRead) =>
  Array.isArray(read) ? read.map((one) => JSON.stringify(one)).sort() : read;

const limit = (most: number, of: 'number' | 'account' | 'external_id' | 'person') =>
  ({ kind: 'limit', most, counts: 'attempts', of, unit: 'days', length: 7 }) as const;

const rules: [string, PolicyTerms][] = [
  ...([1, 2, 3, 50] as const).flatMap((most) =>
    (['number', 'account', 'external_id', 'person'] as const).map((of): [string, PolicyTerms] => [
      `at most ${most} of a ${of}`,
      limit(most, of),
    ]),
  ),
  ['conversations of a number', { ...limit(2, 'number'), counts: 'conversations' }],
  ['conversations of a person', { ...limit(2, 'person'), counts: 'conversations' }],
  ['a gap', { kind: 'gap', of: 'number', hours: 5 }],
  ['a rest of a person', { kind: 'rest', of: 'person', unit: 'days', length: 2 }],
];

const { clientId, callList, campaignId } = await contactedClient();

/** The call list uses the file of the text list again, or has one of its own. */
const setFile = (tx: Tx, again: boolean) =>
  tx.run(
    `UPDATE call_list SET original_call_list_id =
         CASE WHEN $3 THEN (SELECT min(call_list_id) FROM call_list WHERE client_id = $1) END
     WHERE client_id = $1 AND call_list_id = $2`,
    [clientId, callList, again],
  );

async function bothWays(tx: Tx, terms: PolicyTerms) {
  await tx.run('DELETE FROM policy_rule WHERE client_id = $1', [clientId]);
  await tx.run(`INSERT INTO policy_rule (client_id, channel, terms) VALUES ($1, 'any', $2)`, [
    ...[clientId, JSON.stringify(terms)],
  ]);
  const scope = { campaignId, purpose: 'sales', kind: 'call' } as const;
  const policy = campaignPolicy(await readPolicyRules(tx, clientId), scope, null);
  if (!policy) throw new Error('There is no policy.');
  const values: unknown[] = [clientId, callList];
  const lists = await listsWithReused(tx, { clientId, callListId: callList }, policy);
  const contacts = contactsOf(policy, now, (value) => `$${values.push(value)}`, lists);
  const rows = await tx.rows<FoundByKeys & { contacts: ContactsRead }>(
    `SELECT e.phone, e.account_line AS "accountLine",
       ${externalKeyOf('e.external_id')}::text AS "externalKey", ${contacts} AS contacts
     FROM list_entry e WHERE e.client_id = $1 AND e.call_list_id = $2 ORDER BY e.entry_id DESC`,
    values,
  );
  const query = { clientId, callListId: callList, now };
  return {
    withEntry: rows.map((row) => asRead(row.contacts)),
    byKeys: (await readContacts(tx, query, policy, rows)).map(asRead),
  };
}

test.each(rules)('under %s', async (_, terms) => {
  const { withEntry, byKeys } = await asClient(db, clientId, (tx) => bothWays(tx, terms));
  expect(withEntry).toHaveLength(entries);
  expect(withEntry.some((read) => read !== null && read !== 0)).toBe(true);
  expect(byKeys).toEqual(withEntry);
});

test.each(rules)('under %s, where the list is one of several of its file', async (what, terms) => {
  const [alone, together] = await asClient(db, clientId, async (tx) => {
    const before = await bothWays(tx, terms);
    await setFile(tx, true);
    const after = await bothWays(tx, terms);
    await setFile(tx, false);
    return [before, after];
  });
  expect(together.byKeys).toEqual(together.withEntry);
  // Whoever has no External Id is found in the other list by the row.
  if (what === 'at most 1 of a account') expect(together.byKeys).not.toEqual(alone.byKeys);
  if (what.endsWith('of a number')) expect(together.byKeys).toEqual(alone.byKeys);
});
