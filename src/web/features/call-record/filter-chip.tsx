import type { ReactNode } from 'react';
import { callRecordTable, type FilterColumn } from '#contract/call-record-columns.ts';
import { Chip } from '#web/ui/chip.tsx';
import { FilterEditor } from './filter-editor.tsx';
import styles from './filter-panel.module.css';
import { inWords, type ReportFilter } from './report-filter.ts';

interface FilterChipProps {
  column: FilterColumn;
  /** The applied filter, or the initial one if it is new. */
  filter: ReportFilter;
  /** What is being edited; undefined while the chip is closed. */
  draft: ReportFilter | undefined;
  /** It does not apply yet. */
  isNew: boolean;
  /** undefined closes the editor. */
  onDraft: (draft: ReportFilter | undefined) => void;
  onRemove: () => void;
  onApply: () => void;
}

/** One filter: its words, and its editor while it is open. */
export function FilterChip(props: FilterChipProps) {
  const { column, filter, draft, onDraft } = props;
  const close = () => onDraft(undefined);
  // A constrained keyword has no editor: it can only be removed.
  const hasEditor = filter.type !== 'constrained-keyword';
  return (
    <li
      data-column={column}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !draft) return;
        event.preventDefault();
        close();
      }}
    >
      <Chip
        name={callRecordTable[column].heading}
        value={props.isNew ? 'Not applied yet' : unbroken(inWords(column, filter))}
        onOpen={() => onDraft(!draft && hasEditor ? filter : undefined)}
        onRemove={props.onRemove}
      >
        {draft && (
          <FilterEditor
            column={column}
            filter={draft}
            onChange={onDraft}
            onCancel={close}
            onApply={props.onApply}
          />
        )}
      </Chip>
    </li>
  );
}

/** A line breaks between the parts, not inside a date. */
function unbroken(parts: readonly string[]): ReactNode {
  return parts.map((part) => (
    <span key={part} className={styles.unbroken}>
      {part}{' '}
    </span>
  ));
}
