import { type ReactNode, useEffect, useRef, useState } from 'react';
import { callRecordTable, type FilterColumn } from '#contract/call-record-columns.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { SidePanel } from '#web/ui/side-panel.tsx';
import { FilterEditor } from './filter-editor.tsx';
import styles from './filter-panel.module.css';
import {
  columnsToFilter,
  type FilterDraft,
  inWords,
  newFilter,
  type ReportFilter,
  type ReportFilters,
  withApplied,
} from './report-filter.ts';

interface FilterPanelProps {
  filters: ReportFilters;
  onChange: (filters: ReportFilters) => void;
  onClose: () => void;
}

/** The filters as a column of chips; one at a time is open for editing. */
export function FilterPanel({ filters, onChange, onClose }: FilterPanelProps) {
  const [draft, setDraft] = useState<FilterDraft | undefined>(undefined);
  const chipList = useReturnedFocus(draft?.column);
  const applied = Object.entries(filters) as [FilterColumn, ReportFilter][];
  const isNew = draft !== undefined && filters[draft.column] === undefined;
  const chips = isNew ? [...applied, [draft.column, draft.filter] as const] : applied;

  const remove = (column: FilterColumn) => {
    const { [column]: removed, ...others } = filters;
    if (draft?.column === column) setDraft(undefined);
    if (removed) onChange(others);
  };

  const toggle = (column: FilterColumn, filter: ReportFilter) => {
    // A constrained keyword has no editor: it can only be removed.
    const editable = draft?.column !== column && filter.type !== 'constrained-keyword';
    setDraft(editable ? { column, filter } : undefined);
  };

  return (
    <SidePanel
      title="Filters"
      width={292}
      onClose={onClose}
      action={
        applied.length > 0 && (
          <Button size="sm" variant="plain" onClick={() => onChange({})}>
            Clear all
          </Button>
        )
      }
    >
      <SelectField
        label="Add Filter"
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
      <ul ref={chipList} className={styles.chips}>
        {chips.map(([column, filter]) => (
          <li
            key={column}
            data-column={column}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || draft?.column !== column) return;
              event.preventDefault();
              setDraft(undefined);
            }}
          >
            <Chip
              name={callRecordTable[column].heading}
              value={
                isNew && draft.column === column
                  ? 'Not applied yet'
                  : unbroken(inWords(column, filter))
              }
              onOpen={() => toggle(column, filter)}
              onRemove={() => remove(column)}
            >
              {draft?.column === column && (
                <FilterEditor
                  column={column}
                  filter={draft.filter}
                  onChange={(next) => setDraft({ column, filter: next })}
                  onCancel={() => setDraft(undefined)}
                  onApply={() => {
                    onChange(withApplied(filters, draft));
                    setDraft(undefined);
                  }}
                />
              )}
            </Chip>
          </li>
        ))}
      </ul>
    </SidePanel>
  );
}

/** A range breaks between its ends, not inside a date. */
function unbroken(words: string): ReactNode {
  return words.split(/(?<= to) /).map((part) => (
    <span key={part} className={styles.unbroken}>
      {part}{' '}
    </span>
  ));
}

/** When an editor closes, the focus goes to its chip. */
function useReturnedFocus(open: FilterColumn | undefined) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef<FilterColumn | undefined>(undefined);
  useEffect(() => {
    if (open === undefined && before.current !== undefined) {
      list.current?.querySelector<HTMLElement>(`[data-column="${before.current}"] button`)?.focus();
    }
    before.current = open;
  }, [open]);
  return list;
}
