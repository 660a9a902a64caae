import { pageSizes } from '#contract/call-record.ts';
import { Button } from '#web/ui/button.tsx';
import { ColumnsIcon, FilterIcon } from '#web/ui/icons.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import styles from './page.module.css';

/** What is open beside the report. */
export type ReportPanel = 'filters' | 'columns' | undefined;

interface ReportToolbarProps {
  /** "X of Y results". */
  counts: string;
  numRows: number;
  onNumRows: (numRows: number) => void;
  panel: ReportPanel;
  onPanel: (panel: ReportPanel) => void;
  /** How many filters apply. */
  active: number;
}

/** How much of the report is shown, and the buttons of its panels. */
export function ReportToolbar(props: ReportToolbarProps) {
  const { counts, numRows, panel, active } = props;
  const panelButton = (name: ReportPanel) => ({
    className: panel === name ? (styles.pressed ?? '') : '',
    'aria-expanded': panel === name,
    onClick: () => props.onPanel(panel === name ? undefined : name),
  });
  return (
    <div className={styles.toolbar}>
      <h2 className={styles.heading}>CDR Preview</h2>
      <p className={styles.count} role="status">
        {counts}
      </p>
      <SelectField
        className={styles.size}
        label="Rows"
        size="sm"
        value={String(numRows)}
        onChange={(value) => props.onNumRows(Number(value))}
        choices={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
      />
      <Button size="sm" icon={ColumnsIcon} {...panelButton('columns')}>
        Columns
      </Button>
      <Button size="sm" icon={FilterIcon} {...panelButton('filters')}>
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
