import { useRef, useState } from 'react';
import type { Manager } from '../../../contract/manager.ts';
import { type ManagerDraft, profileProblems } from '../../../domain/manager-rules.ts';
import { ApiProblem } from '../../lib/problem.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Form } from '../../ui/form-scope.tsx';
import { ErrorBand } from '../../ui/notice-band.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { UnsavedDialog } from '../../ui/unsaved-dialog.tsx';
import styles from './page.module.css';
import { useSaveProfile } from './use-save-profile.ts';

/** Everything that is saved needs the current password; a new one is optional. */
export function ProfileForm({ manager }: { manager: Manager }) {
  const [saved, setSaved] = useState(() => draftOf(manager));
  const [draft, setDraft] = useState(saved);
  // A new form after each save: its errors show again only after a try.
  const [saves, setSaves] = useState(0);
  const [said, setSaid] = useState(false);
  const save = useSaveProfile(manager, (names) => {
    const next = { ...noPasswords, ...names };
    setSaved(next);
    setDraft(next);
    setSaves(saves + 1);
    setSaid(true);
  });
  const box = useRef<HTMLDivElement>(null);
  const problems = profileProblems(draft);
  const missing = fields.map((field) => problems[field]);
  const refusal = save.error instanceof ApiProblem ? save.error : undefined;
  const changed = fields.some((field) => draft[field] !== saved[field]);
  const bind = (field: keyof ManagerDraft) => ({
    value: draft[field],
    error: problems[field],
    errorNow: refusal?.errorAt(field),
    onChange: (value: string) => {
      setDraft({ ...draft, [field]: value });
      save.reset();
    },
  });
  return (
    <div ref={box}>
      <Form
        key={saves}
        aria-label="User Profile"
        className={styles.form}
        onSubmit={() => {
          if (missing.every((problem) => !problem) && !save.isPending) save.mutate(draft);
        }}
      >
        {save.isError && !refusal?.errors.length && <ErrorBand>{messageOf(save.error)}</ErrorBand>}
        <TextField label="Name" required maxLength={255} autoComplete="name" {...bind('name')} />
        <TextField
          label="Username"
          required
          maxLength={100}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...bind('username')}
        />
        <TextField
          label="Email"
          required
          maxLength={255}
          inputMode="email"
          autoComplete="email"
          {...bind('email')}
        />
        <PasswordField
          label="Password"
          required
          maxLength={200}
          autoComplete="current-password"
          hint="The one you log in with now."
          {...bind('password')}
        />
        <PasswordField
          label="New Password"
          maxLength={200}
          autoComplete="new-password"
          hint="Empty: your password stays as it is. A new one logs you out everywhere else."
          {...bind('newPassword')}
        />
        <PasswordField
          label="Confirm Password"
          maxLength={200}
          autoComplete="new-password"
          {...bind('confirmPassword')}
        />
        <div className={styles.buttons}>
          <SaveButton problems={missing} busy={save.isPending} />
        </div>
      </Form>
      <ConfirmDialog
        opened={said}
        title="Saved"
        confirmLabel="Ok"
        cancelLabel={null}
        onConfirm={() => {}}
        onClose={() => {
          setSaid(false);
          // The form is a new one, so the focus has nowhere to go back to.
          box.current?.querySelector('input')?.focus();
        }}
      >
        The modifications were saved successfully !
      </ConfirmDialog>
      <UnsavedDialog unsaved={changed} what="profile" />
    </div>
  );
}

const noPasswords = { password: '', newPassword: '', confirmPassword: '' };
const fields = [
  'name',
  'username',
  'email',
  'password',
  'newPassword',
  'confirmPassword',
] as const satisfies (keyof ManagerDraft)[];

function draftOf({ name, username, email }: Manager): ManagerDraft {
  return { ...noPasswords, name, username, email };
}
