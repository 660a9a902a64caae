import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { startOidcProof } from '#contract/oidc.ts';
import { signInWays } from '#contract/session.ts';
import { api } from '#web/lib/api.ts';
import { onProof } from '#web/lib/proof-window.ts';
import { queryKey } from '#web/lib/query.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import styles from './sign-in-again.module.css';

/** For who has no password here: a window of the provider, so that this page keeps what was typed. */
export function ProveByProvider({ onProven }: { onProven: () => void }) {
  const ways = useQuery({
    queryKey: queryKey(signInWays),
    queryFn: ({ signal }) => api(signInWays, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  });
  const opening = useMutation({
    mutationFn: async (opened: Window | null) => {
      if (!opened) throw new Error('The browser opened no window.');
      try {
        opened.location.href = (await api(startOidcProof)).address;
      } catch (error) {
        opened.close();
        throw error;
      }
    },
    meta: { ownErrors: true },
  });
  useEffect(() => onProof(onProven), [onProven]);
  if (!ways.data?.provider) return null;
  return (
    <div>
      {opening.error && (
        <ErrorBand>
          {opening.variables
            ? messageOf(opening.error)
            : 'Your browser did not open the window. Allow windows of this page, then try again.'}
        </ErrorBand>
      )}
      <button
        type="button"
        className={styles.other}
        // Opened by the press itself, or browsers refuse.
        onClick={() => opening.mutate(window.open('', '_blank', 'popup,width=520,height=720'))}
      >
        Log in with {ways.data.provider} again instead
      </button>
    </div>
  );
}
