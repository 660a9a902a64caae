/** Rests and limits on conversations count from the end of a talk, and from the reply to a text. */
import { expect, test } from 'vitest';
import type { PolicyTerms } from '../../src/contract/policy.ts';
import { asClient, type Tx } from '../../src/db/database.ts';
import { externalKeyOf } from '../../src/db/queries/policy-contacts.ts';
import { readPolicyCosts } from '../../src/db/queries/policy-costs.ts';
import { makeTexting } from '../engine/text-world.ts';
import { afternoon, makeCampaign, makeList, makeTestClient } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const minute = 60_000;
const day = 24 * 60 * minute;
const ago = (ms: number) => new Date(afternoon - ms);

/** A client with one rule, a list of texts whose numbers were tried, and a list of calls that waits. */
async function underRule(terms: PolicyTerms) {
  const clientId = await makeTestClient(db);
  const texts = await makeTexting(db, { clientId });
  const textList = await makeList(db, texts, { entries: 3, firstPhone: 12_125_550_100 });
  const calls = await makeCampaign(db, { clientId });
  const callList = await makeList(db, calls, { entries: 3, firstPhone: 12_125_550_100 });
  await asClient(db, clientId, async (tx) => {
    await tx.run('UPDATE list_entry SET state = 1 WHERE client_id = $1 AND call_list_id = $2', [
      ...[clientId, textList],
    ]);
    await tx.run(`INSERT INTO policy_rule (client_id, channel, terms) VALUES ($1, 'any', $2)`, [
      ...[clientId, JSON.stringify(terms)],
    ]);
  });
  interface Tried {
    from: number;
    until?: number;
    result?: string;
  }
  const tried = (tx: Tx, { from, until = from, result = 'delivered' }: Tried) =>
    tx.run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
         attempted_at, finished_at, result, account_line, external_key)
       SELECT $1, $2, e.entry_id, $3, e.phone, gen_random_uuid(), $5, $6, $7, e.account_line,
         ${externalKeyOf('e.external_id')}
       FROM list_entry e WHERE e.client_id = $1 AND e.call_list_id = $2 AND e.entry_id = $4`,
      [...[clientId, textList, texts.campaignId, 1], ...[ago(from), ago(until), result]],
    );
  const replied = (tx: Tx, when: number) =>
    tx.run(
      `INSERT INTO inbound_text (client_id, phone, texting_number, received, message, intent, carrier_ref)
       VALUES ($1, '12125550100', '12125550199', $2, 'Hello.', 1, gen_random_uuid()::text)`,
      [clientId, ago(when)],
    );
  const held = (tx: Tx) =>
    readPolicyCosts(tx, clientId, new Date(afternoon)).then(({ costs }) =>
      costs.reduce((sum, { count }) => sum + count, 0),
    );
  return { clientId, callList, tried, replied, held };
}

test('a rest begins when the talk ends, however long it lasted', async () => {
  const world = await underRule({ kind: 'rest', of: 'number', unit: 'hours', length: 2 });
  const held = await asClient(db, world.clientId, async (tx) => {
    // Another list of the client has the number: its talk of more than two hours ended just now.
    await world.tried(tx, { from: 140 * minute, until: 10 * minute, result: 'person' });
    await tx.run(`UPDATE campaign SET campaign_type = 1 WHERE client_id = $1`, [world.clientId]);
    return world.held(tx);
  });
  expect(held).toBe(1);
});

test('a rest of a person begins with the reply to a text, however old the text, at each number', async () => {
  const world = await underRule({ kind: 'rest', of: 'external_id', unit: 'days', length: 7 });
  const held = await asClient(db, world.clientId, async (tx) => {
    await tx.run(
      `UPDATE list_entry SET external_id = 'P-1' WHERE client_id = $1 AND entry_id < 3`,
      [world.clientId],
    );
    await world.tried(tx, { from: 9 * day });
    await world.replied(tx, 2 * day);
    return world.held(tx);
  });
  // The two numbers of that person wait; the third is somebody else's.
  expect(held).toBe(2);
});

test.each([
  [1, 1],
  [2, 0],
])('several replies to one text are one conversation: at most %i', async (most, count) => {
  const world = await underRule({
    ...{ kind: 'limit', most, counts: 'conversations', of: 'number', unit: 'days', length: 30 },
  });
  const held = await asClient(db, world.clientId, async (tx) => {
    await world.tried(tx, { from: 5 * day });
    for (const hours of [90, 91, 92]) await world.replied(tx, hours * 60 * minute);
    return world.held(tx);
  });
  expect(held).toBe(count);
});
