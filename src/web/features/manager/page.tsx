import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Manager } from '#contract/manager.ts';
import { linkTexts } from '#contract/manager-link.ts';
import { changedSearch } from '#web/lib/link-search.ts';
import { matchesWords } from '#web/lib/names.ts';
import { useManager } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { FactorRule } from '#web/ui/factor/rule.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import { type ListAddress, useListAddress } from '#web/ui/list-address.ts';
import { ListToolbar } from '#web/ui/list-toolbar.tsx';
import type { MenuItem } from '#web/ui/menu.tsx';
import { MissingPage } from '#web/ui/missing-record.tsx';
import { noneFound } from '#web/ui/none-found.tsx';
import { Page } from '#web/ui/page.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import { ApprovalRule } from './approval-rule.tsx';
import { columns, ManagerCompact } from './columns.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { DisableDialog } from './disable-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { ManagerForm } from './manager-form.tsx';
import styles from './page.module.css';
import { RemoveFactorDialog } from './remove-factor-dialog.tsx';
import { useManagerLink } from './use-manager-link.ts';
import { useOtherManagers, useSwitchManager } from './use-managers.ts';

/** Document 2's Inactive, Adding (0) and Editing: `?managerId=7` in the address. */
function useEditor() {
  const navigate = useNavigate();
  const { managerId } = useSearch({ strict: false }) as { managerId?: unknown };
  const open = (id: number | undefined) =>
    void navigate({
      to: '/main/manager',
      search: changedSearch({ managerId: id }),
      ignoreBlocker: id === undefined,
      replace: true,
    });
  return [typeof managerId === 'number' ? managerId : undefined, open] as const;
}

/** The client's other managers; a link to one that is gone says so. */
export function ManagerPage() {
  const [id = 0] = useEditor();
  const { id: own } = useManager();
  const { data, isFetching } = useOtherManagers();
  const isMissing = id > 0 && id !== own && data?.every((manager) => manager.id !== id);
  if (!isMissing || isFetching) return <ManagerList />;
  const back = { label: 'Back to Managers', to: '/main/manager' } as const;
  return <MissingPage title="Managers" what="This manager" back={back} />;
}

/** With an inline form to add or edit one. */
function ManagerList() {
  const [editor, setEditor] = useEditor();
  const address = useListAddress(['status']);
  const [deleting, setDeleting] = useState<Manager>();
  const [disabling, setDisabling] = useState<Manager>();
  const [removing, setRemoving] = useState<Manager>();
  const query = useOtherManagers();
  const switching = useSwitchManager();
  const link = useManagerLink();
  const edited = query.data?.find(({ id }) => id === editor);
  const isOpen = editor === 0 || edited !== undefined;
  const reason = isOpen ? finishFirst : undefined;
  const nothingYet = query.data?.length === 0;
  const rows = query.data?.filter((manager) => isShown(manager, address));
  const addButton = (
    <Button variant="filled" icon={PlusIcon} reason={reason} onClick={() => setEditor(0)}>
      Add Manager
    </Button>
  );
  const actions = actionsOf({
    reason,
    onSwitch: (manager) => (manager.active ? setDisabling(manager) : switching.mutate(manager)),
    onEdit: ({ id }) => setEditor(id),
    onLink: link.give,
    onRemoveFactor: setRemoving,
    onDelete: setDeleting,
  });
  return (
    <Page
      title="Managers"
      sentence={whoTheyAre}
      actions={nothingYet ? undefined : addButton}
      toolbar={
        !nothingYet && <Toolbar address={address} found={rows?.length} total={query.data?.length} />
      }
    >
      {isOpen && (
        <ManagerForm
          key={edited?.id ?? 0}
          edited={edited}
          onAdded={link.give}
          onClose={() => setEditor(undefined)}
        />
      )}
      <div className={styles.tableName}>
        <h2 className={styles.name}>Other Managers</h2>
      </div>
      <DataTable
        label="Other Managers"
        columns={columns}
        tall
        rows={rows}
        address={address}
        rowKey={(manager) => manager.id}
        rowName={(manager) => manager.name}
        selectedKey={edited?.id}
        actions={actions}
        onOpen={({ id }) => !isOpen && setEditor(id)}
        compact={(manager) => <ManagerCompact manager={manager} />}
        failure={refreshFailure(query)}
        empty={
          nothingYet
            ? { ...noManagers, action: isOpen ? undefined : addButton }
            : noneFound('manager', address.showAll)
        }
      />
      <LinkDialog given={link.given} onClose={link.close} />
      <FactorRule />
      <ApprovalRule />
      <RemoveFactorDialog manager={removing} onClose={setRemoving} />
      <DeleteDialog manager={deleting} onClose={() => setDeleting(undefined)} />
      <DisableDialog
        manager={disabling}
        onDisable={switching.mutateAsync}
        onClose={() => setDisabling(undefined)}
      />
    </Page>
  );
}

interface Actions {
  /** Why there are none at the moment. */
  reason: string | undefined;
  onSwitch: (manager: Manager) => void;
  onEdit: (manager: Manager) => void;
  onLink: (manager: Manager) => void;
  onRemoveFactor: (manager: Manager) => void;
  onDelete: (manager: Manager) => void;
}

/** The menu of a row. */
function actionsOf({ reason, onSwitch, onEdit, onLink, onRemoveFactor, onDelete }: Actions) {
  return (manager: Manager): MenuItem[] => [
    {
      label: manager.active ? 'Disable' : 'Enable',
      // No key: a double-click must not lock anyone out.
      hint: '',
      reason,
      onSelect: () => onSwitch(manager),
    },
    { label: 'Edit', hint: 'Enter', reason, onSelect: () => onEdit(manager) },
    {
      label: manager.invited ? 'Invitation Link' : 'Password Reset Link',
      // No key: a new link ends the one before.
      hint: '',
      reason: reason ?? (manager.active ? undefined : linkTexts.disabled),
      onSelect: () => onLink(manager),
    },
    ...removeFactorItem(manager, reason, onRemoveFactor),
    {
      label: 'Delete',
      danger: true,
      separated: true,
      reason,
      onSelect: () => onDelete(manager),
    },
  ];
}

function removeFactorItem(
  manager: Manager,
  reason: string | undefined,
  onSelect: (manager: Manager) => void,
): MenuItem[] {
  if (!manager.hasSecondFactor) return [];
  return [{ label: 'Remove second factor', reason, onSelect: () => onSelect(manager) }];
}

interface ToolbarProps {
  address: ListAddress;
  found: number | undefined;
  total: number | undefined;
}

function Toolbar(props: ToolbarProps) {
  return (
    <ListToolbar
      {...props}
      find="Find by name or email"
      filters={[statusFilter]}
      noun={['manager', 'managers']}
    />
  );
}

const whoTheyAre = (
  <>
    Colleagues who log in to this client account. Your own account is in{' '}
    <Link to="/main/user">User Profile</Link>.
  </>
);

const noManagers = {
  title: 'No other managers yet',
  sentence: 'Add one so that a colleague can log in.',
};

function isShown({ name, email, username, active }: Manager, { find, filter }: ListAddress) {
  const status = filter('status');
  const ofStatus = status === '' || active === (status === 'enabled');
  return ofStatus && matchesWords(find, [name, email, username]);
}

const statusFilter = {
  name: 'status',
  label: 'Status',
  all: 'All statuses',
  choices: [
    { value: 'enabled', label: 'Enabled' },
    { value: 'disabled', label: 'Disabled' },
  ],
};

const finishFirst = 'Save or cancel the open manager first.';
