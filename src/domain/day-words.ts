/** Calendar days (`YYYY-MM-DD`) in words, with their year: what they are about may be years old, or ahead. */

/** "Nov 29, 2026"; a text that is not a date is returned unchanged. */
export const dayWords = (day: string): string => written(day, 'numeric');

/** "from Dec 1 through Dec 5, 2026"; the year twice where it differs. */
export function daysBetween(from: string, until: string): string {
  const sameYear = from.slice(0, 4) === until.slice(0, 4);
  const first = written(from, sameYear ? undefined : 'numeric');
  return `from ${first} through ${dayWords(until)}`;
}

function written(day: string, year: 'numeric' | undefined): string {
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return day;
  return at.toLocaleDateString('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year });
}
