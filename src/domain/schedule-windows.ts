/** When a campaign's automatic starts and stops let it run, as far ahead as anybody plans. */
import { occurrencesBetween, type Schedule } from './schedule.ts';

export interface RunWindow {
  /** Epoch ms. */
  start: number;
  /** Infinity when nothing stops it. */
  end: number;
}

/** Further ahead nothing is said. */
export const daysPlanned = 14;

/** @param running it runs at `now`: a window is open already */
export function runWindows(schedule: Schedule, now: number, running: boolean): RunWindow[] {
  const windows: RunWindow[] = [];
  let start = running ? now : null;
  for (const { kind, at } of occurrencesBetween(schedule, now, daysPlanned)) {
    if (kind === 'start') start ??= at;
    else if (start !== null) {
      windows.push({ start, end: at });
      start = null;
    }
  }
  return start === null ? windows : [...windows, { start, end: Number.POSITIVE_INFINITY }];
}
