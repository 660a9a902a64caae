import { Link } from '@tanstack/react-router';
import styles from './bars.module.css';
import { type StatusColor, statusFill } from './status-dot.tsx';

interface ProgressBarProps {
  /** 0 to 1; undefined while unknown. */
  share: number | undefined;
  /** What progresses, for screen readers. */
  label: string;
  color?: StatusColor | 'accent';
  /** Pixels; the whole room by default. */
  width?: number;
}

/** A bar of 6 px; always beside a figure or a word. */
export function ProgressBar({ share, label, color = 'accent', width }: ProgressBarProps) {
  const percent =
    share === undefined ? undefined : Math.floor(100 * Math.max(0, Math.min(1, share)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={`${styles.track} ${percent === undefined ? styles.unknown : ''}`}
      style={{ width }}
    >
      <div
        style={{
          width: `${percent ?? 30}%`,
          background: color === 'accent' ? 'var(--accent-fill)' : statusFill(color),
        }}
      />
    </div>
  );
}

export interface BarPart {
  id: string;
  value: number;
  color: StatusColor;
}

/** Where a part leads: exactly what it counts. */
export interface PartTarget {
  to: string;
  search: never;
  label: string;
}

interface StackedBarProps<Part extends BarPart> {
  parts: readonly Part[];
  /** What the whole track stands for. */
  total: number;
  /** The figures in words, for screen readers. */
  label: string;
  /** Pixels; 12 by default. */
  height?: number;
  /** Makes the parts links. */
  linkOf?: (part: Part) => PartTarget | undefined;
}

/** Parts of a whole in the status colours, 1 px apart; what is left is track. */
export function StackedBar<Part extends BarPart>(props: StackedBarProps<Part>) {
  const { parts, total, label, height = 12, linkOf } = props;
  const drawn = parts.filter(({ value }) => value > 0 && total > 0);
  return (
    <div className={styles.bar}>
      <span role="img" aria-label={label} className={styles.words} />
      <div className={styles.stack} style={{ height }}>
        {drawn.map((part) => {
          const look = {
            width: `${(100 * part.value) / total}%`,
            background: statusFill(part.color),
          };
          const target = linkOf?.(part);
          if (!target) return <div key={part.id} style={look} />;
          const { label: name, ...to } = target;
          return (
            <Link key={part.id} {...to} className={styles.part} style={look} aria-label={name} />
          );
        })}
      </div>
    </div>
  );
}
