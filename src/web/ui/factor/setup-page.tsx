import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { factorTexts, readSecondFactor } from '#contract/second-factor.ts';
import { logout } from '#contract/session.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { signOut, updateSession } from '#web/lib/session.ts';
import { Button } from '../button.tsx';
import { Mark } from '../mark.tsx';
import styles from './factor.module.css';
import { hasPasskeys } from './passkey.ts';
import { type Setup, SetupSteps, setupTitle } from './setup.tsx';

/** Nothing else is shown, or allowed by the server, before a second factor is set up. */
export function FactorSetupPage() {
  const client = useQueryClient();
  const [setup, setSetup] = useState<Setup>();
  const read = useQuery({
    queryKey: queryKey(readSecondFactor),
    queryFn: ({ signal }) => api(readSecondFactor, { signal }),
  });
  useEffect(() => {
    document.title = 'Second factor - Carillon';
  }, []);
  const leave = async () => {
    await api(logout).catch(() => undefined);
    signOut();
  };
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <p className={styles.brand}>
          <Mark height={27} />
          Carillon
        </p>
        <h1>{setup ? setupTitle(setup) : 'Set up a second factor'}</h1>
        {setup ? (
          <SetupSteps
            first={setup}
            onStep={setSetup}
            onClose={(done) => {
              setSetup(undefined);
              if (!done) return;
              updateSession({ mustSetUpFactor: false });
              void client.invalidateQueries();
            }}
          />
        ) : (
          <div className={styles.form}>
            <p>{factorTexts.setUp}</p>
            <div className={styles.buttons}>
              <Button variant="filled" onClick={() => setSetup('app')}>
                Use an authenticator app
              </Button>
              {read.data?.passkeysWork && hasPasskeys() && (
                <Button onClick={() => setSetup('passkey')}>Use a passkey</Button>
              )}
              <Button onClick={leave}>Log Out</Button>
            </div>
          </div>
        )}
      </div>
    </main>
  );
}
