import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import styles from './page.module.css';

interface MoreRowsProps {
  busy: boolean;
  onMore: () => void;
}

/** Pixels above the last row at which the next ones are fetched. */
const near = 200;

/** Loads the rows that follow when a reader scrolls down to it, or presses it. */
export function MoreRows({ busy, onMore }: MoreRowsProps) {
  const foot = useRef<HTMLDivElement>(null);
  const latest = useRef({ busy, onMore });
  latest.current = { busy, onMore };
  useEffect(() => {
    const scrolled = (event: Event) => {
      const scroller = event.target;
      if (!(scroller instanceof HTMLElement) || !foot.current || !scroller.contains(foot.current))
        return;
      const left = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
      if (left < near && scroller.scrollTop > 0 && !latest.current.busy) latest.current.onMore();
    };
    document.addEventListener('scroll', scrolled, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', scrolled, { capture: true });
  }, []);
  return (
    <div ref={foot} className={styles.more}>
      <Button size="sm" busy={busy} onClick={onMore}>
        Show more
      </Button>
    </div>
  );
}
