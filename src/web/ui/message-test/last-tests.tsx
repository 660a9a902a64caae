import type { MessageTest } from '#contract/message-test.ts';
import { formatLocalDateTime } from '#web/lib/local-time.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { type StatusColor, StatusDot } from '../status-dot.tsx';
import styles from './message-test.module.css';

/** The manager's newest ones with how they went; the one in progress changes by itself. */
export function LastTests({ tests }: { tests: readonly MessageTest[] }) {
  if (tests.length === 0) return null;
  return (
    <section className={styles.tests} aria-label="Your last tests">
      <h3>Your last tests</h3>
      <ul>
        {tests.slice(0, 4).map((test, index) => (
          <Row key={test.id} test={test} newest={index === 0} />
        ))}
      </ul>
    </section>
  );
}

function Row({ test, newest }: { test: MessageTest; newest: boolean }) {
  const { campaignName, messageName, sentence, requested } = test;
  return (
    <li className={styles.test}>
      <div role={newest ? 'status' : undefined} className={styles.state}>
        <StatusDot color={colorOf(test)} wraps>
          {sentence}
        </StatusDot>
      </div>
      <div className={styles.quiet}>
        {campaignName ? `${campaignName}: ${messageName}` : messageName},{' '}
        {formatLocalDateTime(requested, platformNow())}
      </div>
    </li>
  );
}

function colorOf({ status, over }: MessageTest): StatusColor {
  if (status === 'failed') return 'red';
  if (status === 'unclear') return 'purple';
  return over ? 'grey' : 'green';
}
