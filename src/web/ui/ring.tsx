import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { BarPart, PartTarget } from './progress-bar.tsx';
import styles from './ring.module.css';
import { statusFill } from './status-dot.tsx';

interface RingProps<Part extends BarPart> {
  parts: readonly Part[];
  /** The figure in the middle and the word below it. */
  figure: ReactNode;
  word: string;
  /** All figures in words. */
  label: string;
  /** Makes the arcs links, for the pointer: the legend has the same ones for the keyboard. */
  linkOf?: (part: Part) => PartTarget | undefined;
}

/** Document 1: the pie's diameter. */
const diameter = 170;
const thickness = 26;
const radius = (diameter - thickness) / 2;
const around = 2 * Math.PI * radius;
/** Pixels between two parts. */
const gap = 2.5;

/** Shares of one whole around a figure. Put legend and figures beside it. */
export function Ring<Part extends BarPart>(props: RingProps<Part>) {
  const { parts, figure, word, label, linkOf } = props;
  return (
    <div className={styles.ring}>
      <span role="img" aria-label={label} className={styles.label} />
      <svg
        viewBox={`0 0 ${diameter} ${diameter}`}
        width={diameter}
        height={diameter}
        aria-hidden="true"
      >
        <circle
          cx={diameter / 2}
          cy={diameter / 2}
          r={radius}
          className={styles.track}
          strokeWidth={thickness}
        />
        {arcsOf(parts).map((arc) => (
          <ArcOf key={arc.part.id} arc={arc} target={linkOf?.(arc.part)} />
        ))}
      </svg>
      <div className={styles.words}>
        <strong>{figure}</strong>
        <span>{word}</span>
      </div>
    </div>
  );
}

interface Arc {
  part: BarPart;
  start: number;
  length: number;
}

function ArcOf({ arc, target }: { arc: Arc; target: PartTarget | undefined }) {
  const { part, start, length } = arc;
  const drawn = (
    <circle
      cx={diameter / 2}
      cy={diameter / 2}
      r={radius}
      fill="none"
      stroke={statusFill(part.color)}
      strokeWidth={thickness}
      strokeDasharray={`${length} ${around - length}`}
      strokeDashoffset={-start}
      transform={`rotate(-90 ${diameter / 2} ${diameter / 2})`}
    />
  );
  if (!target) return drawn;
  return (
    <Link to={target.to} search={target.search} className={styles.arc} tabIndex={-1}>
      <title>{target.label}</title>
      {drawn}
    </Link>
  );
}

function arcsOf<Part extends BarPart>(parts: readonly Part[]) {
  const drawn = parts.filter((part) => part.value > 0);
  const total = drawn.reduce((sum, part) => sum + part.value, 0);
  const between = drawn.length > 1 ? gap : 0;
  let start = 0;
  return drawn.map((part) => {
    const whole = (part.value / total) * around;
    const arc = { part, start: start + between / 2, length: Math.max(0.5, whole - between) };
    start += whole;
    return arc;
  });
}
