/** The operator's way to write a client's stricter calling hours. */
import { type ClientHours, type HoursRange, lawfulHours } from './calling-hours.ts';

const form = /^(\d{1,2}):(\d{2})-(\d{1,2}):(\d{2})$/;

/**
 * Reads `9:00-20:00`, which may not be looser than 8:00 to 21:00 (47 CFR 64.1200(c)(1)).
 *
 * @returns a sentence that says what is wrong when it cannot be used
 */
export function parseHours(text: string): HoursRange | string {
  const match = form.exec(text);
  const open = match && wallTime(match[1], match[2]);
  const close = match && wallTime(match[3], match[4]);
  if (!open || !close) return `«${text}» is no span of time such as 9:00-20:00.`;
  if (open >= close) return `«${text}» ends before it begins.`;
  if (open < lawfulHours.open || close > lawfulHours.close) {
    return `«${text}» is looser than 8:00-21:00, which the law sets; hours can only be made stricter.`;
  }
  return { open, close };
}

/** `24:00` and the like are none. */
function wallTime(hour = '', minute = ''): string | undefined {
  const valid = Number(hour) < 24 && Number(minute) < 60;
  return valid ? `${hour.padStart(2, '0')}:${minute}` : undefined;
}

/** `08:00-21:00, TX 09:00-18:00`, for a list. */
export function describeHours(hours: ClientHours | null): string {
  const { open = lawfulHours.open, close = lawfulHours.close, states = {} } = hours ?? {};
  const own = Object.entries(states).map(
    ([state, { open: from = open, close: to = close }]) => `${state} ${from}-${to}`,
  );
  return [`${open}-${close}`, ...own.sort()].join(', ');
}
