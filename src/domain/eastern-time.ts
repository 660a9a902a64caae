import { Temporal } from 'temporal-polyfill';
import { easternZone } from './wall-time.ts';

/** `Nov 21, 8:00 AM ET`. */
export function easternTime(instant: number): string {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(easternZone);
  const text = local.toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  // Some versions of the locale data put a narrow space before AM and PM.
  return `${text.replaceAll('\u202f', ' ')} ET`;
}
