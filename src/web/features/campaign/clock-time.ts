/**
 * A wall time as it is typed beside AM or PM. People type 9:30, 6 PM, 18:00, 1800 and 6p, so the
 * text may name its half of the day itself; it then counts more than the choice beside it. 18:00, 0:30
 * and 0600 are of a 24-hour clock. 9, 9:00 and 600 may be either half: the choice beside them, which is
 * in sight, decides.
 */
import { two } from '#web/lib/format.ts';

type Half = 'AM' | 'PM';

export interface TypedTime {
  text: string;
  half: Half;
}

export const noTime: TypedTime = { text: '', half: 'AM' };

/** `HH:mm`; undefined for an invalid time. */
export function wallTimeOf({ text, half }: TypedTime): string | undefined {
  const read = readClock(text);
  if (!read) return undefined;
  const hour = read.half ? read.hour : (read.hour % 12) + (half === 'PM' ? 12 : 0);
  return `${two(hour)}:${two(read.minute)}`;
}

interface ReadClock {
  /** 0 to 23 where the half is known, else 1 to 12. */
  hour: number;
  minute: number;
  half: Half | undefined;
}

/** Hour, minutes with or without a separator, a, am or a.m. and so on. */
const form = /^(\d{1,2})(?:[:.]?([0-5]\d))?\s*(?:([ap])\.?(?:m\.?)?)?$/i;

function readClock(text: string): ReadClock | undefined {
  const match = form.exec(text.trim());
  if (!match) return undefined;
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? 0)];
  const letter = match[3]?.toLowerCase();
  const named = letter && (letter === 'p' ? 'PM' : 'AM');
  if (hour > 23) return undefined;
  // 18:00 PM says it twice, 18:00 AM is none.
  if (hour === 0 || hour > 12) {
    const half = hour === 0 ? 'AM' : 'PM';
    return named === undefined || named === half ? { hour, minute, half } : undefined;
  }
  if (!named && /^0\d{3}$/.test(text.trim())) return { hour, minute, half: 'AM' };
  if (!named) return { hour, minute, half: undefined };
  return { hour: (hour % 12) + (named === 'PM' ? 12 : 0), minute, half: named };
}

/** "13:05" → "1:05" PM. */
export function typedTimeOf(wallTime: string): TypedTime {
  const [hours = '0', minutes = '00'] = wallTime.split(':');
  const hour = Number(hours);
  return { text: `${hour % 12 || 12}:${minutes}`, half: hour < 12 ? 'AM' : 'PM' };
}

/** As the documents have it, once the field is left: "1800" beside AM becomes "6:00" beside PM. */
export function tidyTime(time: TypedTime): TypedTime {
  const wallTime = wallTimeOf(time);
  return wallTime === undefined ? time : typedTimeOf(wallTime);
}

/** "6:00 PM" where the text is written otherwise, so that what was understood can be checked. */
export function understoodTime(time: TypedTime): string | undefined {
  const tidy = tidyTime(time);
  if (tidy === time || (tidy.text === time.text.trim() && tidy.half === time.half)) {
    return undefined;
  }
  return `${tidy.text} ${tidy.half}`;
}

/** What is wrong with the typed time; undefined while the field is empty. */
export function timeError(time: TypedTime): string | undefined {
  if (time.text.trim() === '' || wallTimeOf(time)) return undefined;
  return 'Enter a time such as 9:00, 6 PM or 18:00.';
}
