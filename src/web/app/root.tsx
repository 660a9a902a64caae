import { Outlet, useNavigate } from '@tanstack/react-router';
import { SignInPage } from '../features/session/page.tsx';
import { useSession } from '../lib/session.ts';
import { ErrorModal } from '../ui/error-modal.tsx';
import { RunQuestions } from '../ui/run/run-questions.tsx';
import styles from './frame.module.css';
import { Frame } from './frame.tsx';
import { HoldBand } from './hold-band.tsx';
import { homePath } from './routes.ts';
import { SimulationBand } from './simulation-band.tsx';
import { useSessionCheck } from './use-session-check.ts';

/** The sign-in screen or, for a signed-in manager, the frame with the page. */
export function Root() {
  const session = useSession();
  const navigate = useNavigate();
  useSessionCheck();
  return (
    <div className={styles.window}>
      <SimulationBand />
      {session && <HoldBand />}
      {session ? (
        <Frame key={session.bearerToken}>
          <Outlet />
        </Frame>
      ) : (
        <SignInPage goHome={() => void navigate({ to: homePath })} />
      )}
      {session && <RunQuestions />}
      <ErrorModal />
    </div>
  );
}
