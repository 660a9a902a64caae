import { pageSizes } from '#contract/call-record.ts';
import { Button } from '#web/ui/button.tsx';
import { ColumnsIcon } from '#web/ui/icons.tsx';
import { FilterIcon } from '#web/ui/screen-icons.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import styles from './page.module.css';
import type { Report } from './use-report.ts';

interface ReportToolbarProps {
  report: Pick<Report, 'counts' | 'count' | 'age'>;
  numRows: number;
  onNumRows: (numRows: (typeof pageSizes)[number]) => void;
  /** How many filters apply. */
  active: number;
  filtersOpen: boolean;
  onFilters: () => void;
  columnsOpen: boolean;
  onColumns: () => void;
}

/** How much of the report is shown, and the buttons of its filters and columns. */
export function ReportToolbar(props: ReportToolbarProps) {
  const { numRows, active } = props;
  const { counts, count, age } = props.report;
  const toggle = (open: boolean, onClick: () => void) => ({
    className: open ? (styles.pressed ?? '') : '',
    'aria-expanded': open,
    onClick,
  });
  return (
    <div className={styles.toolbar}>
      <h2 className={styles.heading}>CDR Preview</h2>
      <p className={styles.count} role="status">
        {counts}
      </p>
      {age && <p className={styles.count}>{age}</p>}
      {count.countAll && (
        <Button size="sm" variant="plain" busy={count.busy} onClick={count.countAll}>
          Count all
        </Button>
      )}
      <SelectField
        className={styles.size}
        label="Rows"
        size="sm"
        value={String(numRows)}
        onChange={(value) => {
          const size = pageSizes.find((known) => String(known) === value);
          if (size) props.onNumRows(size);
        }}
        choices={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
      />
      <Button size="sm" icon={ColumnsIcon} {...toggle(props.columnsOpen, props.onColumns)}>
        Columns
      </Button>
      <Button size="sm" icon={FilterIcon} {...toggle(props.filtersOpen, props.onFilters)}>
        Filters
        {active > 0 && (
          <span className={styles.badge}>
            {active}
            <span className="visually-hidden"> active</span>
          </span>
        )}
      </Button>
    </div>
  );
}
