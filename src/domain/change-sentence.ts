/** Who changed a record last, and when: what a stale save is refused with, and an editor's foot. */

export interface Changed {
  by: string;
  at: Date;
}

/** "Changed by Ann Lee at 2:14 PM", with the day when it is not today's, Eastern time. */
export function changedSentence({ by, at }: Changed, now: Date): string {
  const day = dayUnlessToday(at, now);
  // A year is followed by a comma: "on Nov 18, 2025, at 2:14 PM".
  const comma = isOfYear(at, now) ? '' : ',';
  return `Changed by ${by}${day ? ` on ${day}${comma}` : ''} at ${timeOf(at)}`;
}

/** "Changed by Ann Lee, 10:14 AM", the same for a foot. */
export function changedNote({ by, at }: Changed, now: Date): string {
  return ['Changed by '.concat(by), dayUnlessToday(at, now), timeOf(at)].filter(Boolean).join(', ');
}

/** "Nov 18", "Nov 18, 2025" in another year, nothing today. */
function dayUnlessToday(at: Date, now: Date): string | undefined {
  const day = (date: Date) => eastern(date, { year: 'numeric', month: 'short', day: 'numeric' });
  if (day(at) === day(now)) return undefined;
  return isOfYear(at, now) ? eastern(at, { month: 'short', day: 'numeric' }) : day(at);
}

function isOfYear(at: Date, now: Date): boolean {
  const year = (date: Date) => eastern(date, { year: 'numeric' });
  return year(at) === year(now);
}

function timeOf(at: Date): string {
  return eastern(at, { hour: 'numeric', minute: '2-digit' });
}

function eastern(date: Date, parts: Intl.DateTimeFormatOptions): string {
  // Some versions of the locale data put a narrow space before AM and PM.
  return date
    .toLocaleString('en-US', { ...parts, timeZone: 'America/New_York' })
    .replaceAll('\u202f', ' ');
}
