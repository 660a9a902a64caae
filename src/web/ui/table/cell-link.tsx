import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { linkSearch } from '#web/lib/link-search.ts';
import type { RowLink } from './column.ts';
import styles from './data-table.module.css';

export interface CellLinkProps {
  to: RowLink | undefined;
  tabIndex: number;
  rowOpens: boolean;
  children: ReactNode;
}

export function CellLink({ to, tabIndex, rowOpens, children }: CellLinkProps) {
  if (!to) return children;
  return (
    <Link
      to={to.to}
      search={linkSearch(to.search ?? {})}
      tabIndex={tabIndex}
      className={styles.link}
      preload={false}
      data-opens-row={rowOpens || undefined}
      onClick={(event) => {
        if (rowOpens && !opensElsewhere(event)) event.preventDefault();
      }}
    >
      {children}
    </Link>
  );
}

/** The browser opens another tab or window. */
export function opensElsewhere({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}
