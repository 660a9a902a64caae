import { useState } from 'react';
import type { Manager } from '../../../contract/manager.ts';
import { addProblems, editProblems, type ManagerDraft } from '../../../domain/manager-rules.ts';
import { ApiProblem } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Form } from '../../ui/form-scope.tsx';
import { ErrorBand } from '../../ui/notice-band.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { DiscardDialog, UnsavedDialog } from '../../ui/unsaved-dialog.tsx';
import { useEscape } from '../../ui/use-escape.ts';
import { useFocusWithin } from '../../ui/use-focus-within.ts';
import styles from './page.module.css';
import { useSaveManager } from './use-managers.ts';

interface ManagerFormProps {
  /** Absent for a new one. */
  edited: Manager | undefined;
  onClose: () => void;
}

/** Adds or changes a manager, above the table. */
export function ManagerForm({ edited, onClose }: ManagerFormProps) {
  const [first] = useState(() => draftOf(edited));
  const [draft, setDraft] = useState(first);
  const [asking, setAsking] = useState(false);
  const save = useSaveManager(edited, onClose);
  const box = useFocusWithin();
  const problems = edited ? editProblems(draft) : addProblems(draft);
  const missing = Object.values(problems);
  const refusal = save.error instanceof ApiProblem ? save.error : undefined;
  const changed = fields.some((field) => draft[field] !== first[field]);
  const leave = () => (changed ? setAsking(true) : onClose());
  useEscape(leave);
  const bind = (field: keyof ManagerDraft) => ({
    required: true,
    autoComplete: 'off',
    value: draft[field],
    error: problems[field],
    errorNow: refusal?.errorAt(field),
    onChange: (value: string) => {
      setDraft({ ...draft, [field]: value });
      save.reset();
    },
  });
  const secret = { ...(edited ? { required: false } : {}), autoComplete: 'new-password' };
  return (
    <div ref={box} className={styles.form}>
      <h2 className={styles.name}>{edited ? 'Edit Manager' : 'Add Manager'}</h2>
      {save.isError && !refusal?.errors.length && <ErrorBand>{messageOf(save.error)}</ErrorBand>}
      <Form
        aria-label={edited ? `Edit ${edited.name}` : 'Add Manager'}
        className={styles.fields}
        onSubmit={() => {
          if (missing.every((problem) => !problem) && !save.isPending) save.mutate(draft);
        }}
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
        <PasswordField
          className={styles.newRow}
          label={edited ? 'New Password' : 'Password'}
          maxLength={200}
          hint={edited && 'Empty: the password stays as it is.'}
          {...bind('newPassword')}
          {...secret}
        />
        <PasswordField
          label="Confirm Password"
          maxLength={200}
          {...bind('confirmPassword')}
          {...secret}
        />
        <div className={styles.buttons}>
          <SaveButton problems={missing} busy={save.isPending} />
          <Button onClick={leave}>Cancel</Button>
        </div>
      </Form>
      <DiscardDialog
        opened={asking}
        what="manager"
        onDiscard={onClose}
        onClose={() => setAsking(false)}
      />
      <UnsavedDialog unsaved={changed && !save.isSuccess} what="manager" />
    </div>
  );
}

const fields = ['name', 'username', 'email', 'newPassword', 'confirmPassword'] as const;

function draftOf(edited: Manager | undefined): ManagerDraft {
  const { name = '', username = '', email = '' } = edited ?? {};
  return { name, username, email, password: '', newPassword: '', confirmPassword: '' };
}
