import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { beginPasskeyProof } from '#contract/second-factor.ts';
import { provePassword, testToken } from '#contract/session.ts';
import { api } from '#web/lib/api.ts';
import { renewToken } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { FactorForm } from '#web/ui/factor/factor-form.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { SaveButton } from '#web/ui/save-button.tsx';
import { PasswordField } from '#web/ui/text-field.tsx';
import { ProveByProvider } from './prove-by-provider.tsx';
import styles from './sign-in-again.module.css';

/** Before an account is handed over or full SSNs leave: the person at the screen is the manager. */
export function ProveDialog({ answer }: { answer: (proven: boolean) => void }) {
  const read = useQuery({
    queryKey: [testToken.name],
    queryFn: ({ signal }) => api(testToken, { signal }),
    staleTime: 0,
  });
  const [byFactor, setByFactor] = useState(false);
  const ways = read.data?.factorWays ?? [];
  return byFactor ? (
    <Dialog opened size="xs" title="Enter your second factor" onClose={() => answer(false)}>
      <FactorForm
        ways={ways}
        submitLabel="Continue"
        options={() => api(beginPasskeyProof)}
        verify={async (body) => {
          renewToken(await api(provePassword, { body }));
          answer(true);
        }}
      >
        <Button onClick={() => setByFactor(false)}>Use your password</Button>
      </FactorForm>
    </Dialog>
  ) : (
    <ByPassword answer={answer} onFactor={ways.length > 0 ? () => setByFactor(true) : undefined} />
  );
}

interface ByPasswordProps {
  answer: (proven: boolean) => void;
  /** Undefined for a manager without a second factor. */
  onFactor: (() => void) | undefined;
}

function ByPassword({ answer, onFactor }: ByPasswordProps) {
  const [password, setPassword] = useState('');
  const attempt = useMutation({
    mutationFn: () => api(provePassword, { body: { password } }),
    meta: { ownErrors: true },
    onSuccess: (renewed) => {
      renewToken(renewed);
      answer(true);
    },
  });
  const missing = password ? undefined : 'Password is required!';
  const proven = useCallback(() => answer(true), [answer]);
  return (
    <Dialog
      opened
      size="xs"
      title="Enter your password"
      onClose={() => answer(false)}
      onSubmit={() => {
        if (!missing && !attempt.isPending) attempt.mutate();
      }}
      footer={
        <>
          <Button onClick={() => answer(false)}>Cancel</Button>
          <SaveButton own problems={[missing]} busy={attempt.isPending}>
            Continue
          </SaveButton>
        </>
      }
    >
      <div className={styles.form}>
        <p className={styles.why}>
          This needs your password. It is not asked for again during the next five minutes.
        </p>
        {attempt.error && <ErrorBand>{messageOf(attempt.error)}</ErrorBand>}
        <PasswordField
          label="Your password"
          required
          autoComplete="current-password"
          value={password}
          error={missing}
          onChange={setPassword}
        />
        <ProveByProvider onProven={proven} />
        {onFactor && (
          <div>
            <button type="button" className={styles.other} onClick={onFactor}>
              Use your second factor instead
            </button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
