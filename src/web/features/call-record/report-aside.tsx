import type { RefObject } from 'react';
import type { CallRecordColumn } from '#contract/call-record-columns.ts';
import { ColumnPanel } from './column-panel.tsx';
import type { ReportRow } from './columns.tsx';
import { RecordDrawer } from './drawer.tsx';

interface ReportAsideProps {
  columns: readonly CallRecordColumn[];
  /** The columns are being chosen. */
  choosing: boolean;
  onColumns: (columns: readonly CallRecordColumn[]) => void;
  onChosen: () => void;
  /** Those that are loaded. */
  rows: readonly ReportRow[];
  /** The record in the drawer. */
  open: string | undefined;
  /** What holds the table. */
  content: RefObject<HTMLElement | null>;
  onOpen: (recordId: string | undefined) => void;
}

/** What stands beside the rows: the choice of columns, or one record's story. */
export function ReportAside(props: ReportAsideProps) {
  const { rows, open, content, onOpen } = props;
  if (props.choosing) {
    return (
      <ColumnPanel shown={props.columns} onChange={props.onColumns} onClose={props.onChosen} />
    );
  }
  if (!open) return null;
  const at = rows.findIndex(({ recordId }) => recordId === open);
  return (
    <RecordDrawer
      recordId={open}
      previous={rows[at - 1]?.recordId}
      next={at < 0 ? undefined : rows[at + 1]?.recordId}
      onOpen={(recordId) => {
        onOpen(recordId);
        followRow(content.current);
      }}
      onClose={() => {
        onOpen(undefined);
        content.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus();
      }}
    />
  );
}

/** The row of a record that was stepped to comes into sight, and has the focus if a row had it. */
function followRow(content: HTMLElement | null): void {
  const hadFocus = document.activeElement?.matches('tr[data-row]');
  requestAnimationFrame(() => {
    const row = content?.querySelector<HTMLElement>('tr[aria-selected="true"]');
    row?.scrollIntoView({ block: 'nearest' });
    if (hadFocus) row?.focus({ preventScroll: true });
  });
}
