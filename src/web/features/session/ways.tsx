import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { startOidc } from '#contract/oidc.ts';
import { signInWays } from '#contract/session.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { Button } from '#web/ui/button.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { ForgotDialog } from './forgot-dialog.tsx';
import styles from './page.module.css';

/** What the login screen offers beside the password; without an answer of the server, the advice alone. */
export function Ways({ code }: { code: string }) {
  const [asking, setAsking] = useState(false);
  const ways = useQuery({
    queryKey: queryKey(signInWays),
    queryFn: ({ signal }) => api(signInWays, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  });
  const leaving = useMutation({
    mutationFn: () => api(startOidc, { body: { code } }),
    meta: { ownErrors: true },
    onSuccess: ({ address }) => location.assign(address),
  });
  return (
    <>
      {ways.data?.provider && (
        <div className={styles.provider}>
          {leaving.error && <ErrorBand>{messageOf(leaving.error)}</ErrorBand>}
          <Button busy={leaving.isPending || leaving.isSuccess} onClick={() => leaving.mutate()}>
            Log in with {ways.data.provider}
          </Button>
        </div>
      )}
      {ways.data?.mail && (
        <p className={styles.help}>
          <button type="button" className={styles.forgot} onClick={() => setAsking(true)}>
            Forgot password?
          </button>
        </p>
      )}
      {asking && <ForgotDialog code={code} onClose={() => setAsking(false)} />}
    </>
  );
}
