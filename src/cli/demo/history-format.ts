/**
 * The file of the demo's history (history.bin): every table by named columns, compressed by columns. Instants
 * and days are moved when it is loaded, ids of the rows that each start makes by itself are looked up by name.
 */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/**
 * `sim`: an instant of the engine's clock, in milliseconds; `real`: one of the machine's clock, as that
 * clock showed it; `day`: a date, in days since 1970; `text`: whatever PostgreSQL reads.
 */
export type ColumnKind = 'sim' | 'real' | 'day' | 'text';

export interface HistoryColumn {
  name: string;
  kind: ColumnKind;
}

export interface HistoryTable {
  name: string;
  columns: HistoryColumn[];
  rows: (string | null)[][];
}

export interface History {
  /** The last day of it, in days since 1970, Eastern. */
  lastDay: number;
  /** Names by id, by the table that has them. */
  names: Record<string, Record<string, string>>;
  /** In the order in which they are loaded. */
  tables: HistoryTable[];
}

/**
 * As the row of `attempt` or `list_entry` with the same list and entry has it: a call record repeats
 * them, and the file does not.
 */
const same = 0;
/** What the row is found by. */
const keys = ['call_list_id', 'entry_id'];
/** By table: what its rows repeat, and the names there. */
const bases: Readonly<Record<string, readonly { table: string; as: Record<string, string> }[]>> = {
  attempt: [{ table: 'list_entry', as: {} }],
  outbound_text: [{ table: 'attempt', as: {} }],
  call_record: [
    { table: 'attempt', as: { started_at: 'attempted_at' } },
    { table: 'list_entry', as: {} },
  ],
};

type Cell = string | null | number;
interface Packed {
  head: Omit<History, 'tables'>;
  tables: { name: string; columns: HistoryColumn[]; count: number }[];
}

export function packHistory(history: History): Buffer {
  const { tables, ...head } = history;
  const packed: Packed = {
    head,
    tables: tables.map(({ name, columns, rows }) => ({ name, columns, count: rows.length })),
  };
  const lines = [JSON.stringify(packed)];
  for (const table of tables) {
    const baseOf = basesOf(table.name, tables);
    const cells = table.rows.map((row) => {
      const found = baseOf(table, row);
      return table.columns.map(({ name }, at): Cell => {
        const value = row[at] ?? null;
        return value !== null && !keys.includes(name) && found(name) === value ? same : value;
      });
    });
    table.columns.forEach(({ kind }, at) => {
      const column = cells.map((row) => row[at] ?? null);
      lines.push(JSON.stringify(kind === 'sim' || kind === 'real' ? stepsOf(column) : column));
    });
  }
  const bytes = Buffer.from(lines.join('\n'));
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

export function unpackHistory(bytes: Uint8Array): History {
  const lines = brotliDecompressSync(bytes).toString('utf8').split('\n');
  const { head, tables: heads } = JSON.parse(lines[0] ?? '') as Packed;
  const tables: HistoryTable[] = [];
  let line = 1;
  for (const { name, columns, count } of heads) {
    const table: HistoryTable = { name, columns, rows: [] };
    const cells = columns.map(({ kind }) => {
      const column = JSON.parse(lines[line++] ?? '') as Cell[];
      return kind === 'sim' || kind === 'real' ? sumsOf(column) : column;
    });
    const baseOf = basesOf(name, tables);
    for (let row = 0; row < count; row += 1) {
      const given = cells.map((column) => column[row] ?? null);
      const found = baseOf(table, given.map((cell) => (cell === same ? null : cell)) as string[]);
      table.rows.push(
        given.map((cell, at) =>
          cell === same ? found(columns[at]?.name ?? '') : (cell as string),
        ),
      );
    }
    tables.push(table);
  }
  return { ...head, tables };
}

/** Finds what a row of the table may repeat: the value of a column in its bases. */
function basesOf(name: string, tables: readonly HistoryTable[]) {
  const sources = (bases[name] ?? []).flatMap(({ table, as }) => {
    const found = tables.find((one) => one.name === table);
    return found ? [{ as, at: indexOf(found), rows: rowsByKey(found) }] : [];
  });
  return (table: HistoryTable, row: readonly (string | null)[]) => {
    const key = sources.length > 0 ? keyOf(table, row) : '';
    return (column: string): string | null => {
      for (const { as, at, rows } of sources) {
        const index = at.get(as[column] ?? column);
        const value = index === undefined ? undefined : rows.get(key)?.[index];
        if (value !== undefined && value !== null) return value;
      }
      return null;
    };
  };
}

const indexOf = ({ columns }: HistoryTable) => new Map(columns.map(({ name }, at) => [name, at]));

function keyOf(table: HistoryTable, row: readonly (string | null)[]): string {
  const list = table.columns.findIndex(({ name }) => name === 'call_list_id');
  const entry = table.columns.findIndex(({ name }) => name === 'entry_id');
  return `${row[list]}/${row[entry]}`;
}

const rowsByKey = (table: HistoryTable) =>
  new Map(table.rows.map((row) => [keyOf(table, row), row] as const));

/** An instant as what it is later than the one before it, marked because it is a number, too. */
function stepsOf(column: readonly Cell[]): Cell[] {
  let before = 0;
  return column.map((cell) => {
    if (typeof cell !== 'string' || !/^-?\d+$/.test(cell)) return cell;
    const step = Number(cell) - before;
    before = Number(cell);
    return String(step);
  });
}

function sumsOf(column: readonly Cell[]): Cell[] {
  let before = 0;
  return column.map((cell) => {
    if (typeof cell !== 'string' || !/^-?\d+$/.test(cell)) return cell;
    before += Number(cell);
    return String(before);
  });
}
