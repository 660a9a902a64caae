import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addPasskey, beginPasskey } from '#contract/second-factor.ts';
import { api } from '#web/lib/api.ts';
import { Button } from '../button.tsx';
import { messageOf } from '../error-message.ts';
import { Form } from '../form-scope.tsx';
import { ErrorBand } from '../notice-band.tsx';
import { SaveButton } from '../save-button.tsx';
import { TextField } from '../text-field.tsx';
import styles from './factor.module.css';
import { makePasskey } from './passkey.ts';

interface AddPasskeyProps {
  /** With new recovery codes when this is the first second factor. */
  onDone: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** The browser makes a passkey, on this device, a phone or a security key. */
export function AddPasskey({ onDone, onCancel }: AddPasskeyProps) {
  const [name, setName] = useState('');
  const attempt = useMutation({
    mutationFn: async () => {
      const passkey = await makePasskey(await api(beginPasskey));
      return api(addPasskey, { body: { name, passkey } });
    },
    meta: { ownErrors: true },
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  const missing = name.trim() ? undefined : 'Name is required!';
  return (
    <Form
      className={styles.form}
      aria-label="Add a passkey"
      onSubmit={() => {
        if (!missing && !attempt.isPending) attempt.mutate();
      }}
    >
      <p>
        Your fingerprint, face or PIN on this device or a phone, or a security key, takes the place
        of a code.
      </p>
      {attempt.error && <ErrorBand>{messageOf(attempt.error)}</ErrorBand>}
      <TextField
        label="Name"
        required
        autoFocus
        maxLength={100}
        autoComplete="off"
        hint="So that you recognize it here, such as the device that it is on."
        value={name}
        error={missing}
        onChange={setName}
      />
      <div className={styles.buttons}>
        <SaveButton own problems={[missing]} busy={attempt.isPending}>
          Continue
        </SaveButton>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </Form>
  );
}
