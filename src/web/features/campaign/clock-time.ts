/** A wall time as it is typed: "9:30" beside AM or PM. */

export interface TypedTime {
  text: string;
  half: 'AM' | 'PM';
}

export const noTime: TypedTime = { text: '', half: 'AM' };

/** `HH:mm`; undefined for an invalid time of a twelve-hour clock. */
export function wallTimeOf({ text, half }: TypedTime): string | undefined {
  const match = /^(0?[1-9]|1[0-2])(?:[:.]([0-5]\d))?$/.exec(text.trim());
  if (!match) return undefined;
  const hour = (Number(match[1]) % 12) + (half === 'PM' ? 12 : 0);
  return `${String(hour).padStart(2, '0')}:${match[2] ?? '00'}`;
}

/** "13:05" → "1:05" PM. */
export function typedTimeOf(wallTime: string): TypedTime {
  const [hours = '0', minutes = '00'] = wallTime.split(':');
  const hour = Number(hours);
  return { text: `${hour % 12 || 12}:${minutes}`, half: hour < 12 ? 'AM' : 'PM' };
}

/** What is wrong with the typed time; undefined while the field is empty. */
export function timeError(time: TypedTime): string | undefined {
  if (time.text.trim() === '' || wallTimeOf(time)) return undefined;
  return 'Enter a time from 1:00 to 12:59.';
}
