import type { PersonReceipt } from '#contract/person-data.ts';
import styles from './page.module.css';
import { erasedCounts, erasedWhen } from './words.ts';

/** When, by whom, how many rows of each place; never the person. */
export function Receipt({ receipt }: { receipt: PersonReceipt }) {
  const counts = erasedCounts(receipt);
  return (
    <div className={styles.receipt}>
      <p>
        Erased {erasedWhen(receipt)}.{' '}
        {receipt.hashed
          ? 'The do-not-call entry is kept as a keyed hash.'
          : 'The do-not-call entry is kept as it was.'}
      </p>
      {counts.length === 0 ? (
        <p className={styles.quiet}>There was no row to erase.</p>
      ) : (
        <dl className={styles.counts}>
          {counts.map(({ name, count }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{count}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
