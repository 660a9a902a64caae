import { wrongCredentials } from '#contract/session.ts';
import { counted } from '#web/lib/plural.ts';
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
  const wait =
    seconds < 60 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute');
  return `Too many attempts. Try again in ${wait}.`;
}
