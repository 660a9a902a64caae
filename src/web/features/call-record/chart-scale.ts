/** What the chart over time measures by: its height, its words, the window that is dragged. Pure. */
import { type ResultGroup, resultGroups } from '#contract/call-outcome.ts';
import type { CallRecordSummary, ChartBar, ChartStep } from '#contract/call-record-summary.ts';

export function sumOf(bar: Record<ResultGroup, number>): number {
  return resultGroups.reduce((sum, group) => sum + bar[group], 0);
}

/** A round number at or above the highest bar, which half of it divides: "400" and "200". */
export function topOf(bars: readonly ChartBar[]): number {
  const most = Math.max(2, ...bars.map(sumOf));
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 4, 6, 8, 10].find((factor) => factor * power >= most) ?? 10;
  return Math.max(2, step * power);
}

/** The bars from one end of a drag to the other, whichever came first. */
export interface Window {
  first: number;
  last: number;
}

export function windowOf(from: number, to: number, count: number): Window {
  const inside = (at: number) => Math.max(0, Math.min(count - 1, at));
  return { first: inside(Math.min(from, to)), last: inside(Math.max(from, to)) };
}

/** The instants that a window covers; the last one is the last second of its last bar. */
export function rangeOf(bars: readonly ChartBar[], { first, last }: Window) {
  const [start, end] = [bars[first], bars[last]];
  if (!start || !end) return undefined;
  return { from: new Date(start.start), to: new Date(Date.parse(end.end) - 1_000) };
}

/** Indexes of the bars that are named below the chart: the first, the last and some between. */
export function namedBars(count: number, most: number): number[] {
  if (count <= 1) return count === 1 ? [0] : [];
  const names = Math.max(2, Math.min(most, count));
  return Array.from({ length: names }, (_, at) => Math.round((at * (count - 1)) / (names - 1)));
}

export const stepWords: Record<ChartStep, { each: string; unit: string }> = {
  fiveMinutes: { each: 'in 5 minutes', unit: '5 minutes' },
  hour: { each: 'an hour', unit: 'hour' },
  day: { each: 'a day', unit: 'day' },
};

export interface ChartWords {
  /** What the bars count: "Calls and texts". */
  counted: string;
  /** The groups that the bars can have, by name. */
  groups: readonly { group: ResultGroup; name: string }[];
}

const otherGroups = {
  machine: 'Machine',
  notAnswered: 'Not answered',
  failed: 'Failed',
};

/** A delivered text stands in the group of the persons, which is named for what it holds. */
export function chartWords({
  calls,
  texts,
}: Pick<CallRecordSummary, 'calls' | 'texts'>): ChartWords {
  if (texts === 0) return { counted: 'Calls', groups: named(resultGroups, 'Person') };
  if (calls === 0) return { counted: 'Texts', groups: named(['person', 'failed'], 'Delivered') };
  return { counted: 'Calls and texts', groups: named(resultGroups, 'Person or delivered') };
}

const named = (groups: readonly ResultGroup[], first: string) =>
  groups.map((group) => ({ group, name: group === 'person' ? first : otherGroups[group] }));
