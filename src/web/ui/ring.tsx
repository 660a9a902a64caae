import type { BarPart } from './progress-bar.tsx';
import styles from './ring.module.css';
import { statusFill } from './status-dot.tsx';

interface RingProps {
  parts: readonly BarPart[];
  /** The figure in the middle and the word below it. */
  figure: string;
  word: string;
  /** All figures in words. */
  label: string;
}

/** Document 1: the pie's diameter. */
const diameter = 170;
const thickness = 26;
const radius = (diameter - thickness) / 2;
const around = 2 * Math.PI * radius;
/** Pixels between two parts. */
const gap = 2.5;

/** Shares of one whole around a figure. Put legend and figures beside it. */
export function Ring({ parts, figure, word, label }: RingProps) {
  return (
    <div className={styles.ring} role="img" aria-label={label}>
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
        {arcsOf(parts).map(({ id, color, length, start }) => (
          <circle
            key={id}
            cx={diameter / 2}
            cy={diameter / 2}
            r={radius}
            fill="none"
            stroke={statusFill(color)}
            strokeWidth={thickness}
            strokeDasharray={`${length} ${around - length}`}
            strokeDashoffset={-start}
            transform={`rotate(-90 ${diameter / 2} ${diameter / 2})`}
          />
        ))}
      </svg>
      <div className={styles.words}>
        <strong>{figure}</strong>
        <span>{word}</span>
      </div>
    </div>
  );
}

function arcsOf(parts: readonly BarPart[]) {
  const drawn = parts.filter((part) => part.value > 0);
  const total = drawn.reduce((sum, part) => sum + part.value, 0);
  const between = drawn.length > 1 ? gap : 0;
  let start = 0;
  return drawn.map((part) => {
    const whole = (part.value / total) * around;
    const arc = { ...part, start: start + between / 2, length: Math.max(0.5, whole - between) };
    start += whole;
    return arc;
  });
}
