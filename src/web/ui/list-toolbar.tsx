import type { ReactNode } from 'react';
import { type FilterTab, FilterTabs } from './filter-tabs.tsx';
import type { ListAddress } from './list-address.ts';
import styles from './list-toolbar.module.css';
import { type Choice, SelectField } from './select-field.tsx';
import { SearchField } from './text-field.tsx';

export interface ListFilter {
  /** Its name in the address. */
  name: string;
  /** "Type"; its first choice reads as `all`. */
  label: string;
  all: string;
  choices: readonly Choice[];
}

interface ListToolbarProps {
  address: ListAddress;
  /** "Find by name or campaign" */
  find: string;
  /** A filter as tabs with counts; the first one stands for all and has the id ''. */
  tabs?: { name: string; label: string; tabs: readonly FilterTab[] };
  filters?: readonly ListFilter[];
  /** Rows that match, and rows in all; undefined while they load. */
  found: number | undefined;
  total: number | undefined;
  /** One and several of them: ['campaign', 'campaigns']. */
  noun: readonly [one: string, many: string];
  /** At the right: when the rows were last true. */
  children?: ReactNode;
}

/** Above every list: search, filters, how many there are, and how many are shown at once. */
export function ListToolbar(props: ListToolbarProps) {
  const { address, find, tabs, filters = [], found, total, noun, children } = props;
  // Tabs say it already, unless fewer are shown.
  const cut = found !== undefined && (address.rows ?? found) < found;
  return (
    <>
      <SearchField label={find} value={address.find} onChange={address.setFind} />
      {tabs && (
        <FilterTabs
          label={tabs.label}
          tabs={tabs.tabs}
          value={address.filter(tabs.name)}
          onChange={(value) => address.setFilter(tabs.name, value)}
        />
      )}
      <FilterSelects address={address} filters={filters} />
      {found !== undefined && total !== undefined && total > 0 && (
        <>
          <span role="status" className={tabs && !cut ? 'visually-hidden' : styles.count}>
            {countWords(found, total, address.rows, noun)}
          </span>
          {total > smallest && <RowCount address={address} />}
        </>
      )}
      {children && <div className={styles.end}>{children}</div>}
    </>
  );
}

/** The filters of a list, which the address keeps. */
export function FilterSelects({
  address,
  filters,
}: Required<Pick<ListToolbarProps, 'address' | 'filters'>>) {
  return filters.map(({ name, label, all, choices }) => (
    <SelectField
      key={name}
      label={label}
      hideLabel
      size="sm"
      className={styles.filter}
      clearable
      placeholder={all}
      choices={choices}
      value={address.filter(name)}
      onChange={(value) => address.setFilter(name, value)}
    />
  ));
}

const rowCounts = [25, 50, 100, 250, 500];
export const smallest = 25;

interface RowCountProps {
  address: Pick<ListAddress, 'rows' | 'setRows'>;
  /** What is shown until somebody chooses. */
  usual?: string;
}

export function RowCount({ address: { rows, setRows }, usual = 'All rows' }: RowCountProps) {
  const counts = rows === undefined || rowCounts.includes(rows) ? rowCounts : [rows, ...rowCounts];
  return (
    <SelectField
      label="Rows"
      hideLabel
      size="sm"
      className={styles.rows}
      clearable
      placeholder={usual}
      choices={counts.map((count) => ({ value: String(count), label: `${count} rows` }))}
      value={rows === undefined ? '' : String(rows)}
      onChange={(value) => setRows(value === '' ? undefined : Number(value))}
    />
  );
}

/** "150 campaigns", "12 of 150 campaigns", "First 25 of 150 campaigns". */
function countWords(
  found: number,
  total: number,
  rows: number | undefined,
  [one, many]: readonly [string, string],
): string {
  const shown = Math.min(found, rows ?? found);
  const all = `${total.toLocaleString('en-US')} ${total === 1 ? one : many}`;
  if (shown < found) return `First ${shown} of ${found.toLocaleString('en-US')} ${many}`;
  return found === total ? all : `${found.toLocaleString('en-US')} of ${all}`;
}
