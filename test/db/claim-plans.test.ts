/** What a claim under a contact policy reads, when the newest statistics are older than the client. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { asClient, asPlatform, type Tx } from '../../src/db/database.ts';
import { claimCalls } from '../../src/db/queries/claim.ts';
import { acquireLeases } from '../../src/db/queries/lease.ts';
import { externalKeyOf } from '../../src/db/queries/policy-contacts.ts';
import { keyAttempts, type NewRule, storePolicyRule } from '../../src/db/queries/policy-save.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { afternoon, type Campaign, makeCampaign, makeList } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { explained } from './explained.ts';

const db = await freshDatabase();
const now = new Date(afternoon);
const entries = 2_000;
const wanted = 100;

/** Ended calls of days ago to each number, found by its account and its External Id, too. */
async function callEach({ clientId, campaignId }: Campaign, list: number) {
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
         attempted_at, finished_at, result, counts_as, account_line, external_key)
       SELECT $1, $2, entry_id + 1000000, $3, phone, gen_random_uuid(), $4::timestamptz, $4, 'busy',
         'call', account_line, ${externalKeyOf('external_id')}
       FROM list_entry WHERE client_id = $1 AND call_list_id = $2`,
      [clientId, list, campaignId, new Date(afternoon - 3 * 86_400_000)],
    ),
  );
}

async function addRule({ clientId }: Campaign, terms: NewRule['terms']) {
  await keyAttempts(db, clientId);
  const scope = { purpose: null, campaignId: null, country: null, state: null, channel: 'any' };
  const none = { preset: null, source: null, sourceDate: null };
  const rule = { ...scope, ...none, terms } as NewRule;
  await asClient(db, clientId, (tx) =>
    storePolicyRule(tx, clientId, 0, rule, { managerId: null, now }),
  );
}

/** An empty list of the same file. */
const loadAgain = ({ clientId, campaignId }: Campaign, list: number) =>
  asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO call_list (client_id, campaign_id, name, original_call_list_id)
       VALUES ($1, $2, 'Again', $3)`,
      [clientId, campaignId, list],
    ),
  );

/** The same transaction; `looked` counts the rows that are read to find what may be claimed. */
function watched(tx: Tx) {
  const { tx: explaining, looked } = explained(tx);
  const rows: Tx['rows'] = (sql, values) =>
    (/SKIP LOCKED|WITH ORDINALITY AS e /.test(sql) ? explaining : tx).rows(sql, values);
  return { tx: { ...tx, rows }, looked };
}

const rules: { what: string; terms: NewRule['terms']; lists?: number }[] = [
  { what: 'a gap of a number', terms: { kind: 'gap', of: 'number', hours: 168 } },
  { what: 'a gap of an account', terms: { kind: 'gap', of: 'account', hours: 168 } },
  {
    what: 'a gap of an account in several lists',
    terms: { kind: 'gap', of: 'account', hours: 168 },
    lists: 3,
  },
  { what: 'a gap of an External Id', terms: { kind: 'gap', of: 'external_id', hours: 168 } },
  {
    what: 'a limit of a person',
    terms: { kind: 'limit', of: 'person', counts: 'attempts', most: 3, unit: 'days', length: 7 },
  },
];

test.each(rules)(
  '$what: a claim does not read every attempt of a new client for each entry',
  async (given) => {
    const other = await makeCampaign(db);
    await callEach(other, await makeList(db, other, { entries, firstPhone: 13_035_550_000 }));
    const campaign = await makeCampaign(db);
    const { clientId } = campaign;
    const list = await makeList(db, campaign, { entries, firstPhone: 12_123_000_000 });
    await asClient(db, clientId, (tx) =>
      tx.run(
        `UPDATE list_entry SET external_id = CASE WHEN $3 THEN 'P-' || entry_id ELSE '' END
       WHERE client_id = $1 AND call_list_id = $2`,
        [clientId, list, given.lists === undefined],
      ),
    );
    for (let more = given.lists ?? 1; more > 1; more -= 1) await loadAgain(campaign, list);
    await addRule(campaign, given.terms);
    await db.pool.query('ANALYZE attempt');
    await callEach(campaign, list);
    await asClient(db, clientId, (tx) =>
      tx.run('UPDATE campaign SET run_status = 3 WHERE client_id = $1', [clientId]),
    );
    const leases = await asPlatform(db, (tx) => acquireLeases(tx, randomUUID(), 600));
    const lease = leases.find((one) => one.campaignId === campaign.campaignId);
    if (!lease) throw new Error('no lease');

    let found = 0;
    const { outcome, rows } = await asClient(db, clientId, async (plain) => {
      const { tx, looked } = watched(plain);
      const claimed = await claimCalls(tx, {
        ...{ lease, now, wanted, skip: [], callerId: { type: 0, number: '' } },
        judge: ({ contacts, uncounted }) => {
          found += contacts.length + uncounted;
          return { kind: 'call', until: simMs(Number.POSITIVE_INFINITY) };
        },
      });
      return { outcome: claimed, rows: looked.rows };
    });
    expect(outcome).toMatchObject({ kind: 'claimed' });
    expect(outcome.kind === 'claimed' && outcome.calls.length).toBe(wanted);
    expect(found).toBeGreaterThanOrEqual(wanted);
    expect(rows).toBeLessThan(60 * wanted);
  },
);
