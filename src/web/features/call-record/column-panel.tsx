import {
  type CallRecordColumn,
  callRecordColumns,
  callRecordTable,
} from '#contract/call-record-columns.ts';
import { Button } from '#web/ui/button.tsx';
import { SidePanel } from '#web/ui/side-panel.tsx';
import { Checkbox } from '#web/ui/switch.tsx';
import { defaultColumns } from './column-names.ts';
import styles from './page.module.css';

interface ColumnPanelProps {
  shown: readonly CallRecordColumn[];
  onChange: (shown: readonly CallRecordColumn[]) => void;
  onClose: () => void;
}

/** A checkbox for each column; the last one that is shown cannot be hidden. */
export function ColumnPanel({ shown, onChange, onClose }: ColumnPanelProps) {
  return (
    <SidePanel
      title="Columns"
      width={292}
      onClose={onClose}
      action={
        <Button size="sm" variant="plain" onClick={() => onChange(defaultColumns)}>
          Reset
        </Button>
      }
    >
      <fieldset className={styles.columns} aria-label="Shown columns">
        {callRecordColumns.map((column) => (
          <Checkbox
            key={column}
            label={callRecordTable[column].heading}
            checked={shown.includes(column)}
            disabled={shown.length === 1 && shown.includes(column)}
            onChange={(on) =>
              onChange(on ? [...shown, column] : shown.filter((other) => other !== column))
            }
          />
        ))}
      </fieldset>
    </SidePanel>
  );
}
