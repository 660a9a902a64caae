import { formatNumber } from '#web/lib/format.ts';
import { counted } from '#web/lib/plural.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './page.module.css';

interface FoundCountProps {
  found: { entries: readonly unknown[]; total: number; exact: boolean };
  /** In the order in which they came; otherwise the first of another order are shown. */
  newest: boolean;
  /** Absent when no more can be shown at once. */
  onMore: (() => void) | undefined;
}

/** "200 of 1,000,000 numbers", and the way to more of them. */
export function FoundCount({ found: { entries, total, exact }, newest, onMore }: FoundCountProps) {
  const shown = entries.length;
  const all = `${exact ? '' : 'more than '}${counted(total, 'number')}`;
  const cut = shown < total;
  return (
    <div className={styles.count}>
      <span role="status">
        {cut ? `${newest ? 'Newest' : 'First'} ${formatNumber(shown)} of ${all}` : all}
      </span>
      {cut && onMore && (
        <Button size="sm" onClick={onMore}>
          Show more
        </Button>
      )}
      {cut && !onMore && <span>Search by digits to find the others.</span>}
    </div>
  );
}
