import { useRef, useState } from 'react';
import { type Manager, type ManagerDraft, profileEdit } from '#contract/manager.ts';
import { inFormOrder, schemaErrors } from '#web/lib/schema-form.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ConflictDialog } from '#web/ui/conflict-dialog.tsx';
import { Form } from '#web/ui/form-scope.tsx';
import { managerMerge } from '#web/ui/manager-merge.ts';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { SaveButton } from '#web/ui/save-button.tsx';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';
import { UnsavedDialog } from '#web/ui/unsaved-dialog.tsx';
import { useDraftForm } from '#web/ui/use-draft-form.ts';
import { newPasswordHint, usePasswordRule } from '#web/ui/use-password-rule.ts';
import styles from './page.module.css';
import { useSaveProfile } from './use-save-profile.ts';

/** Everything that is saved needs the current password; a new one is optional. */
export function ProfileForm({ manager }: { manager: Manager }) {
  // A new form after each save: its errors show again only after an attempt.
  const [saves, setSaves] = useState(0);
  const [said, setSaid] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const rule = usePasswordRule();
  const form = useDraftForm({
    first: draftOf(manager),
    errorsOf: (draft) =>
      inFormOrder(profileEdit, [...schemaErrors(profileEdit, draft), ...rule.errorsOf(draft)]),
    merge: managerMerge('profile', draftOf),
    save: useSaveProfile(manager, (saved) => {
      form.restart(draftOf(saved));
      setSaves(saves + 1);
      setSaid(true);
    }),
  });
  const { field } = form;
  return (
    <div ref={box}>
      <Form key={saves} aria-label="User Profile" className={styles.form} onSubmit={form.submit}>
        {form.formFailure && <ErrorBand>{form.formFailure}</ErrorBand>}
        <TextField label="Name" required maxLength={255} autoComplete="name" {...field('name')} />
        <TextField
          label="Username"
          required
          maxLength={100}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field('username')}
        />
        <TextField
          label="Email"
          required
          maxLength={255}
          inputMode="email"
          autoComplete="email"
          {...field('email')}
        />
        <PasswordField
          label="Password"
          required
          autoComplete="current-password"
          hint="The password that you log in with now."
          {...field('password')}
        />
        <PasswordField
          label="New Password"
          autoComplete="new-password"
          hint={
            rule.hintOf(form.draft) ??
            `Leave blank to keep your password. A new one logs you out everywhere else. ${newPasswordHint}`
          }
          {...field('newPassword')}
        />
        <PasswordField
          label="Confirm Password"
          autoComplete="new-password"
          {...field('confirmPassword')}
        />
        <div className={styles.buttons}>
          <SaveButton own problems={form.problems} busy={form.busy} />
        </div>
      </Form>
      <SavedDialog
        opened={said}
        onClose={() => {
          setSaid(false);
          // The form is new, so the focus cannot return by itself.
          box.current?.querySelector('input')?.focus();
        }}
      />
      <UnsavedDialog unsaved={form.unsaved} what="profile" />
      <ConflictDialog conflict={form.conflict} />
    </div>
  );
}

/** The documents' words. */
function SavedDialog(dialog: { opened: boolean; onClose: () => void }) {
  return (
    <ConfirmDialog
      {...dialog}
      title="Saved"
      confirmLabel="Ok"
      cancelLabel={null}
      onConfirm={() => {}}
    >
      The modifications were saved successfully !
    </ConfirmDialog>
  );
}

const noPasswords = { password: '', newPassword: '', confirmPassword: '' };

function draftOf({ name, username, email, version }: Manager): ManagerDraft {
  return { ...noPasswords, name, username, email, version };
}
