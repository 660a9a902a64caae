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

/** "2026-11-20 10:41:07 AM": a time in a file, whose column says that it is Eastern. */
export function easternStamp(at: Date): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(
    easternZone,
  );
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = [local.hour % 12 || 12, local.minute, local.second].map(two).join(':');
  return `${local.toPlainDate()} ${clock} ${local.hour < 12 ? 'AM' : 'PM'}`;
}
