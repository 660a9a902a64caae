import { type ReactNode, useRef } from 'react';
import { callRecordTable, type FilterColumn } from '#contract/call-record-columns.ts';
import { IconButton } from '#web/ui/button.tsx';
import { CloseIcon } from '#web/ui/icons.tsx';
import { useFloating } from '#web/ui/use-floating.ts';
import styles from './filter-bar.module.css';
import { FilterEditor } from './filter-editor.tsx';
import { inWords, type ReportFilter } from './report-filter.ts';
import { useKnownNames } from './use-known-names.ts';

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

/** One filter: name, value in words, remove; a press opens its editor under it. */
export function FilterChip(props: FilterChipProps) {
  const { column, draft, onDraft } = props;
  const filter = useKnownNames(column, props.filter);
  const chip = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const { heading } = callRecordTable[column];
  const close = () => onDraft(undefined);
  useFloating(chip, box, draft !== undefined, 'bottom-start');
  return (
    <li
      data-column={column}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !draft) return;
        event.preventDefault();
        close();
      }}
    >
      <div ref={chip} className={`${styles.chip} ${draft ? styles.open : ''}`}>
        <button
          type="button"
          className={styles.words}
          aria-expanded={draft !== undefined}
          onClick={() => onDraft(!draft && hasEditor(column, filter) ? filter : undefined)}
        >
          <span className={styles.name}>{heading}</span>{' '}
          <span className={styles.value}>
            {props.isNew ? 'Not applied yet' : unbroken(inWords(column, filter))}
          </span>
        </button>
        <IconButton
          label={`Remove the filter ${heading}`}
          icon={CloseIcon}
          onClick={props.onRemove}
        />
      </div>
      {draft && (
        <div ref={box} popover="manual" className={styles.editorBox}>
          <FilterEditor
            column={column}
            filter={draft}
            onChange={onDraft}
            onCancel={close}
            onApply={props.onApply}
          />
        </div>
      )}
    </li>
  );
}

/** A constrained keyword has no editor, nor have lists: they can only be removed. */
function hasEditor(column: FilterColumn, { type }: ReportFilter): boolean {
  return type !== 'constrained-keyword' && column !== 'callLists';
}

/** A line breaks between the parts, not inside a date. */
function unbroken(parts: readonly string[]): ReactNode {
  return parts.map((part) => (
    <span key={part} className={styles.unbroken}>
      {part}{' '}
    </span>
  ));
}
