import { beginPasskeyLogin, finishLogin } from '#contract/second-factor.ts';
import type { SessionRecord } from '#contract/session.ts';
import type { SignInStep } from '#contract/sign-in-step.ts';
import { api } from '#web/lib/api.ts';
import { Button } from '../button.tsx';
import styles from './factor.module.css';
import { FactorForm } from './factor-form.tsx';

export interface SecondStepProps {
  step: SignInStep;
  onSignedIn: (record: SessionRecord) => void;
  /** Back to the password. */
  onBack: () => void;
}

/** The password was accepted; the second factor finishes the login. */
export function SecondStep({ step: { token, ways }, onSignedIn, onBack }: SecondStepProps) {
  const back = <Button onClick={onBack}>Back</Button>;
  if (ways.length === 0) {
    return (
      <div className={styles.form}>
        <p>
          Your passkey works only under the address that it was made for, and no recovery code is
          left. Ask an administrator to remove your second factor.
        </p>
        <div>{back}</div>
      </div>
    );
  }
  return (
    <FactorForm
      ways={ways}
      submitLabel="Log In"
      options={() => api(beginPasskeyLogin, { body: { token } })}
      verify={async (given) => onSignedIn(await api(finishLogin, { body: { token, ...given } }))}
    >
      {back}
    </FactorForm>
  );
}
