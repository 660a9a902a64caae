import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { FactorInput, FactorWay } from '#contract/sign-in-step.ts';
import { Button } from '../button.tsx';
import { messageOf } from '../error-message.ts';
import { Form } from '../form-scope.tsx';
import { ErrorBand } from '../notice-band.tsx';
import { TextField } from '../text-field.tsx';
import styles from './factor.module.css';
import { signWithPasskey } from './passkey.ts';

interface FactorFormProps {
  /** Not empty. */
  ways: readonly FactorWay[];
  /** What a passkey is to sign. */
  options: () => Promise<unknown>;
  verify: (given: FactorInput) => Promise<unknown>;
  submitLabel: string;
  /** Buttons beside the main one. */
  children?: ReactNode;
}

/** Asks for the second factor, in any of the ways that the manager has. */
export function FactorForm({ ways, options, verify, submitLabel, children }: FactorFormProps) {
  const [way, setWay] = useState<FactorWay>(ways[0] ?? 'recoveryCode');
  const [text, setText] = useState('');
  const attempt = useMutation({
    mutationFn: async () =>
      verify(
        way === 'passkey' ? { passkey: await signWithPasskey(await options()) } : { [way]: text },
      ),
    meta: { ownErrors: true },
  });
  const choose = (next: FactorWay) => {
    setWay(next);
    setText('');
    attempt.reset();
  };
  const missing = way === 'passkey' || text.trim() ? undefined : `${labels[way]} is required!`;
  return (
    <Form
      key={way}
      className={styles.form}
      aria-label="Second factor"
      onSubmit={() => {
        if (!missing && !attempt.isPending) attempt.mutate();
      }}
    >
      {attempt.error && <ErrorBand>{messageOf(attempt.error)}</ErrorBand>}
      {way === 'passkey' ? (
        <p className={styles.quiet}>Your device asks you for a fingerprint, a face or a PIN.</p>
      ) : (
        <TextField
          label={labels[way]}
          required
          autoFocus
          autoComplete={way === 'code' ? 'one-time-code' : 'off'}
          inputMode={way === 'code' ? 'numeric' : 'text'}
          autoCapitalize="none"
          spellCheck={false}
          hint={hints[way]}
          value={text}
          error={missing}
          onChange={setText}
        />
      )}
      <div className={styles.buttons}>
        <Button
          type="submit"
          variant="filled"
          busy={attempt.isPending}
          {...(way === 'passkey' ? { autoFocus: true } : {})}
        >
          {way === 'passkey' ? 'Use your passkey' : submitLabel}
        </Button>
        {children}
      </div>
      <Others ways={ways.filter((other) => other !== way)} choose={choose} />
    </Form>
  );
}

interface OthersProps {
  ways: readonly FactorWay[];
  choose: (way: FactorWay) => void;
}

function Others({ ways, choose }: OthersProps) {
  return ways.length === 0 ? null : (
    <div className={styles.others}>
      {ways.map((way) => (
        <button key={way} type="button" className={styles.link} onClick={() => choose(way)}>
          {offers[way]}
        </button>
      ))}
    </div>
  );
}

const labels = { code: 'Code', recoveryCode: 'Recovery Code', passkey: 'Passkey' };
const hints = {
  code: 'The six digits that your authenticator app shows now.',
  recoveryCode: 'One of the ten codes that you saved. Each works once.',
};
const offers = {
  code: 'Enter a code from your authenticator app',
  recoveryCode: 'Use a recovery code',
  passkey: 'Use a passkey',
};
