import type { AccountField } from '#contract/account-field.ts';
import { CheckIcon } from '#web/ui/icons.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { CompactName } from '#web/ui/table/compact-name.tsx';
import styles from './page.module.css';

export const columns: readonly Column<AccountField>[] = [
  {
    id: 'name',
    header: 'Name',
    value: (field) => field.name,
    cell: ({ name, sensitive }) => (
      <>
        {name}
        {sensitive && <span className={styles.mark}>Sensitive</span>}
      </>
    ),
    link: ({ id }) => ({ to: '/main/customfields', search: { fieldId: id } }),
    width: 160,
    grow: 8,
    look: 'name',
  },
  {
    id: 'available',
    header: 'Available',
    value: (field) => field.messageEnabled,
    cell: (field) => <YesNo yes={field.messageEnabled} />,
    width: 104,
    grow: 1,
  },
  {
    id: 'used',
    header: 'In Use',
    value: (field) => field.used,
    cell: (field) => <YesNo yes={field.used} />,
    width: 96,
    grow: 1,
  },
];

function YesNo({ yes }: { yes: boolean }) {
  return (
    <span className={yes ? styles.yes : styles.no}>
      {yes && <CheckIcon />}
      {yes ? 'Yes' : 'No'}
    </span>
  );
}

/** A row below 700 px. */
export function FieldCompact({ field }: { field: AccountField }) {
  return (
    <>
      <CompactName>{field.name}</CompactName>
      <div className={styles.compactLine}>
        {field.sensitive && 'Sensitive · '}
        {field.messageEnabled ? 'Available to messages' : 'Not available to messages'}
      </div>
      <div className={styles.compactLine}>{field.used ? 'In use' : 'Not in use'}</div>
    </>
  );
}
