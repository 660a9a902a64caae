import { useRef, useState } from 'react';
import { resultGroups } from '#contract/call-outcome.ts';
import type { CallRecordSummary } from '#contract/call-record-summary.ts';
import { formatNumber } from '#web/lib/format.ts';
import { StatusDot, statusFill } from '#web/ui/status-dot.tsx';
import { useElementWidth } from '#web/ui/use-element-width.ts';
import { barName, barTime } from './chart-names.ts';
import {
  type ChartWords,
  chartWords,
  namedBars,
  rangeOf,
  stepWords,
  sumOf,
  topOf,
  type Window,
} from './chart-scale.ts';
import { moveWindow, useDrag } from './chart-window.ts';
import { groupColors } from './outcome-words.tsx';
import styles from './time-chart.module.css';

interface TimeChartProps {
  summary: CallRecordSummary;
  stale: boolean;
  /** A window was chosen: both ends are included. */
  onWindow: (range: { from: Date; to: Date }) => void;
  /** Takes the window back that made the filter; absent when none did. */
  onTakeBack: (() => void) | undefined;
}

const height = 52;

/** How many calls and texts began when, by result; a dragged window becomes a filter. */
export function TimeChart(props: TimeChartProps) {
  return props.summary.bars.length > 0 ? <DrawnChart {...props} /> : null;
}

function DrawnChart({ summary, stale, onWindow, onTakeBack }: TimeChartProps) {
  const { bars, step } = summary;
  const box = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box);
  const [window, setWindow] = useState<Window | undefined>(undefined);
  const top = topOf(bars);
  const words = chartWords(summary);
  const choose = () => {
    const range = window && rangeOf(bars, window);
    setWindow(undefined);
    if (range) onWindow(range);
  };
  const drag = useDrag(box, bars.length, setWindow, choose);
  return (
    <section
      aria-label={`${words.counted} over time`}
      className={stale ? styles.stale : styles.chart}
    >
      <div className={styles.head}>
        <Legend words={words} />
        <p>
          {words.counted} {stepWords[step].each}.{' '}
          {window ? windowWords(summary, window) : 'Drag to filter by time.'}
        </p>
      </div>
      <div className={styles.area}>
        {/* A window is moved like a slider with two ends. */}
        <div
          ref={box}
          role="slider"
          tabIndex={0}
          aria-label="Filter by time"
          aria-valuemin={1}
          aria-valuemax={bars.length}
          aria-valuenow={(window?.last ?? bars.length - 1) + 1}
          aria-valuetext={window ? windowWords(summary, window) : 'No window'}
          className={styles.bars}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.preventDefault();
              drag.cancel();
              if (!window) onTakeBack?.();
            } else moveWindow(event, bars.length, window, setWindow, choose);
          }}
          {...drag.handlers}
        >
          <Bars summary={summary} top={top} width={width} window={window} />
        </div>
        <div className={styles.scale} aria-hidden="true">
          <span>{formatNumber(top)}</span>
          <span>{formatNumber(top / 2)}</span>
          <span>0</span>
        </div>
      </div>
      <div className={styles.names} aria-hidden="true">
        {namedBars(bars.length, width < 420 ? 3 : 5).map((at) => (
          <span key={at}>{bars[at] && barName(bars[at].start, step)}</span>
        ))}
      </div>
      <ChartTable summary={summary} words={words} />
    </section>
  );
}

function windowWords({ bars, step }: CallRecordSummary, { first, last }: Window): string {
  const [start, end] = [bars[first], bars[last]];
  if (!start || !end) return '';
  const count = bars.slice(first, last + 1).reduce((sum, bar) => sum + sumOf(bar), 0);
  return `${barTime(start.start, step)} to ${barTime(end.end, step)}: ${formatNumber(count)}`;
}

function Legend({ words }: { words: ChartWords }) {
  return (
    <div className={styles.legend}>
      {words.groups.map(({ group, name }) => (
        <StatusDot key={group} color={groupColors[group]}>
          {name}
        </StatusDot>
      ))}
    </div>
  );
}

interface BarsProps {
  summary: CallRecordSummary;
  top: number;
  width: number;
  window: Window | undefined;
}

function Bars({ summary, top, width, window }: BarsProps) {
  const { bars, step } = summary;
  const slot = width / bars.length;
  const gap = Math.min(4, slot * 0.2);
  return (
    <svg width={width} height={height + 1} aria-hidden="true">
      {[0, 0.5, 1].map((share) => (
        <line key={share} x1={0} x2={width} y1={share * height + 0.5} y2={share * height + 0.5} />
      ))}
      {window && (
        <rect
          className={styles.window}
          x={window.first * slot}
          width={(window.last - window.first + 1) * slot}
          y={0}
          height={height}
        />
      )}
      {bars.map((bar, at) => {
        let y = height;
        return (
          <g key={bar.start}>
            <title>{`${barName(bar.start, step)}: ${formatNumber(sumOf(bar))}`}</title>
            {resultGroups.map((group) => {
              const tall = (bar[group] / top) * height;
              y -= tall;
              return (
                <rect
                  key={group}
                  x={at * slot + gap / 2}
                  width={Math.max(0.5, slot - gap)}
                  y={y}
                  height={tall}
                  fill={statusFill(groupColors[group])}
                />
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}

/** The same numbers for readers; only bars that have some. */
function ChartTable({ summary, words }: { summary: CallRecordSummary; words: ChartWords }) {
  const { bars, step } = summary;
  return (
    // A table itself grows to its least width, beyond the page.
    <div className="visually-hidden">
      <table>
        <caption>{words.counted} over time</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            {words.groups.map(({ group, name }) => (
              <th key={group} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars
            .filter((bar) => sumOf(bar) > 0)
            .map((bar) => (
              <tr key={bar.start}>
                <th scope="row">{barTime(bar.start, step)}</th>
                {words.groups.map(({ group }) => (
                  <td key={group}>{formatNumber(bar[group])}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
