import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type Credentials, login, type SessionRecord } from '#contract/session.ts';
import { api } from '#web/lib/api.ts';
import { noteClientCode } from '#web/lib/client-code.ts';
import { signInStepOf } from '#web/lib/problem.ts';
import { signIn, wasCutOff } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { LazySecondStep } from '#web/ui/factor/lazy-second-step.tsx';
import { Form } from '#web/ui/form-scope.tsx';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';
import { SessionFrame } from './frame.tsx';
import styles from './page.module.css';
import { Refusal } from './refusal.tsx';

const Ways = lazy(async () => ({ default: (await import('./ways.tsx')).Ways }));

interface SignInPageProps {
  /** Opens the landing page after a sign-in that does not resume a session. */
  goHome: () => void;
}

export function SignInPage({ goHome }: SignInPageProps) {
  useEffect(() => {
    document.title = 'Log in - Carillon';
  }, []);
  return (
    <SessionFrame>
      <h1>Log in</h1>
      <p className={styles.what}>
        {wasCutOff()
          ? 'Your session has ended. Log in to continue where you left off.'
          : 'Outbound voice and text campaigns.'}
      </p>
      <SignInForm goHome={goHome} />
      <p className={styles.help}>
        No account or password? An administrator of your organization, or the person who runs this
        server, gives you a link with which you choose a password.
      </p>
    </SessionFrame>
  );
}

const nothing: Credentials = { code: '', username: '', password: '' };

function SignInForm({ goHome }: SignInPageProps) {
  const [typed, setTyped] = useState(nothing);
  const attempt = useMutation({
    mutationFn: (body: Credentials) => api(login, { body }),
    meta: { ownErrors: true },
    onSuccess: (record) => enter(record),
  });
  const enter = (record: SessionRecord) => {
    const { resumes } = signIn(record);
    noteClientCode(typed.code.trim());
    if (!resumes) goHome();
  };
  const change = (part: Partial<Credentials>) => setTyped({ ...typed, ...part });
  const complete = typed.code.trim() && typed.username.trim() && typed.password;
  const step = signInStepOf(attempt.error);
  if (step) return <LazySecondStep step={step} onSignedIn={enter} onBack={attempt.reset} />;
  return (
    <>
      <Form
        className={styles.form}
        aria-label="Log in"
        onSubmit={() => {
          if (complete && !attempt.isPending) attempt.mutate(typed);
        }}
      >
        {attempt.error && <Refusal error={attempt.error} />}
        <TextField
          label="Code"
          required
          autoFocus
          autoComplete="organization"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="Type client code here"
          value={typed.code}
          error={typed.code.trim() ? undefined : 'Code is required!'}
          onChange={(code) => change({ code })}
        />
        <TextField
          label="Username"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={typed.username}
          error={typed.username.trim() ? undefined : 'Username is required!'}
          onChange={(username) => change({ username })}
        />
        <PasswordField
          label="Password"
          required
          autoComplete="current-password"
          value={typed.password}
          error={typed.password ? undefined : 'Password is required!'}
          onChange={(password) => change({ password })}
        />
        <Button type="submit" variant="filled" busy={attempt.isPending} className={styles.submit}>
          Log In
        </Button>
      </Form>
      <Suspense>
        <Ways code={typed.code} />
      </Suspense>
    </>
  );
}
