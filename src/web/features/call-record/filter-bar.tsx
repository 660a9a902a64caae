import { type ReactNode, useEffect, useRef, useState } from 'react';
import { callRecordTable, type FilterColumn } from '#contract/call-record-columns.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { UnsavedDialog } from '#web/ui/unsaved-dialog.tsx';
import styles from './filter-bar.module.css';
import { FilterChip } from './filter-chip.tsx';
import {
  columnsToFilter,
  type FilterDraft,
  newFilter,
  type ReportFilter,
  type ReportFilters,
  withApplied,
} from './report-filter.ts';

interface FilterBarProps {
  filters: ReportFilters;
  onChange: (filters: ReportFilters) => void;
  /** At the right: the saved filters. */
  children: ReactNode;
}

/** The filters as chips in a line; one at a time is open for editing, under its chip. */
export function FilterBar({ filters, onChange, children }: FilterBarProps) {
  const [draft, setDraft] = useState<FilterDraft | undefined>(undefined);
  const bar = useReturnedFocus(draft?.column);
  const applied = Object.entries(filters) as [FilterColumn, ReportFilter][];
  const isNew = draft !== undefined && filters[draft.column] === undefined;
  const chips = isNew ? [...applied, [draft.column, draft.filter] as const] : applied;

  const remove = (column: FilterColumn) => {
    const { [column]: removed, ...others } = filters;
    if (draft?.column === column) setDraft(undefined);
    if (removed) onChange(others);
  };

  const apply = () => {
    if (draft) onChange(withApplied(filters, draft));
    setDraft(undefined);
  };

  return (
    <section ref={bar} className={styles.bar} aria-label="Filters">
      {chips.length > 0 && (
        <ul className={styles.chips}>
          {chips.map(([column, filter]) => (
            <FilterChip
              key={column}
              column={column}
              filter={filter}
              draft={draft?.column === column ? draft.filter : undefined}
              isNew={isNew && draft.column === column}
              onDraft={(next) => setDraft(next && { column, filter: next })}
              onRemove={() => remove(column)}
              onApply={apply}
            />
          ))}
        </ul>
      )}
      <SelectField
        className={styles.add}
        label="Add Filter"
        hideLabel
        size="sm"
        placeholder="Choose filter..."
        value=""
        choices={columnsToFilter(filters).map((column) => ({
          value: column,
          label: callRecordTable[column].heading,
        }))}
        onChange={(value) => {
          const column = value as FilterColumn;
          setDraft({ column, filter: newFilter(column, platformNow()) });
        }}
      />
      {applied.length > 0 && (
        <Button
          size="sm"
          variant="plain"
          className={styles.clear ?? ''}
          onClick={() => onChange({})}
        >
          Clear all
        </Button>
      )}
      <div className={styles.saved}>{children}</div>
      <UnsavedDialog
        what="filter"
        unsaved={draft !== undefined && isTouched(draft, filters)}
        // The address of the report changes with what is applied.
        staysAt={(path) => path === '/main/reports/cdr'}
      />
    </section>
  );
}

/** It holds something else than when it was opened. */
function isTouched({ column, filter }: FilterDraft, filters: ReportFilters): boolean {
  const opened = filters[column] ?? newFilter(column, platformNow());
  return JSON.stringify(filter) !== JSON.stringify(opened);
}

/** When an editor closes, the focus goes to its chip; of a filter that was given up, to the choice. */
function useReturnedFocus(open: FilterColumn | undefined) {
  const bar = useRef<HTMLElement>(null);
  const before = useRef<FilterColumn | undefined>(undefined);
  useEffect(() => {
    if (open === undefined && before.current !== undefined) {
      const chip = `[data-column="${before.current}"] button`;
      const find = (what: string) => bar.current?.querySelector<HTMLElement>(what);
      (find(chip) ?? find('select'))?.focus();
    }
    before.current = open;
  }, [open]);
  return bar;
}
