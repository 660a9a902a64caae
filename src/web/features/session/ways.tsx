import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { signInWays } from '#contract/session.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
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
  return (
    <>
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
