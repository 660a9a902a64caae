import { Temporal } from 'temporal-polyfill';

/** The instant that a date of the console means: as given, or the Eastern day's first moment. */
export function callDay(text: string): Date {
  if (text.includes('T')) return new Date(text);
  const day = Temporal.PlainDate.from(text).toZonedDateTime('America/New_York');
  return new Date(day.epochMilliseconds);
}
