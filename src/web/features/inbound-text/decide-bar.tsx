import { useEffect, useRef } from 'react';
import type { TextDecision } from '#contract/inbound-text.ts';
import { isTyping } from '#web/lib/is-typing.ts';
import { useReadOnly } from '#web/lib/rights.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './thread.module.css';

export type DeskKey = TextDecision | 'later';

const keys: Record<string, DeskKey> = { o: 'optOut', n: 'keep', l: 'later' };

/** Milliseconds before a text that was just opened, or has just come, can be decided on, so that it is read. */
const readFor = 300;

interface DecideBarProps {
  /** Its position among the unclear ones, from 1; 0 while that is unknown. */
  position: number;
  total: number;
  /** The newest text of the thread. */
  newest: number;
  onDecide: (key: DeskKey) => void;
}

/** The question about an unclear text, and its three choices, each with a key. */
export function DecideBar({ position, total, newest, onDecide: given }: DecideBarProps) {
  const readOnly = useReadOnly();
  const isRead = useRead(newest);
  // A text that came just before the press was not meant.
  const onDecide = (key: DeskKey) => (key !== 'keep' || isRead()) && given(key);
  // Later changes nothing.
  useDeskKeys((key) => (key === 'later' || !readOnly) && onDecide(key));
  return (
    <div className={styles.decide}>
      <h3>Is this an opt-out?</h3>
      <p>
        No calls or texts to this number until you decide.
        {position > 0 && ` ${position} of ${total} unclear.`}
      </p>
      <div className={styles.choices}>
        <Button changes variant="filled" size="sm" onClick={() => onDecide('optOut')}>
          Opt out <kbd>O</kbd>
        </Button>
        <Button changes size="sm" onClick={() => onDecide('keep')}>
          Not an opt-out <kbd>N</kbd>
        </Button>
        <Button variant="plain" size="sm" onClick={() => onDecide('later')}>
          Later <kbd>L</kbd>
        </Button>
      </div>
    </div>
  );
}

/** Whether all that came was on the screen for a moment; what was there at first is left to the keys. */
function useRead(newest: number): () => boolean {
  const last = useRef({ newest, cameAt: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (last.current.newest !== newest) last.current = { newest, cameAt: performance.now() };
  }, [newest]);
  return () => performance.now() - last.current.cameAt >= readFor;
}

/** O, N and L while no field, menu or dialog has the focus; a held key counts once. */
function useDeskKeys(onDecide: (key: DeskKey) => void): void {
  const latest = useRef(onDecide);
  latest.current = onDecide;
  useEffect(() => {
    const openedAt = performance.now();
    const listener = (event: KeyboardEvent) => {
      const key = keys[event.key.toLowerCase()];
      if (!key || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || isTyping() || performance.now() - openedAt < readFor) return;
      event.preventDefault();
      latest.current(key);
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
