import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { finishOidc } from '#contract/oidc.ts';
import type { SessionRecord } from '#contract/session.ts';
import { api } from '#web/lib/api.ts';
import { signInStepOf } from '#web/lib/problem.ts';
import { announceProof } from '#web/lib/proof-window.ts';
import { signIn } from '#web/lib/session.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { LazySecondStep } from '#web/ui/factor/lazy-second-step.tsx';
import { SessionFrame } from './frame.tsx';
import styles from './page.module.css';

/** Where the OpenID Connect provider sends the browser back; ends the login that began here. */
export function OidcPage() {
  const navigate = useNavigate();
  const router = useRouter();
  const { search } = location;
  const login = useQuery({
    queryKey: ['finishOidc', search],
    queryFn: () => api(finishOidc, { body: { search } }),
    // What the provider sent is good for one try.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    throwOnError: false,
  });
  const enter = useCallback(
    (record: SessionRecord) => {
      signIn(record);
      void navigate({ to: '/', replace: true }).then(() => router.invalidate());
    },
    [navigate, router],
  );
  const proved = login.data?.proved === true;
  const record = proved ? undefined : login.data;
  const step = signInStepOf(login.error);
  useEffect(() => {
    document.title = 'Log in - Carillon';
    if (record) enter(record);
    if (login.data?.proved) announceProof(login.data);
  }, [record, enter, login.data]);
  return (
    <SessionFrame>
      <h1>{headingOf(proved, login.error && !step)}</h1>
      {proved && (
        <p className={styles.what}>You can close this window and continue in the other.</p>
      )}
      {step && (
        <LazySecondStep
          step={step}
          onSignedIn={enter}
          onBack={() => void navigate({ to: '/', replace: true })}
        />
      )}
      {login.error && !step && (
        <>
          <p className={styles.what} role="alert">
            {messageOf(login.error)}
          </p>
          <Link to="/">Go to the login page</Link>
        </>
      )}
    </SessionFrame>
  );
}

function headingOf(proved: boolean, failed: unknown): string {
  if (proved) return 'You are logged in';
  return failed ? 'You are not logged in' : 'Logging in';
}
