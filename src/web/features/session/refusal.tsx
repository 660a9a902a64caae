import { wrongCredentials } from '#contract/session.ts';
import { ApiProblem } from '#web/lib/problem.ts';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import styles from './page.module.css';

/** The red banner. After too many attempts a second line says how long to wait. */
export function Refusal({ error }: { error: Error }) {
  const refused = error instanceof ApiProblem && (error.status === 401 || error.status === 429);
  if (!refused) return <ErrorBand>{error.message}</ErrorBand>;
  return (
    <ErrorBand>
      {wrongCredentials}.
      {error.status === 429 && <div className={styles.wait}>{waitSentence(error.retryAfter)}</div>}
    </ErrorBand>
  );
}

function waitSentence(seconds: number | undefined): string {
  if (seconds === undefined) return 'Too many attempts. Wait a few minutes, then try again.';
  const minutes = Math.ceil(seconds / 60);
  const wait =
    seconds < 60 ? `${seconds} seconds` : minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return `Too many attempts. Try again in ${wait}.`;
}
