import { useState } from 'react';
import styles from './used-by.module.css';

/** Letters of about two lines. */
const most = 200;

/** The campaigns of a message. Many of them would push its form off the screen: they unfold. */
export function UsedBy({ campaigns }: { campaigns: string }) {
  const [unfolded, unfold] = useState(false);
  if (campaigns.length <= most) return `Used by ${campaigns}.`;
  if (unfolded) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what has no control in it.
      <span className={styles.all} tabIndex={0}>
        Used by {campaigns}.
      </span>
    );
  }
  return (
    <>
      Used by {campaigns.slice(0, most).trimEnd()} ...{' '}
      <button type="button" className={styles.more} onClick={() => unfold(true)}>
        Show all
      </button>
    </>
  );
}
