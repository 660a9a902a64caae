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
    share === undefined ? undefined : Math.round(100 * Math.max(0, Math.min(1, share)));
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

interface StackedBarProps {
  parts: readonly BarPart[];
  /** What the whole track stands for. */
  total: number;
  /** The figures in words, for screen readers. */
  label: string;
  /** Pixels; 12 by default. */
  height?: number;
}

/** Parts of a whole in the status colours, 1 px apart; what is left is track. */
export function StackedBar({ parts, total, label, height = 12 }: StackedBarProps) {
  return (
    <div role="img" aria-label={label} className={styles.stack} style={{ height }}>
      {parts.map(({ id, value, color }) =>
        value > 0 && total > 0 ? (
          <div
            key={id}
            style={{ width: `${(100 * value) / total}%`, background: statusFill(color) }}
          />
        ) : null,
      )}
    </div>
  );
}
