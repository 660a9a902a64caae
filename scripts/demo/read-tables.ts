/** Everything that the thirty days left behind, as text, with sealed values opened. */
import { asClient, type Tx } from '../../src/db/database.ts';
import type { World } from './world.ts';

export interface Column {
  name: string;
  /** As PostgreSQL names it, such as `timestamp with time zone`. */
  type: string;
}

export interface RawTable {
  name: string;
  columns: Column[];
  /** In the order of the primary key. */
  rows: (string | null)[][];
}

export interface Raw {
  tables: RawTable[];
  /** Names by id, for rows that each start makes by itself. */
  names: Record<string, Record<string, string>>;
  instants: [real: number, virtual: number][];
}

/** What the file holds, in the order in which it is loaded. */
export const kept = [
  'text_message',
  'campaign',
  'policy_rule',
  'policy_book',
  'brake_limit',
  'call_list',
  'call_list_count',
  'call_list_import',
  'rejected_row',
  'saved_mapping',
  'list_entry',
  'account_phone',
  'attempt',
  'outbound_text',
  'call_record',
  'inbound_text',
  'contact_rest',
  'text_reply',
  'do_not_call',
  'account_stop',
  'abandonment_day',
  'brake_call',
  'brake_count',
  'caller_id_use',
  'daily_use',
  'schedule_run',
  'shown_number',
  'spoken_kind',
  'forecast',
];

/** What each start makes by itself, or the installation's jobs count anew. */
const leftOut = [
  ...['client', 'manager', 'account_field', 'voice_message', 'voice_message_step'],
  ...['voice_message_rendering', 'caller_id_bucket', 'caller_id_number', 'texting_number'],
  ...['texting_pace', 'campaign_lease', 'campaign_follower', 'session', 'idempotency_key'],
  ...['audit_chain', 'audit_entry', 'audit_log', 'audit_root', 'answer_hour', 'answer_hour_until'],
  ...['answer_share', 'answer_share_until', 'known_browser', 'rendering_use', 'upload', 'sound'],
  ...['retention_figure', 'text_receipt', 'sign_in_failure', 'follow_up_wait'],
];

export async function readTables({ db, vault, instants }: World, clientId: number): Promise<Raw> {
  return asClient(db, clientId, async (tx) => {
    await refuseUnknown(tx);
    const tables: RawTable[] = [];
    for (const name of kept) tables.push(await readTable(tx, name));
    for (const table of tables) {
      if (table.name === 'list_entry') openSeals(table, vault, clientId);
    }
    const names = {
      voice_message: await namesOf(tx, 'voice_message', 'voice_message_id', 'name'),
      texting_number: await namesOf(tx, 'texting_number', 'texting_number_id', 'phone'),
      caller_id_bucket: await namesOf(tx, 'caller_id_bucket', 'caller_id_bucket_id', 'name'),
    };
    return { tables, names, instants };
  });
}

/** A table that came with a later migration has to be named above. */
async function refuseUnknown(tx: Tx): Promise<void> {
  const tables = await tx.rows<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE a.attname = 'client_id' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relnamespace = 'public'::regnamespace AND has_table_privilege(c.oid, 'SELECT')`,
  );
  for (const { name } of tables) {
    if (kept.includes(name) || leftOut.includes(name)) continue;
    const found = await tx.row(`SELECT 1 FROM ${name} LIMIT 1`);
    if (found) throw new Error(`Say in read-tables.ts whether the file keeps the table ${name}.`);
  }
}

async function readTable(tx: Tx, name: string): Promise<RawTable> {
  const all = await tx.rows<Column & { key: number | null }>(
    `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type,
       (SELECT array_position(i.indkey::int2[], a.attnum) FROM pg_index i
        WHERE i.indrelid = a.attrelid AND i.indisprimary)::int AS key
     FROM pg_attribute a WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped
       AND a.attgenerated = '' AND a.attname <> 'client_id' AND format_type(a.atttypid, NULL) <> 'xid8'
     ORDER BY a.attnum`,
    [name],
  );
  const keys = all.filter(({ key }) => key !== null).map((column) => column.name);
  const columns = all.map(({ name: column, type }) => ({ name: column, type }));
  const list = columns.map((column) => `${textOf(column)} AS ${column.name}`).join(', ');
  const order = keys.length > 0 ? `ORDER BY ${keys.map((key) => `t.${key}`).join(', ')}` : '';
  const rows = await tx.rows<Record<string, string | null>>(
    `SELECT ${list} FROM ${name} t ${order}`,
  );
  return { name, columns, rows: rows.map((row) => columns.map((one) => row[one.name] ?? null)) };
}

/** Instants in microseconds would be exact; the engine writes milliseconds. */
function textOf({ name, type }: Column): string {
  return type === 'timestamp with time zone'
    ? `CASE WHEN isfinite(t.${name}) THEN round(extract(epoch FROM t.${name}) * 1000)::bigint::text
         ELSE t.${name}::text END`
    : `t.${name}::text`;
}

function openSeals(table: RawTable, vault: World['vault'], clientId: number): void {
  const at = (name: string) => table.columns.findIndex((column) => column.name === name);
  for (const row of table.rows) {
    for (const [column, field] of [
      ['ssn', 'ssn'],
      ['date_of_birth', 'dateOfBirth'],
    ] as const) {
      const sealed = row[at(column)];
      if (!sealed) continue;
      row[at(column)] = vault.open(Buffer.from(sealed.slice(2), 'hex'), {
        ...{ table: 'list_entry', clientId, callListId: Number(row[at('call_list_id')]), field },
        row: Number(row[at('account_line')]),
      });
    }
  }
}

async function namesOf(tx: Tx, table: string, id: string, name: string) {
  const rows = await tx.rows<{ id: number; name: string }>(
    `SELECT ${id} AS id, ${name} AS name FROM ${table}`,
  );
  return Object.fromEntries(rows.map((row) => [String(row.id), row.name]));
}
