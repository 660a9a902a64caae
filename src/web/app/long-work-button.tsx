import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type LongWork, timeLeft, useLongWorks } from '../lib/long-work.ts';
import { useNow } from '../lib/use-now.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useClickOutside } from '../ui/use-click-outside.ts';
import { useFloating } from '../ui/use-floating.ts';
import styles from './top-bar.module.css';

/** Uploads and other work that continues on every screen; renders nothing when there is none. */
export function LongWorkButton() {
  const works = useLongWorks();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useFloating(button, list, open && works.length > 0, 'bottom-end');
  useClickOutside(open, [button, list], () => setOpen(false));
  useWarnBeforeLeaving(works.length > 0);
  if (works.length === 0) return null;
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.work}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Spinner />
        {works.length === 1 ? '1 in progress' : `${works.length} in progress`}
      </button>
      {open && (
        <div ref={list} popover="manual" className={styles.works}>
          <ul>
            {works.map((work) => (
              <Work key={work.id} work={work} close={() => setOpen(false)} />
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function Work({ work, close }: { work: LongWork; close: () => void }) {
  const now = useNow(1_000);
  return (
    <li>
      <Link to={work.href} onClick={close}>
        {work.title}
      </Link>
      <ProgressBar share={work.share} label={work.title} />
      <p>
        <span>{work.doing}</span>
        <span>{timeLeft(work, now)}</span>
        {work.cancel && (
          <button type="button" className={styles.cancel} onClick={work.cancel}>
            Cancel<span className="visually-hidden"> {work.title}</span>
          </button>
        )}
      </p>
    </li>
  );
}

/** Closing the tab would abort what the browser is sending. */
function useWarnBeforeLeaving(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [active]);
}
