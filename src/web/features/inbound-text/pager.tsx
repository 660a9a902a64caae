import { formatNumber } from '#web/lib/format.ts';
import { IconButton } from '#web/ui/button.tsx';
import { ChevronLeftIcon, ChevronRightIcon } from '#web/ui/icons.tsx';
import styles from './page.module.css';

interface PagerProps {
  page: number;
  /** Of a page. */
  rows: number;
  total: number;
  /** False: there are more than `total`. */
  exact: boolean;
  onPage: (page: number) => void;
}

/** "101–200 of 2,318", with a step to either side; nothing where one page has all. */
export function Pager({ page, rows, total, exact, onPage }: PagerProps) {
  if (total <= rows && page === 1) return null;
  const pages = Math.max(1, Math.ceil(total / rows));
  const from = Math.min(total, (page - 1) * rows + 1);
  const to = Math.min(total, page * rows);
  return (
    <div className={styles.pager}>
      <span>
        {formatNumber(from)}–{formatNumber(to)} of {formatNumber(total)}
        {!exact && '+'}
      </span>
      <IconButton
        label="Previous page"
        icon={ChevronLeftIcon}
        reason={page <= 1 ? 'This is the first page.' : undefined}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        label="Next page"
        icon={ChevronRightIcon}
        reason={page >= pages ? 'This is the last page.' : undefined}
        onClick={() => onPage(page + 1)}
      />
    </div>
  );
}
