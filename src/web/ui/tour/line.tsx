import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TourFirst } from '#contract/tour.ts';
import { buttonClass } from '../button.tsx';
import { CheckIcon } from '../icons.tsx';
import { firstWords, type LineWords } from './line-words.ts';
import styles from './tour.module.css';

export interface LineState {
  done: boolean;
  /** What must be done before there is an example. */
  first: TourFirst | null;
}

/** A line that leads to a screen. */
export function Line({ line, title, more, action, target }: LineWords & { line: LineState }) {
  return (
    <LineFrame line={line} title={title} more={more}>
      <Link {...target} className={buttonClass({ size: 'sm', variant: look(line) })}>
        {action}
      </Link>
    </LineFrame>
  );
}

/** A line that is done gets quiet: it can be done again. */
export const look = ({ done }: LineState) => (done ? 'plain' : 'quiet');

interface LineFrameProps {
  line: LineState;
  title: string;
  more: ReactNode;
  /** The action; without an example, what must be done first takes its place. */
  children: ReactNode;
}

export function LineFrame({ line: { done, first }, title, more, children }: LineFrameProps) {
  // Who has done it needs no example.
  const before = !done && first ? firstWords[first] : null;
  return (
    <li className={done ? styles.done : undefined}>
      <span className={styles.tick} aria-hidden="true">
        {done && <CheckIcon size={14} />}
      </span>
      <p className={styles.words}>
        <strong>{title}</strong> <span>{before ? before.sentence : more}</span>
        {done && <span className={styles.hidden}> Done.</span>}
      </p>
      <span className={styles.act}>
        {before ? (
          <Link to={before.to} className={buttonClass({ size: 'sm', variant: 'quiet' })}>
            {before.action}
          </Link>
        ) : (
          !first && children
        )}
      </span>
    </li>
  );
}
