import { useEffect, useRef, useState } from 'react';
import { useFloating } from '../use-floating.ts';
import styles from './data-table.module.css';

/** Whether something in a cell is cut at its end. */
export function isCut(cell: Element): boolean {
  return [cell, ...cell.querySelectorAll('*')].some(
    (part) =>
      (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'visible') ||
      // A text of several lines is cut below.
      (part.scrollHeight > part.clientHeight + 1 &&
        getComputedStyle(part).webkitLineClamp !== 'none'),
  );
}

interface CutTextProps {
  table: React.RefObject<HTMLElement | null>;
}

/** The full text of cut cells in the row that a key or a finger focused; a mouse gets titles. */
export function CutText({ table }: CutTextProps) {
  const [lines, setLines] = useState<readonly string[]>([]);
  const row = useRef<Element>(null);
  const box = useRef<HTMLDivElement>(null);
  useFloating(row, box, lines.length > 0, 'bottom-start');
  useEffect(() => {
    const target = table.current;
    if (!target) return;
    let touched = false;
    const ends = new AbortController();
    const on: typeof target.addEventListener = (name: string, run: EventListener) =>
      target.addEventListener(name, run, ends);
    on('pointerdown', ({ pointerType }) => {
      touched = pointerType !== 'mouse';
    });
    on('focusin', ({ target: focused }) => {
      row.current = focused as Element;
      const shown = row.current.matches(`tr[data-row]${touched ? '' : ':focus-visible'}`);
      setLines(shown ? cutLines(row.current) : []);
    });
    on('focusout', () => setLines([]));
    return () => ends.abort();
  }, [table]);
  if (lines.length === 0) return null;
  return (
    <div ref={box} popover="manual" aria-hidden="true" className={styles.cutText}>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}

function cutLines(row: Element): string[] {
  const cells = [...row.querySelectorAll('td')];
  return cells.filter(isCut).map((cell) => cell.textContent ?? '');
}
