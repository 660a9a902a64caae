import { createContext, type ReactNode, useContext } from 'react';
import { CellLink, type CellLinkProps } from './cell-link.tsx';
import styles from './compact-name.module.css';

/** Where the row of a name opens, as its column says it; the table sets it. */
export const NameLink = createContext<Omit<CellLinkProps, 'children'>>({
  to: undefined,
  tabIndex: -1,
  rowOpens: false,
});

/** The name at the top of a row below 700 px, which opens it: a long one goes on in a second line. */
export function CompactName({ children }: { children: ReactNode }) {
  return (
    <strong className={styles.name}>
      <CellLink {...useContext(NameLink)}>{children}</CellLink>
    </strong>
  );
}
