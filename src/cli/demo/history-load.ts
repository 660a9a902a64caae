/** Loads the history into the demo client, in one transaction: all of it or nothing. */
import type { Tx } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import { columnTypes, idsByName, insertHistory } from '#db/queries/demo-history.ts';
import { recordSeals } from '#db/queries/record-seals.ts';
import type { ColumnKind, History, HistoryTable } from './history-format.ts';
import type { Moved } from './history-move.ts';

interface Target {
  clientId: number;
  managerId: number;
  vault: Vault;
  moved: Moved;
}

/** Rows in one statement. */
const atOnce = 4_000;

/** Whoever did it in the file is the demo's manager here. */
const managerColumns = new Set([
  ...['manager_id', 'changed_by', 'prepared_by', 'approved_by', 'decided_by', 'done_by'],
  'listened_by',
]);

/** Columns with ids of what each start makes by itself. */
const namedColumns: Readonly<Record<string, string>> = {
  customer_message_id: 'voice_message',
  machine_message_id: 'voice_message',
  agent_message_id: 'voice_message',
  caller_id_bucket_id: 'caller_id_bucket',
  texting_number_id: 'texting_number',
};
const nameColumn = { voice_message: 'name', caller_id_bucket: 'name', texting_number: 'phone' };

/** Where the name of a list stands. */
const listNames = new Set(['name', 'call_list_name', 'file_name']);

/** Carriers know a text by its ids, the client's first. */
const carrierRef = /^((?:simulated:)?(?:reply-)?)\d+-(?=\d)/;

/** Inside a transaction of the client. */
export async function loadHistory(tx: Tx, history: History, target: Target): Promise<void> {
  const ids = await namesHere(tx, history);
  const entries = valuesOfEntries(history);
  for (const table of history.tables) {
    const types = await columnTypes(tx, table.name);
    const known = table.columns.filter(({ name }) => types.has(name));
    for (let from = 0; from < table.rows.length; from += atOnce) {
      const rows = table.rows.slice(from, from + atOnce);
      const columns = known.map((column) => {
        const at = table.columns.indexOf(column);
        const cell = cellOf(column, types.get(column.name) ?? 'text', ids, target);
        return {
          ...{ name: column.name, type: types.get(column.name) ?? 'text' },
          cells: rows.map((row) => cell(row[at] ?? null)),
        };
      });
      seal(table, rows, columns, entries, target);
      await insertHistory(tx, target.clientId, table.name, columns);
    }
  }
}

/** An instant of each month that has call records. */
export function monthsOf({ tables }: History, moved: Moved): Date[] {
  const records = tables.find(({ name }) => name === 'call_record');
  const at = records?.columns.findIndex(({ name }) => name === 'started_at') ?? -1;
  const months = new Map<string, number>();
  for (const row of records?.rows ?? []) {
    const ms = moved.sim(Number(row[at]));
    months.set(new Date(ms).toISOString().slice(0, 7), ms);
  }
  return Array.from(months.values(), (ms) => new Date(ms));
}

type Cell = (value: string | null) => string | null;

function cellOf(
  { name, kind }: { name: string; kind: ColumnKind },
  type: string,
  ids: ReadonlyMap<string, ReadonlyMap<string, string>>,
  { clientId, managerId, moved }: Target,
): Cell {
  const given =
    (change: (value: string) => string): Cell =>
    (value) =>
      value === null ? null : change(value);
  if (kind === 'day') return given((value) => dateOf(moved.day(Number(value))));
  if (kind === 'sim' || kind === 'real') {
    return given((value) =>
      /^\d+$/.test(value) ? new Date(moved[kind](Number(value))).toISOString() : value,
    );
  }
  if (managerColumns.has(name)) return given(() => String(managerId));
  const named = namedColumns[name];
  if (named) return given((value) => ids.get(named)?.get(value) ?? value);
  if (name === 'carrier_ref' || name === 'written_refs') {
    return given((value) => value.replace(carrierRef, `$1${clientId}-`));
  }
  if (listNames.has(name)) return given((value) => moveMonths(value, moved));
  return type === 'jsonb' ? given((value) => moveMarks(value, moved)) : (value) => value;
}

