/** The ends of the chart of abandoned calls by day. */
import { formatLocalDateTime, formatLocalTime } from '#web/lib/local-time.ts';
import { isSameDay } from '#web/lib/moment-words.ts';

interface ShownDay {
  /** An Eastern date. */
  day: string;
  /** Its first and last instant. */
  from: string;
  to: string;
}

/** "Nov 20" and "Nov 29"; of a single day its times, up to now: "Nov 29, 12:00 AM" and "2:10 PM". */
export function axisWords(days: readonly ShownDay[], now: Date): [first: string, last: string] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return ['', ''];
  if (first !== last) return [dayWords(first.day), dayWords(last.day)];
  const end = new Date(Math.min(Date.parse(first.to), now.getTime()));
  const words = isSameDay(first.from, end) ? formatLocalTime(end) : formatLocalDateTime(end, now);
  return [formatLocalDateTime(first.from, now), words];
}

/** Every day from the first to the last: one without an answer has a place, too, but nothing to show. */
export function placesOf<Day extends { day: string }>(
  days: readonly Day[],
): { day: string; counted: Day | undefined }[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const counted = new Map(days.map((one) => [one.day, one]));
  const begin = Date.parse(first.day);
  const length = Math.round((Date.parse(last.day) - begin) / 86_400_000) + 1;
  return Array.from({ length }, (_, at) => {
    const day = new Date(begin + at * 86_400_000).toISOString().slice(0, 10);
    return { day, counted: counted.get(day) };
  });
}

/** "Nov 20" of an Eastern date. */
export function dayWords(date: string): string {
  return new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
}
