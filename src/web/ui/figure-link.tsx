import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './figure-link.module.css';

/** As `<Link>` takes it. */
export interface FigureTarget {
  to: string;
  search: never;
}

interface FigureLinkProps {
  /** Undefined: there is nothing to open, or the figure counts nothing. */
  to: FigureTarget | undefined;
  /** What it opens, for screen readers: "Answered by person: 40 calls". */
  label: string;
  /** It is part of a sentence, where its color alone would not distinguish it. */
  inText?: boolean;
  children: ReactNode;
}

/** A figure that opens exactly what it counts. */
export function FigureLink({ to, label, inText = false, children }: FigureLinkProps) {
  if (!to) return children;
  return (
    <Link {...to} className={`${styles.link} ${inText ? styles.inText : ''}`} aria-label={label}>
      {children}
    </Link>
  );
}
