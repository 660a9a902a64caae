/** Whether everything that a fixture holds is still there after an upgrade. */
import { text } from 'node:stream/consumers';
import { Client, type ClientConfig } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { plainSession } from './dump.ts';
import { type Part, partsOf } from './fixture.ts';

/**
 * Columns whose values a migration changed on purpose, with the migration; all others must be as
 * they were. `table.column`.
 */
export const changedOnPurpose: Record<string, string> = {
  'call_list.rejected_reasons': '0054-reasons',
  'campaign.status_reason': '0054-reasons',
  'engine.idle_because': '0054-reasons',
  'phone_recording.reason': '0054-reasons',
  'rejected_row.reason': '0054-reasons',
  'report_archive.status_reason': '0054-reasons',
  'voice_message.status_reason': '0054-reasons',
  // Their conversion: test/db/notes-as-codes.test.ts.
  'attempt.carrier_note': '0055-notes',
  'text_receipt.note': '0055-notes',
  'text_reply.note': '0055-notes',
  // Each engine writes it anew.
  'carrier_state.detail': '0056-carrier-states',
};

/** Columns that 0078-names renamed, as `table.column`, with their name of today. */
const renamed: Record<string, string> = {
  'campaign_lease.handed_over': 'submissions_settled',
  'text_reply.handed_over': 'submitted_at',
  'upload.cancelled': 'canceled',
};

/** Tables whose rows are accounts of migrations, and grow. */
const accounts = new Set(['migration', 'graphile_worker.migrations']);

/**
 * Compares each table's rows, column by column, with the fixture's. A partition's rows may be in
 * another one by now: rows are looked for in the table that it belongs to.
 *
 * @returns a sentence for each difference
 */
export async function lostRows(superuser: ClientConfig, parts: readonly Part[]): Promise<string[]> {
  const parents = new Map(partsOf(parts, 'partition').map(({ table, parent }) => [table, parent]));
  const rootOf = (table: string): string => {
    const parent = parents.get(table);
    return parent === undefined ? table : rootOf(parent);
  };
  const before = new Map<string, { columns: string[]; lines: string[] }>();
  for (const { table, columns, text: rows } of partsOf(parts, 'rows')) {
    const root = rootOf(table);
    const lines = [...(before.get(root)?.lines ?? []), ...rows.replace(/\n$/, '').split('\n')];
    before.set(root, { columns, lines });
  }
  const client = new Client(superuser);
  await client.connect();
  try {
    await client.query(plainSession);
    const lost: string[] = [];
    for (const [table, { columns, lines }] of before) {
      if (!accounts.has(table)) lost.push(...(await compare(client, table, columns, lines)));
    }
    return lost;
  } finally {
    await client.end();
  }
}

async function compare(client: Client, table: string, columns: string[], lines: string[]) {
  const kept = columns
    .map((name, index) => ({ name, index }))
    .filter(({ name }) => !(`${table}.${name}` in changedOnPurpose));
  const list = kept.map(({ name }) => `"${renamed[`${table}.${name}`] ?? name}"`).join(', ');
  const now = await text(client.query(copyTo(`COPY (SELECT ${list} FROM ${table}) TO STDOUT`)));
  const then = lines.map((line) => {
    const values = line.split('\t');
    return kept.map(({ index }) => values[index]).join('\t');
  });
  const there = now.replace(/\n$/, '').split('\n');
  if (then.toSorted().join('\n') === there.toSorted().join('\n')) return [];
  const known = new Set(there);
  const missing = then.filter((line) => !known.has(line));
  return [
    `${table}: ${then.length} rows then, ${there.length} now, ${missing.length} not as they were`,
  ];
}
