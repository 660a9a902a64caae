import type { DoNotCallEntry } from '#contract/do-not-call.ts';
import { erasedTitle, isErased, listedPhone } from '#web/lib/erased-number.ts';
import { formatLocalDateTime, formatRecordTime } from '#web/lib/local-time.ts';
import type { Column } from '#web/ui/table/column.ts';
import styles from './page.module.css';

export const sourceNames: Record<DoNotCallEntry['source'], string> = {
  manager: 'Manager',
  key: 'Pressed 9 in a call',
  text: 'Opt-out text',
  operator: 'Operator',
};

/** "Manager, Ann Lee": which one, where that is known. */
function addedBy({ source, managerName }: DoNotCallEntry): string {
  return managerName ? `${sourceNames[source]}, ${managerName}` : sourceNames[source];
}

export const columns: readonly Column<DoNotCallEntry>[] = [
  {
    id: 'phone',
    header: 'Phone Number',
    value: (entry) => entry.phoneRestriction,
    cell: ({ phoneRestriction }) => listedPhone(phoneRestriction),
    // A hash has no screen of a number.
    link: ({ phoneRestriction }) =>
      isErased(phoneRestriction) ? undefined : { to: `/main/number/${phoneRestriction}` },
    title: ({ phoneRestriction }) => (isErased(phoneRestriction) ? erasedTitle : undefined),
    width: 148,
    grow: 2,
    look: 'name',
  },
  {
    id: 'source',
    header: 'Added By',
    value: addedBy,
    width: 156,
    grow: 2,
    look: 'quiet',
  },
  {
    id: 'created',
    header: 'Added',
    value: (entry) => entry.created,
    cell: (entry) => formatLocalDateTime(entry.created),
    title: (entry) => formatRecordTime(entry.created),
    width: 172,
    grow: 1,
    look: 'quiet',
  },
];
/** A row below 700 px. */
export function EntryCompact({ entry }: { entry: DoNotCallEntry }) {
  return (
    <>
      <div
        className={styles.compactPhone}
        title={isErased(entry.phoneRestriction) ? erasedTitle : undefined}
      >
        {listedPhone(entry.phoneRestriction)}
      </div>
      <div className={styles.compactLine}>{addedBy(entry)}</div>
      <div className={styles.compactLine}>{formatLocalDateTime(entry.created)}</div>
    </>
  );
}