const dayMs = 86_400_000;
const dateOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);

/** Lists of the file are named after July, in which it ends, and June. */
const moveMonths = (name: string, moved: Moved) =>
  name.replace(/\b(June|July)\b/, (month) => moved.month(month === 'July' ? 0 : -1));

/** Instants and days inside a JSON value, as the file marks them: such instants are of the platform's clock. */
const moveMarks = (json: string, moved: Moved) =>
  json.replace(/"@(sim|real|day):(-?\d+)"/g, (_, kind: 'sim' | 'real' | 'day', text: string) => {
    if (kind !== 'day') return `"${new Date(moved.sim(Number(text))).toISOString()}"`;
    const [year, month, day] = dateOf(moved.day(Number(text))).split('-');
    return `"${month}/${day}/${year}"`;
  });

/** By table: ids of the file, and those that their names have here. */
async function namesHere(tx: Tx, { names }: History) {
  const found = new Map<string, Map<string, string>>();
  for (const [table, name] of Object.entries(nameColumn)) {
    const here = await idsByName(tx, table, name);
    const pairs = Object.entries(names[table] ?? {});
    found.set(table, new Map(pairs.map(([id, text]) => [id, here.get(text) ?? id])));
  }
  return found;
}

interface Values {
  ssn: string | null;
  dateOfBirth: string | null;
}

const indexOf = (table: HistoryTable | undefined, column: string) =>
  table?.columns.findIndex(({ name }) => name === column) ?? -1;

/** Values that are sealed, by list and entry. */
function valuesOfEntries({ tables }: History): Map<string, Values> {
  const table = tables.find(({ name }) => name === 'list_entry');
  const at = ['call_list_id', 'entry_id', 'ssn', 'date_of_birth'].map((name) =>
    indexOf(table, name),
  );
  const [list = -1, entry = -1, ssn = -1, birth = -1] = at;
  const rows = table?.rows ?? [];
  return new Map(
    rows
      .filter((row) => row[ssn] || row[birth])
      .map((row) => [
        `${row[list]}/${row[entry]}`,
        { ssn: row[ssn] ?? null, dateOfBirth: row[birth] ?? null },
      ]),
  );
}

type Filled = { name: string; type: string; cells: (string | null)[] };
const hex = (bytes: Buffer | null) => bytes && `\\x${bytes.toString('hex')}`;

/** Seals with the installation's own key, for the row that the value is in. */
function seal(
  table: HistoryTable,
  rows: readonly (string | null)[][],
  columns: Filled[],
  entries: ReadonlyMap<string, Values>,
  { vault, clientId }: Target,
): void {
  const at = (name: string) => indexOf(table, name);
  if (table.name === 'list_entry') {
    for (const [name, field] of [
      ['ssn', 'ssn'],
      ['date_of_birth', 'dateOfBirth'],
    ] as const) {
      const column = columns.find((one) => one.name === name);
      rows.forEach((row, index) => {
        const value = column?.cells[index];
        if (!value || !column) return;
        const place = { table: 'list_entry' as const, clientId, field };
        const callListId = Number(row[at('call_list_id')]);
        const line = Number(row[at('account_line')]);
        column.cells[index] = hex(vault.seal(value, { ...place, callListId, row: line }));
      });
    }
  }
  if (table.name !== 'call_record') return;
  const sealed = rows.map((row) => {
    const [callListId, entryId] = [row[at('call_list_id')], row[at('entry_id')]];
    const values = entries.get(`${callListId}/${entryId}`);
    const record = { clientId, callListId: Number(callListId), entryId: Number(entryId) };
    return values && recordSeals(vault, record, values);
  });
  for (const [name, key] of [
    ['ssn', 'ssn'],
    ['ssn_index', 'ssnIndex'],
    ['ssn_last4_index', 'ssnLast4Index'],
    ['date_of_birth', 'dateOfBirth'],
    ['dob_index', 'dobIndex'],
    ['dob_year_index', 'dobYearIndex'],
  ] as const) {
    columns.push({ name, type: 'bytea', cells: sealed.map((one) => hex(one?.[key] ?? null)) });
  }
}
