import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { SignInPage } from '../features/session/page.tsx';
import { SignInAgain } from '../features/session/sign-in-again.tsx';
import { useSession, useSessionEnd } from '../lib/session.ts';
import { ErrorModal } from '../ui/error-modal.tsx';

import styles from './frame.module.css';
import { Frame } from './frame.tsx';
import { HoldBand } from './hold-band.tsx';
import { LazyFactorSetup } from './lazy-factor-setup.tsx';
import { LazyProveDialog } from './lazy-prove-dialog.tsx';
import { LazyRunQuestions } from './lazy-run-questions.tsx';
import { entryRoutes, homePath } from './routes.ts';
import { SimulationBand } from './simulation-band.tsx';
import { useSessionCheck } from './use-session-check.ts';

/** The sign-in screen or, for a signed-in manager, the frame with the page. */
export function Root() {
  const session = useSession();
  const end = useSessionEnd();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useSessionCheck();
  const goHome = () => void navigate({ to: homePath });
  if (entryRoutes.some(({ path }) => path === pathname)) {
    return (
      <div className={styles.window}>
        <SimulationBand />
        <Outlet />
        <ErrorModal />
      </div>
    );
  }
  return (
    <div className={styles.window}>
      <SimulationBand />
      {session && !session.mustSetUpFactor && <HoldBand />}
      {session?.mustSetUpFactor ? (
        <LazyFactorSetup />
      ) : session ? (
        // Of the manager, not of the token: a sign-in over the page keeps what was typed.
        <Frame key={`${session.clientId}-${session.id}`} hidden={end?.how === 'elsewhere'}>
          <Outlet />
        </Frame>
      ) : (
        <SignInPage goHome={goHome} />
      )}
      {session && !session.mustSetUpFactor && <LazyRunQuestions />}
      {session && <LazyProveDialog />}
      <ErrorModal />
      {session && end && <SignInAgain session={session} end={end} goHome={goHome} />}
    </div>
  );
}
