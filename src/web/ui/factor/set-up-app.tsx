import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { beginAuthenticator, confirmAuthenticator } from '#contract/second-factor.ts';
import { api } from '#web/lib/api.ts';
import { Button } from '../button.tsx';
import { messageOf } from '../error-message.ts';
import { Form } from '../form-scope.tsx';
import { ErrorBand } from '../notice-band.tsx';
import { SaveButton } from '../save-button.tsx';
import { TextField } from '../text-field.tsx';
import styles from './factor.module.css';

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }));

interface SetUpProps {
  /** With new recovery codes when this is the first second factor. */
  onDone: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** Shows the secret, and confirms it by the first code. */
export function SetUpApp({ onDone, onCancel }: SetUpProps) {
  const [code, setCode] = useState('');
  // A new secret each time this opens, and not again while it is open.
  const [key] = useState(() => crypto.randomUUID());
  const begun = useQuery({
    queryKey: ['new authenticator', key],
    queryFn: () => api(beginAuthenticator),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { ownErrors: true },
  });
  const confirm = useMutation({
    mutationFn: () => api(confirmAuthenticator, { body: { code } }),
    meta: { ownErrors: true },
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  const missing = code.trim() ? undefined : 'Code is required!';
  const failure = begun.error ?? confirm.error;
  return (
    <Form
      className={styles.form}
      aria-label="Set up an authenticator app"
      onSubmit={() => {
        if (!missing && begun.data && !confirm.isPending) confirm.mutate();
      }}
    >
      <p>Scan this code with an authenticator app on your phone, or type the key into the app.</p>
      {begun.data && (
        <>
          <div className={styles.qr}>
            <Suspense>
              <QrCode text={begun.data.uri} label="QR code for your authenticator app" />
            </Suspense>
          </div>
          <div>
            <div className={styles.label}>Key</div>
            <code className={styles.key}>{begun.data.secret.match(/.{4}/g)?.join(' ')}</code>
          </div>
        </>
      )}
      {failure && <ErrorBand>{messageOf(failure)}</ErrorBand>}
      <TextField
        label="Code"
        required
        autoComplete="one-time-code"
        inputMode="numeric"
        hint="The six digits that the app shows now."
        value={code}
        error={missing}
        onChange={setCode}
      />
      <div className={styles.buttons}>
        <SaveButton own problems={[missing]} busy={confirm.isPending}>
          Confirm
        </SaveButton>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </Form>
  );
}
