import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Manager } from '#contract/manager.ts';
import { Button } from '#web/ui/button.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import type { MenuItem } from '#web/ui/menu.tsx';
import { Page } from '#web/ui/page.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import { columns, ManagerCompact } from './columns.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { DisableDialog } from './disable-dialog.tsx';
import { ManagerForm } from './manager-form.tsx';
import styles from './page.module.css';
import { useOtherManagers, useSwitchManager } from './use-managers.ts';

/** Document 2's Inactive, Adding and Editing. */
type Editor = undefined | 'adding' | Manager;

/** The client's other managers, and an inline form to add or edit one. */
export function ManagerPage() {
  const [editor, setEditor] = useState<Editor>();
  const [deleting, setDeleting] = useState<Manager>();
  const [disabling, setDisabling] = useState<Manager>();
  const query = useOtherManagers();
  const switching = useSwitchManager();
  const edited = editor === 'adding' ? undefined : editor;
  const reason = editor && finishFirst;
  const addButton = (
    <Button variant="filled" icon={PlusIcon} reason={reason} onClick={() => setEditor('adding')}>
      Add Manager
    </Button>
  );
  const nothingYet = query.data?.length === 0;
  const actions = (manager: Manager): MenuItem[] => [
    {
      label: manager.active ? 'Disable' : 'Enable',
      // No key: a double-click must not lock anyone out.
      hint: '',
      reason,
      onSelect: () => (manager.active ? setDisabling(manager) : switching.mutate(manager)),
    },
    { label: 'Edit', hint: 'Enter', reason, onSelect: () => setEditor(manager) },
    {
      label: 'Delete',
      danger: true,
      separated: true,
      reason,
      onSelect: () => setDeleting(manager),
    },
  ];
  return (
    <Page
      title="Managers"
      sentence={
        <>
          Colleagues who log in to this client account. Your own account is in{' '}
          <Link to="/main/user">User Profile</Link>.
        </>
      }
      actions={nothingYet ? undefined : addButton}
    >
      {editor && (
        <ManagerForm key={edited?.id ?? 0} edited={edited} onClose={() => setEditor(undefined)} />
      )}
      <div className={styles.tableName}>
        <h2 className={styles.name}>Other Managers</h2>
      </div>
      <DataTable
        label="Other Managers"
        columns={columns}
        rows={query.data}
        rowKey={(manager) => manager.id}
        rowName={(manager) => manager.name}
        selectedKey={edited?.id}
        actions={actions}
        onOpen={(manager) => {
          if (!editor) setEditor(manager);
        }}
        compact={(manager) => <ManagerCompact manager={manager} />}
        failure={refreshFailure(query)}
        empty={{
          title: 'No other managers yet',
          sentence: 'Add one so that a colleague can log in.',
          action: editor ? undefined : addButton,
        }}
      />
      <DeleteDialog manager={deleting} onClose={() => setDeleting(undefined)} />
      <DisableDialog
        manager={disabling}
        onDisable={switching.mutateAsync}
        onClose={() => setDisabling(undefined)}
      />
    </Page>
  );
}

const finishFirst = 'Save or cancel the open manager first.';
