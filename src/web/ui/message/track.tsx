import type { CSSProperties } from 'react';
import styles from './track.module.css';

interface TrackProps {
  /** Seconds of each step, in the order of the message. */
  lengths: readonly number[];
  /** Seconds from its start. */
  position: number;
  /** "0:11 / 0:34", for screen readers. */
  clock: string;
  /** What is played, where a page has several: "Position in Statement". */
  label?: string;
  onSeek: (seconds: number) => void;
}

/** A player's line: one segment for each step, filled as far as it was heard. */
export function Track({ lengths, position, clock, label = 'Position', onSeek }: TrackProps) {
  const total = lengths.reduce((sum, seconds) => sum + seconds, 0);
  const segments = lengths.map((seconds, index) => ({
    id: `segment-${index}`,
    style: { flexGrow: seconds, '--heard': heardOf(lengths, index, position) } as CSSProperties,
  }));
  return (
    <div className={styles.track}>
      {segments.map(({ id, style }) => (
        <span key={id} className={styles.segment} style={style} />
      ))}
      <input
        type="range"
        aria-label={label}
        aria-valuetext={clock}
        min={0}
        max={total}
        step={0.1}
        value={Math.min(position, total)}
        onChange={(event) => onSeek(Number(event.target.value))}
      />
    </div>
  );
}

/** Seconds of the message before a step. */
export function startOf(lengths: readonly number[], index: number): number {
  return lengths.slice(0, index).reduce((sum, seconds) => sum + seconds, 0);
}

/** How much of a step was heard, "40%". */
function heardOf(lengths: readonly number[], index: number, position: number): string {
  const share = (position - startOf(lengths, index)) / (lengths[index] || 1);
  return `${Math.round(Math.max(0, Math.min(1, share)) * 100)}%`;
}
