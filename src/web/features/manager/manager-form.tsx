import { useState } from 'react';
import { type Manager, type ManagerDraft, managerAdd, managerEdit } from '#contract/manager.ts';
import { linkTexts } from '#contract/manager-link.ts';
import { type Role, role, roleNames, roles } from '#contract/role.ts';
import { inFormOrder, schemaErrors } from '#web/lib/schema-form.ts';
import { Button } from '#web/ui/button.tsx';
import { ConflictDialog } from '#web/ui/conflict-dialog.tsx';
import { Form } from '#web/ui/form-scope.tsx';
import { managerMerge } from '#web/ui/manager-merge.ts';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { SaveButton } from '#web/ui/save-button.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Checkbox } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { UnsavedDialog } from '#web/ui/unsaved-dialog.tsx';
import { useDraftForm } from '#web/ui/use-draft-form.ts';
import { useEscape } from '#web/ui/use-escape.ts';
import { useFocusWithin } from '#web/ui/use-focus-within.ts';
import styles from './page.module.css';
import { useSaveManager } from './use-managers.ts';

const roleHints: Record<Role, string> = {
  reporter: 'Reads everything and exports with SSNs masked. Changes nothing.',
  manager: 'Runs campaigns, uploads lists, and keeps messages and the do-not-call list.',
  administrator: 'Also adds, changes and removes managers.',
};

interface ManagerFormProps {
  /** Absent for a new one. */
  edited: Manager | undefined;
  /** A new manager was added and needs a link. */
  onAdded: (manager: Manager) => void;
  onClose: () => void;
}

/** Adds or changes a manager, above the table. */
export function ManagerForm({ edited, onAdded, onClose }: ManagerFormProps) {
  const [asking, setAsking] = useState(false);
  const form = useDraftForm({
    first: draftOf(edited),
    errorsOf: (draft) => managerErrors(edited ? managerEdit : managerAdd, draft),
    save: useSaveManager(edited, { onAdded, onSaved: onClose }),
    merge: edited && managerMerge('manager', draftOf),
  });
  const box = useFocusWithin();
  const leave = () => (form.unsaved ? setAsking(true) : onClose());
  useEscape(leave);
  const bind = <K extends Exclude<keyof ManagerDraft, 'version'>>(key: K) => ({
    ...form.field(key),
    required: true,
    autoComplete: 'off',
  });
  return (
    <div ref={box} className={styles.form}>
      <h2 className={styles.name}>{edited ? 'Edit Manager' : 'Add Manager'}</h2>
      {form.formFailure && <ErrorBand>{form.formFailure}</ErrorBand>}
      <Form
        aria-label={edited ? `Edit ${edited.name}` : 'Add Manager'}
        className={styles.fields}
        onSubmit={form.submit}
      >
        <TextField label="Name" maxLength={255} {...bind('name')} />
        <TextField
          label="Username"
          maxLength={100}
          autoCapitalize="none"
          spellCheck={false}
          {...bind('username')}
        />
        <TextField label="Email" inputMode="email" maxLength={255} {...bind('email')} />
        <SelectField
          className={styles.newRow ?? ''}
          label="Role"
          hint={form.draft.role && roleHints[form.draft.role]}
          choices={roles.map((value) => ({ value, label: roleNames[value] }))}
          {...bind('role')}
          value={form.draft.role ?? ''}
          onChange={(value) => form.change({ role: role.parse(value) })}
        />
        <Checkbox
          label="Full SSN"
          hint="May export full SSNs, dates of birth and sensitive account fields."
          checked={form.draft.fullSsn ?? false}
          onChange={(fullSsn) => form.change({ fullSsn })}
        />
        <p className={styles.password}>
          {edited
            ? linkTexts.colleague
            : 'After saving, you get a link to give to the new manager, who chooses a password with it.'}
        </p>
        <div className={styles.buttons}>
          <SaveButton problems={form.problems} busy={form.busy} />
          <Button onClick={leave}>Cancel</Button>
        </div>
      </Form>
      <UnsavedDialog
        unsaved={form.unsaved}
        what="manager"
        leaving={{ asked: asking, onDiscard: onClose, onKeep: () => setAsking(false) }}
      />
      <ConflictDialog conflict={form.conflict} />
    </div>
  );
}

function managerErrors(schema: typeof managerEdit | typeof managerAdd, draft: ManagerDraft) {
  return inFormOrder(schema, schemaErrors(schema, draft));
}

function draftOf(edited: Manager | undefined): ManagerDraft {
  const { name = '', username = '', email = '', version } = edited ?? {};
  const { role = 'manager', fullSsn = false } = edited ?? {};
  return {
    role,
    fullSsn,
    name,
    username,
    email,
    version,
    password: '',
    newPassword: '',
    confirmPassword: '',
  };
}
