/** The bars of a chart over time: without gaps, and not too many to be read. Pure. */
import { Temporal } from 'temporal-polyfill';
import { type ResultGroup, resultGroups } from '#contract/call-outcome.ts';
import type { ChartStep } from '#contract/call-record-summary.ts';

export interface Span extends Record<ResultGroup, number> {
  start: Date;
}

export interface Bar extends Record<ResultGroup, number> {
  start: Date;
  end: Date;
}

const hour = 3_600_000;
const fiveMinutes = 300_000;
/** Above this many hours a bar is a day. */
const mostHours = 72;
/** A client keeps records for years: the chart then shows the last of them. */
const mostDays = 1_100;

/**
 * Five minutes up to two hours, hours up to three days, days above.
 *
 * @param hours by the hour, in order of time, without empty ones
 * @param finer the same by five minutes, when they span no more than two hours
 * @param timeZone where days begin
 */
export function chartBars(
  hours: readonly Span[],
  finer: readonly Span[] | undefined,
  timeZone: string,
): { step: ChartStep; bars: Bar[] } {
  if (finer) return { step: 'fiveMinutes', bars: filled(finer, fiveMinutes) };
  const [first, last] = [hours[0], hours.at(-1)];
  const length = first && last ? last.start.getTime() - first.start.getTime() + hour : 0;
  if (length <= mostHours * hour) return { step: 'hour', bars: filled(hours, hour) };
  return { step: 'day', bars: days(hours, timeZone) };
}

const none = (): Record<ResultGroup, number> =>
  Object.fromEntries(resultGroups.map((group) => [group, 0])) as Record<ResultGroup, number>;

function filled(spans: readonly Span[], width: number): Bar[] {
  const known = new Map(spans.map((span) => [span.start.getTime(), span]));
  const [first, last] = [spans[0], spans.at(-1)];
  const bars: Bar[] = [];
  if (!first || !last) return bars;
  for (let at = first.start.getTime(); at <= last.start.getTime(); at += width) {
    const { start: _, ...counts } = known.get(at) ?? { start: undefined, ...none() };
    bars.push({ start: new Date(at), end: new Date(at + width), ...counts });
  }
  return bars;
}

/** A day of the zone may have 23 or 25 hours. */
function days(hours: readonly Span[], timeZone: string): Bar[] {
  const dayOf = (at: Date) =>
    Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).startOfDay();
  const [first, last] = [hours[0], hours.at(-1)];
  const bars: Bar[] = [];
  if (!first || !last) return bars;
  const end = dayOf(last.start);
  let day = dayOf(first.start);
  const earliest = end.subtract({ days: mostDays - 1 });
  if (Temporal.ZonedDateTime.compare(day, earliest) < 0) day = earliest;
  while (Temporal.ZonedDateTime.compare(day, end) <= 0) {
    const next = day.add({ days: 1 });
    const [start, until] = [day, next].map(({ epochMilliseconds }) => new Date(epochMilliseconds));
    bars.push({ start: start as Date, end: until as Date, ...none() });
    day = next;
  }
  let at = 0;
  for (const { start, ...counts } of hours) {
    while (bars[at + 1] && start >= (bars[at + 1] as Bar).start) at += 1;
    const bar = bars[at];
    if (!bar || start < bar.start) continue;
    for (const group of resultGroups) bar[group] += counts[group];
  }
  return bars;
}
