import type { RowCount } from '#domain/contact-file/row-counter.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import { formatNumber, formatPercent } from '#web/lib/format.ts';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { checkNotes, checkProblems, checkSentence } from './check-words.ts';
import styles from './upload.module.css';
import type { RowCheck } from './use-check.ts';

/** What the import would say about the whole file, before anything is sent. */
export function CheckResult({ check: { checked, loading, share, failed } }: { check: RowCheck }) {
  if (loading) {
    return (
      <div className={styles.checked} role="status">
        <p className={styles.quiet}>Checking the rows: {formatPercent(share)}</p>
        <ProgressBar share={share} label="Check of the rows" />
      </div>
    );
  }
  if (failed) {
    return (
      <p className={styles.quiet}>
        The rows could not be checked in this browser. The upload checks them.
      </p>
    );
  }
  if (!checked) return null;
  const problems = checkProblems(checked);
  if (problems.length > 0) {
    return (
      <ErrorBand>
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
        <p>Nothing would be loaded. Correct the file, then choose it again.</p>
      </ErrorBand>
    );
  }
  return 'count' in checked ? <Counts count={checked.count} /> : null;
}

function Counts({ count }: { count: RowCount }) {
  const lines = [
    ...count.reasons
      .toSorted((a, b) => b.count - a.count)
      .map(({ reason, count: found }) => ({ found, words: reasonSentence(reason) })),
    ...checkNotes(count),
  ];
  return (
    <div className={styles.checked}>
      <p role="status">
        {checkSentence(count)} The upload also leaves out numbers on the do-not-call list.
      </p>
      {lines.length > 0 && (
        <dl aria-label="What is left out or changed">
          {lines.map(({ found, words }) => (
            <div key={words}>
              <dt>{formatNumber(found)}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
