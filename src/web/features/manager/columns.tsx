import type { Manager } from '#contract/manager.ts';
import { roleNames } from '#contract/role.ts';
import { StatusDot } from '#web/ui/status-dot.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { CompactName } from '#web/ui/table/compact-name.tsx';
import styles from './page.module.css';

export const columns: readonly Column<Manager>[] = [
  { id: 'id', header: 'ID', value: (manager) => manager.id, width: 56, look: 'quiet' },
  {
    id: 'name',
    header: 'Name',
    value: (manager) => manager.name,
    link: ({ id }) => ({ to: '/main/manager', search: { managerId: id } }),
    width: 176,
    grow: 2,
    wraps: true,
    look: 'name',
  },
  {
    id: 'email',
    header: 'Email',
    value: (manager) => manager.email,
    width: 220,
    grow: 3,
    wraps: true,
    look: 'quiet',
  },
  {
    id: 'status',
    header: 'Status',
    value: statusOf,
    cell: (manager) => <Status manager={manager} />,
    width: 148,
  },
  { id: 'role', header: 'Role', value: rightsOf, width: 190, wraps: true, look: 'quiet', spare: 1 },
];

/** "Manager", "Administrator, full SSN". */
function rightsOf({ role, fullSsn }: Manager): string {
  return fullSsn ? `${roleNames[role]}, full SSN` : roleNames[role];
}

function statusOf({ active, invited }: Manager): string {
  if (!active) return 'Disabled';
  return invited ? 'Enabled, invited' : 'Enabled';
}

function Status({ manager }: { manager: Manager }) {
  return <StatusDot color={manager.active ? 'green' : 'grey'}>{statusOf(manager)}</StatusDot>;
}

/** A row below 700 px. */
export function ManagerCompact({ manager }: { manager: Manager }) {
  return (
    <>
      <CompactName>{manager.name}</CompactName>
      <div className={styles.compactEmail}>{manager.email}</div>
      <div className={styles.compactLine}>
        <Status manager={manager} />
        <span>{rightsOf(manager)}</span>
        <span>ID {manager.id}</span>
      </div>
    </>
  );
}
