import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { mailReset } from '#contract/manager-link.ts';
import { api } from '#web/lib/api.ts';
import { schemaErrors } from '#web/lib/schema-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { SaveButton } from '#web/ui/save-button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './sign-in-again.module.css';

/** Asks for a link by mail; says the same for every address. */
export function ForgotDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const [typed, setTyped] = useState({ code, email: '' });
  const asking = useMutation({
    mutationFn: () => api(mailReset, { body: typed }),
    meta: { ownErrors: true },
  });
  const errors = schemaErrors(mailReset.body, typed);
  const errorAt = (path: string) => errors.find((error) => error.path === path)?.message;
  const problems = [errorAt('code'), errorAt('email')];
  if (asking.isSuccess) return <Asked email={typed.email} onClose={onClose} />;
  return (
    <Dialog
      opened
      size="xs"
      title="Forgot password?"
      onClose={onClose}
      onSubmit={() => {
        if (errors.length === 0 && !asking.isPending) asking.mutate();
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <SaveButton own problems={problems} busy={asking.isPending}>
            Send Link
          </SaveButton>
        </>
      }
    >
      <div className={styles.form}>
        <p className={styles.why}>You will get an email with a link to choose a new password.</p>
        {asking.error && <ErrorBand>{messageOf(asking.error)}</ErrorBand>}
        <TextField
          label="Code"
          required
          autoComplete="organization"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="Type client code here"
          value={typed.code}
          error={errorAt('code')}
          onChange={(value) => setTyped({ ...typed, code: value })}
        />
        <TextField
          label="Email"
          required
          inputMode="email"
          autoComplete="email"
          value={typed.email}
          error={errorAt('email')}
          onChange={(email) => setTyped({ ...typed, email })}
        />
      </div>
    </Dialog>
  );
}

function Asked({ email, onClose }: { email: string; onClose: () => void }) {
  return (
    <Dialog
      opened
      size="xs"
      title="Check your email"
      onClose={onClose}
      footer={
        <Button variant="filled" onClick={onClose}>
          Ok
        </Button>
      }
    >
      If {email.trim()} belongs to an account, a link is on its way to it. It arrives within a few
      minutes and works once, within 24 hours.
    </Dialog>
  );
}
