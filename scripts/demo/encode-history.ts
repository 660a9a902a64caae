/** What was read becomes the file: every instant as the virtual clock had it, with the clock it belongs to. */
import type { ColumnKind, History, HistoryTable } from '../../src/cli/demo/history-format.ts';
import type { Raw, RawTable } from './read-tables.ts';

const dayMs = 86_400_000;

/** @param lastDay in days since 1970 */
export function encodeHistory({ tables, names, instants }: Raw, lastDay: number): History {
  const clock = clockOf(instants);
  return { lastDay, names, tables: tables.map((table) => encodeTable(table, clock)) };
}

interface Clocks {
  /** Whether the machine's clock showed it while the file was made; the virtual one shows another year. */
  isReal(ms: number): boolean;
  virtual(realMs: number): number;
}

function clockOf(instants: readonly [real: number, virtual: number][]): Clocks {
  const first = instants[0]?.[0] ?? 0;
  return {
    isReal: (ms) => ms > first - dayMs,
    virtual(real) {
      let [low, high] = [0, instants.length - 1];
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if ((instants[middle]?.[0] ?? 0) <= real) low = middle;
        else high = middle - 1;
      }
      return instants[low]?.[1] ?? 0;
    },
  };
}

function encodeTable({ name, columns, rows }: RawTable, clock: Clocks): HistoryTable {
  const kinds = columns.map(({ type }, at) => kindOf(type, rows, at, clock));
  // Sealed again with the installation's own key, from the entry's values.
  const left = columns.map(
    (column) => !(name === 'call_record' && /^(ssn|dob|date_of_birth)/.test(column.name)),
  );
  const keep = <T>(cells: readonly T[]) => cells.filter((_, at) => left[at]);
  const encoded = rows.map((row) =>
    keep(row.map((cell, at) => encodeCell(cell, kinds[at] ?? 'text', columns[at]?.type, clock))),
  );
  const named = columns.map((column, at) => ({ name: column.name, kind: kinds[at] ?? 'text' }));
  return { name, columns: keep(named), rows: encoded };
}

function kindOf(
  type: string,
  rows: readonly (string | null)[][],
  at: number,
  clock: Clocks,
): ColumnKind {
  if (type === 'date') return 'day';
  if (type !== 'timestamp with time zone') return 'text';
  return rows.some((row) => clock.isReal(Number(row[at] ?? Number.NaN))) ? 'real' : 'sim';
}

function encodeCell(
  cell: string | null,
  kind: ColumnKind,
  type: string | undefined,
  clock: Clocks,
): string | null {
  if (cell === null) return null;
  if (kind === 'day') return String(Date.parse(cell) / dayMs);
  if (kind === 'real' && /^\d+$/.test(cell)) return String(virtualOf(Number(cell), clock));
  return type === 'jsonb' ? markInstants(cell, clock) : cell;
}

const virtualOf = (ms: number, clock: Clocks) => (clock.isReal(ms) ? clock.virtual(ms) : ms);

/** Instants, and American dates such as when something is due, inside a JSON value. */
function markInstants(json: string, clock: Clocks): string {
  return json
    .replace(/"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/g, (_, text: string) => {
      const ms = Date.parse(text);
      return `"@${clock.isReal(ms) ? 'real' : 'sim'}:${virtualOf(ms, clock)}"`;
    })
    .replace(/"(\d\d)\/(\d\d)\/(2025)"/g, (_, month: string, day: string, year: string) => {
      return `"@day:${Date.UTC(Number(year), Number(month) - 1, Number(day)) / dayMs}"`;
    });
}
