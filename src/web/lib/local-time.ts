/**
 * Times in the browser's zone: spec 3 section 9 has them everywhere but where the documents say
 * (ET), which lib/format.ts writes.
 */

const two = (value: number) => String(value).padStart(2, '0');

/** "2026-11-20 10:41:07 AM", the documents' form for call records; '' for an invalid date. */
export function formatRecordTime(at: string | null): string {
  const date = at === null ? undefined : new Date(at);
  if (!date || Number.isNaN(date.getTime())) return '';
  const hour = date.getHours();
  const clock = `${two(hour % 12 || 12)}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return `${localDay(date)} ${clock} ${hour < 12 ? 'AM' : 'PM'}`;
}

/**
 * "2026-11-20 22:41:07", the documents' form for archives; '' for an invalid date. They give it
 * no AM or PM, so the hours go to 23 to be unambiguous.
 */
export function formatArchiveTime(at: string | null): string {
  const date = at === null ? undefined : new Date(at);
  if (!date || Number.isNaN(date.getTime())) return '';
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return `${localDay(date)} ${clock}`;
}

/** "2026-11-20": the day of an instant. */
export function localDay(at: Date): string {
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** "Nov 20, 10:41 AM"; with the year when it is not that of `now`. */
export function formatLocalDateTime(at: string, now: Date): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  const year = date.getFullYear() === now.getFullYear() ? undefined : ('numeric' as const);
  const day = date.toLocaleDateString('en-US', { month: 'short', day: 'numeric', year });
  return `${day}, ${formatClock(date)}`;
}

function formatClock(date: Date): string {
  const text = date.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
  // Intl puts a narrow no-break space before AM and PM, which the documents do not use.
  return text.replace(/\u202f/g, ' ');
}

/** "Eastern Standard Time": the browser's zone at an instant, to be named once. */
export function zoneName(at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'long' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** "UTC-05:00": the browser's offset at an instant. */
export function offsetName(at: Date): string {
  const east = -at.getTimezoneOffset();
  const minutes = Math.abs(east);
  return `UTC${east < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
