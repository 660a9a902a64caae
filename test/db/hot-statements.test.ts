import { expect, test } from 'vitest';
import {
  asOwner,
  asPlatform,
  closeDatabase,
  type Database,
  openDatabase,
} from '../../src/db/database.ts';
import { hot, hotStatements } from '../../src/db/hot-statements.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { makeEngine } from '../engine/test-engine.ts';
import { makeTexting } from '../engine/text-world.ts';
import { campaignState, makeCampaign, makeList, makeTestClient } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase({ max: 1 });

interface Prepared {
  name: string;
  statement: string;
  kept: number;
}

/** Of a database's only connection. */
const preparedIn = (of: Database) =>
  asPlatform(of, (tx) =>
    tx.rows<Prepared>(
      'SELECT name, statement, generic_plans AS kept FROM pg_prepared_statements ORDER BY name',
    ),
  );

test('a hot statement is parsed once for a connection, and its plan is kept', async () => {
  const text = 'SELECT count(*) FROM campaign WHERE client_id = $1';
  for (let n = 0; n < 10; n += 1) await asPlatform(db, (tx) => tx.row(hot(text), [n]));
  const [own] = (await preparedIn(db)).filter(({ statement }) => statement === text);
  expect(own?.name).toMatch(/^hot_\d+$/);
  expect(own?.kept).toBeGreaterThan(0);
});

test('a statement is sent without a name where a pooler shares the sessions', async () => {
  const pooled = openDatabase({ ...db.owner, max: 1, direct: db.owner });
  const text = 'SELECT count(*) FROM client WHERE client_id = $1';
  for (let n = 0; n < 10; n += 1) await asPlatform(pooled, (tx) => tx.row(hot(text), [n]));
  expect(await preparedIn(pooled)).toEqual([]);
  await closeDatabase(pooled);
});

test('a table that changes under a kept plan costs a connection, and no work', async () => {
  await asOwner(db, async (tx) => {
    await tx.run('CREATE TABLE changing (at integer)');
    await tx.run('INSERT INTO changing VALUES (1)');
    await tx.run('GRANT SELECT ON changing TO carillon_platform');
  });
  const read = () => asPlatform(db, (tx) => tx.row(hot('SELECT * FROM changing')));
  for (let n = 0; n < 10; n += 1) expect(await read()).toEqual({ at: 1 });
  await asOwner(db, (tx) => tx.run("ALTER TABLE changing ADD COLUMN more text DEFAULT 'x'"));
  expect(await read()).toEqual({ at: 1, more: 'x' });
});

/** They grow by thousands between two looks at their statistics, or are partitioned. */
const growing = new RegExp(
  `\\b(${[
    ...[
      'attempt',
      'list_entry',
      'call_record',
      'account_phone',
      'account_stop',
      'do_not_call',
      'kept_reply',
    ],
    ...['inbound_text', 'outbound_text', 'text_receipt', 'text_reply', 'text_cancel'],
    ...['follow_up', 'follow_up_wait', 'contact_rest', 'brake_call', 'registry_number'],
    ...['scrub_answer', 'waiting_change', 'waiting_tally', 'audit_entry', 'audit_log'],
  ].join('|')})\\b`,
);

test('no hot statement reads a table that grows while a campaign runs', async () => {
  const clientId = await makeTestClient(db);
  const campaigns = [
    await makeCampaign(db, { clientId }),
    await makeTexting(db, { clientId, textPerMinute: 1_200 }),
  ];
  for (const campaign of campaigns) {
    await makeList(db, campaign, { entries: 20 });
    await requestStart(db, clientId, campaign.campaignId);
  }
  const { engine, runUntil } = makeEngine(db);
  await runUntil(async () => {
    const states = await Promise.all(campaigns.map((one) => campaignState(db, one)));
    return states.every(({ completed }) => completed);
  });
  await engine.stop();
  expect(hotStatements().length).toBeGreaterThan(8);
  expect(hotStatements().filter((text) => growing.test(text))).toEqual([]);
});
