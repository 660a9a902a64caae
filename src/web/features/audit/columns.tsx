import type { AuditEntry } from '#contract/audit.ts';
import { formatLocalDateTime } from '#web/lib/local-time.ts';
import { StatusDot } from '#web/ui/status-dot.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { CompactName } from '#web/ui/table/compact-name.tsx';
import styles from './page.module.css';
import { actorOf, operationOf, thingOf } from './words.ts';

export const columns: readonly Column<AuditEntry>[] = [
  { id: 'at', header: 'Time', value: timeOf, width: 150, sortable: false },
  { id: 'who', header: 'Who', value: actorOf, width: 140, grow: 2, look: 'name', sortable: false },
  {
    id: 'what',
    header: 'What',
    value: operationOf,
    width: 170,
    grow: 2,
    sortable: false,
    wraps: true,
  },
  {
    id: 'thing',
    header: 'Thing',
    value: thingOf,
    width: 200,
    grow: 4,
    sortable: false,
    wraps: true,
  },
  {
    id: 'outcome',
    header: 'Outcome',
    value: outcomeOf,
    cell: (entry) => <Outcome entry={entry} />,
    width: 104,
    spare: 1,
    sortable: false,
  },
  {
    id: 'address',
    header: 'Address',
    value: ({ address }) => address,
    width: 120,
    spare: 2,
    look: 'quiet',
    sortable: false,
  },
];

export function timeOf({ at }: AuditEntry): string {
  return formatLocalDateTime(at);
}

function outcomeOf({ outcome }: AuditEntry): string {
  return outcome === 'done' ? 'Done' : 'Refused';
}

export function Outcome({ entry }: { entry: AuditEntry }) {
  return (
    <StatusDot color={entry.outcome === 'done' ? 'green' : 'red'}>{outcomeOf(entry)}</StatusDot>
  );
}

/** A row below 700 px. */
export function EntryCompact({ entry }: { entry: AuditEntry }) {
  return (
    <>
      <CompactName>{operationOf(entry)}</CompactName>
      <div className={styles.compactLine}>
        <span>{actorOf(entry)}</span>
        <span>{thingOf(entry)}</span>
      </div>
      <div className={styles.compactLine}>
        <Outcome entry={entry} />
        <span>{timeOf(entry)}</span>
      </div>
    </>
  );
}
