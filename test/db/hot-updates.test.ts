/** Which updates of a call leave a dead tuple (docs/decisions/003-entry-and-attempt.md). */
import { expect, test } from 'vitest';
import { asOwner } from '../../src/db/database.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();

/** Indexes of a table that an update of these columns has to change: it cannot be HOT. */
async function indexesWith(table: string, columns: readonly string[]): Promise<string[]> {
  const rows = await asOwner(db, (tx) =>
    tx.rows<{ name: string }>(
      `SELECT i.indexrelid::regclass::text AS name
       FROM pg_index i WHERE i.indrelid = $1::regclass AND EXISTS (
         SELECT FROM unnest($2::text[]) AS c (name)
         WHERE pg_get_indexdef(i.indexrelid) ~ ('\\m' || c.name || '\\M'))
       ORDER BY 1`,
      [table, columns],
    ),
  );
  return rows.map(({ name }) => name);
}

test('what every batch of calls updates is in no index', async () => {
  const counters = ['attempted', 'last_call', 'person', 'machine', 'no_answer', 'busy', 'failed'];
  expect(await indexesWith('call_list_count', counters)).toEqual([]);
  expect(await indexesWith('campaign_lease', ['until', 'submissions_settled'])).toEqual([]);
  expect(await indexesWith('caller_id_use', ['uses'])).toEqual([]);
  expect(await indexesWith('attempt', ['reached_at', 'agent_called_at', 'held_until'])).toEqual([]);
});

test('an entry leaves one index when it is taken, and an attempt those of what is open', async () => {
  expect(await indexesWith('list_entry', ['state'])).toEqual(['list_entry_waiting']);
  const ended = ['result', 'answered_at', 'finished_at', 'carrier_note'];
  expect(await indexesWith('attempt', ended)).toEqual([
    'attempt_open',
    'attempt_open_phone',
    'attempt_receipt',
    'attempt_receipt_phone',
  ]);
});
