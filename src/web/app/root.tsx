import { Outlet, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { getSimulation } from '../../contract/platform.ts';
import { SignInPage } from '../features/session/page.tsx';
import { useSession } from '../lib/session.ts';
import { ErrorModal } from '../ui/error-modal.tsx';
import styles from './frame.module.css';
import { Frame } from './frame.tsx';
import { queryClient } from './query-client.ts';
import { homePath } from './routes.ts';
import { SimulationBand } from './simulation-band.tsx';
import { useSessionCheck } from './use-session-check.ts';

/** The sign-in screen or, for a signed-in manager, the frame with the page. */
export function Root() {
  const session = useSession();
  const navigate = useNavigate();
  useSessionCheck();
  // Nothing of one manager is ever shown to the next.
  const who = session?.bearerToken;
  const before = useRef(who);
  useEffect(() => {
    if (before.current !== who) forgetAnswers();
    before.current = who;
  }, [who]);
  return (
    <div className={styles.window}>
      <SimulationBand />
      {session ? (
        <Frame>
          <Outlet />
        </Frame>
      ) : (
        <SignInPage goHome={() => void navigate({ to: homePath })} />
      )}
      <ErrorModal />
    </div>
  );
}

/** All but the simulation's clock, which is everybody's. */
function forgetAnswers(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== getSimulation.name });
}
