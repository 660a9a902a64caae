/** What 0054-reasons.sql makes of sentences that versions before it stored. */
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { freshDatabase } from '../harness/database.ts';

const campaigns: [sentence: string | null, reason: object | null][] = [
  [null, null],
  [
    'The campaign has no contact list with numbers. Upload a list for it, then start it again.',
    { code: 'no_list' },
  ],
  [
    'The voice message «50%_done» is not ready yet. Start the campaign when it is.',
    { code: 'message_not_ready', message: '50%_done' },
  ],
  [
    'The contact lists of the campaign have no numbers left to text. Upload or reuse a list, then start it again.',
    { code: 'nothing_left', channel: 'text' },
  ],
  [
    '20 calls in a row failed at the trunk, so the campaign was stopped. The last one: Forbidden (SIP 403). Start it again when the trunk is well.',
    { code: 'trunk_failed', calls: 20, said: 'Forbidden (SIP 403).' },
  ],
  [
    '20 calls in a row failed at the trunk, so the campaign was stopped. Start it again when the trunk is well.',
    { code: 'trunk_failed', calls: 20, said: '' },
  ],
  [
    'The carrier is away. Start the campaign again when it is connected.',
    { code: 'carrier_disconnected' },
  ],
  [
    'The carrier is away. Texts go on when it is connected again.',
    { code: 'waits_for_carrier', channel: 'text' },
  ],
  // Said anew by the engine that has the campaign.
  [
    'Waiting until Nov 21, 8:00 AM ET.',
    { code: 'former', said: 'Waiting until Nov 21, 8:00 AM ET.' },
  ],
];

const rejected: [sentence: string, reason: object][] = [
  ['This number is already on the list.', { code: 'number_duplicate' }],
  [
    'This is a foreign number (Jamaica), which the operator has not allowed.',
    { code: 'number_foreign', country: 'Jamaica' },
  ],
  [
    'This number was called since 11/20/2026.',
    { code: 'number_called_since', since: '11/20/2026' },
  ],
  ['Words of nobody.', { code: 'former', said: 'Words of nobody.' }],
];

test('sentences become their codes, and no word is lost of those that are not known', async () => {
  const { owner } = await freshDatabase();
  const client = new Client(owner);
  await client.connect();
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await migrate(
    owner,
    readMigrations().filter(({ name }) => name < '0054'),
  );
  await client.query(`
    INSERT INTO client (code, name) VALUES ('a', 'A');
    SELECT set_config('role', 'carillon_client', false), set_config('app.client_id', '1', false)`);
  for (const [sentence] of campaigns) {
    await client.query(
      `INSERT INTO campaign (client_id, name, campaign_type, status_reason)
       VALUES (1, gen_random_uuid(), 1, $1)`,
      [sentence],
    );
  }
  const kept = Object.fromEntries(rejected.map(([sentence], n) => [sentence, n + 1]));
  await client.query(
    `INSERT INTO call_list (client_id, call_list_id, campaign_id, name, rejected_reasons)
     OVERRIDING SYSTEM VALUE VALUES (1, 1, 1, 'a', $1), (1, 2, 1, 'b', NULL)`,
    [kept],
  );
  for (const [sentence] of rejected) {
    await client.query(
      `INSERT INTO rejected_row (client_id, call_list_id, line, column_name, value, reason)
       VALUES (1, 1, 1, 'Phone', '1', $1)`,
      [sentence],
    );
  }
  await client.query("SELECT set_config('role', 'none', false)");
  await migrate(owner, readMigrations());
  await client.query("SELECT set_config('role', 'carillon_client', false)");
  const read = async (sql: string) => (await client.query<{ it: unknown }>(sql)).rows;
  expect(await read('SELECT reason AS it FROM campaign ORDER BY campaign_id')).toEqual(
    campaigns.map(([, it]) => ({ it })),
  );
  expect(await read('SELECT reason AS it FROM rejected_row ORDER BY rejected_row_id')).toEqual(
    rejected.map(([, it]) => ({ it })),
  );
  const lists = await read('SELECT rejected_reasons AS it FROM call_list ORDER BY call_list_id');
  expect(lists.map(({ it }) => it)).toEqual([
    expect.arrayContaining(rejected.map(([, reason], n) => ({ reason, count: n + 1 }))),
    null,
  ]);
  await client.end();
});
