import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { changedSearch } from '../lib/link-search.ts';
import { noteListSearch } from '../lib/list-position.ts';
import type { Sorting } from './table/sorting.ts';

type Search = Record<string, unknown>;

/** What the address says of a list: `?find=east&status=running&sort=-updated&rows=50`. */
export interface ListAddress {
  find: string;
  setFind: (find: string) => void;
  /** A filter's value, '' for none. */
  filter: (name: string) => string;
  setFilter: (name: string, value: string) => void;
  /** 'first' until the manager chooses: the list's own first order. */
  sorting: Sorting | undefined | 'first';
  setSorting: (sorting: Sorting | undefined) => void;
  /** How many rows are shown; undefined for all. */
  rows: number | undefined;
  setRows: (rows: number | undefined) => void;
  /** Whether something narrows the list. */
  narrowed: boolean;
  /** Takes search and filters back. */
  showAll: () => void;
}

/**
 * `filters` are the names of the list's own filters in the address. `searchCuts`: a new search shows
 * the first rows again, in a list that is too long to be shown whole.
 */
export function useListAddress(
  filters: readonly string[] = [],
  { searchCuts = false }: { searchCuts?: boolean } = {},
): ListAddress {
  const search = useSearch({ strict: false }) as Search;
  const path = useLocation({ select: ({ pathname }) => pathname });
  const navigate = useNavigate();
  // From the latest address: several changes may come before the first of them is drawn.
  const change = (part: Search) =>
    void navigate({
      to: path,
      search: changedSearch(part),
      replace: true,
      // A form beside the list stays open.
      ignoreBlocker: true,
    });
  const [find, setFind] = useTypedInAddress(search.find, (typed) =>
    change({ find: typed === '' ? undefined : typed, ...(searchCuts ? { rows: undefined } : {}) }),
  );
  useEffect(() => noteListSearch(path, search), [path, search]);
  const sorting = useMemo(() => sortingOf(search.sort), [search.sort]);
  const filter = (name: string) => textOf(search[name]);
  return {
    find,
    setFind,
    filter,
    setFilter: (name, value) => change({ [name]: value === '' ? undefined : value }),
    sorting,
    setSorting: (sorting) => change({ sort: sortText(sorting) }),
    rows: rowsOf(search.rows),
    setRows: (rows) => change({ rows }),
    narrowed: find !== '' || filters.some((name) => filter(name) !== ''),
    showAll: () => {
      setFind('');
      change({ find: undefined, ...Object.fromEntries(filters.map((name) => [name, undefined])) });
    },
  };
}

/**
 * A field that writes itself into the address with each key. The address follows a moment later:
 * what comes back from there is taken only when somebody else wrote it (Back, a link).
 */
export function useTypedInAddress(inAddress: unknown, write: (typed: string) => void) {
  const written = textOf(inAddress);
  const [typed, setTyped] = useState(written);
  const [last, setLast] = useState(written);
  const [sent, setSent] = useState<readonly string[]>([]);
  if (written !== last) {
    const at = sent.indexOf(written);
    setLast(written);
    setSent(at < 0 ? [] : sent.slice(at + 1));
    if (at < 0) setTyped(written);
  }
  const type = (next: string) => {
    if (next === typed) return;
    setTyped(next);
    setSent([...sent, next]);
    write(next);
  };
  return [typed, type] as const;
}

/** The router reads `?find=123` as a number. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function sortingOf(value: unknown): ListAddress['sorting'] {
  if (typeof value !== 'string' || value === '') return 'first';
  if (value === 'none') return undefined;
  const descending = value.startsWith('-');
  return { columnId: descending ? value.slice(1) : value, descending };
}

function sortText(sorting: Sorting | undefined): string {
  if (!sorting) return 'none';
  return `${sorting.descending ? '-' : ''}${sorting.columnId}`;
}

function rowsOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}
