/** The operator's way to write a client's stricter calling hours. */
import { type ClientHours, type HoursRange, lawfulHours } from './calling-hours.ts';
import { militaryStates, stateCodeOf, stateNames } from './state-names.ts';

const form = /^(\d{1,2}):(\d{2})-(\d{1,2}):(\d{2})$/;

/**
 * Reads `9:00-20:00`, which may not be looser than 8:00 to 21:00 (47 CFR 64.1200(c)(1)).
 *
 * @returns a sentence on what is wrong if it is invalid
 */
export function parseHours(text: string): HoursRange | string {
  const match = form.exec(text);
  const open = match && wallTime(match[1], match[2]);
  const close = match && wallTime(match[3], match[4]);
  if (!open || !close) return `"${text}" is not a time range such as 9:00-20:00.`;
  if (open >= close) return `"${text}" ends before it begins.`;
  if (open < lawfulHours.open || close > lawfulHours.close) {
    return `"${text}" is wider than 8:00-21:00, the limit set by law. Hours can only be made stricter.`;
  }
  return { open, close };
}

/** Undefined for `24:00` and the like. */
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

/**
 * Why a state cannot have hours of its own: no address and no area code would ever name it.
 *
 * @param text as it was typed; only a code as in `stateNames` can be used
 */
export function stateProblem(text: string): string | undefined {
  if (Object.hasOwn(stateNames, text)) return undefined;
  const known = stateCodeOf(text);
  if (known !== undefined && Object.hasOwn(militaryStates, known)) {
    return `"${text}" is an armed forces code and cannot have hours of its own. Its numbers keep the hours of their area codes.`;
  }
  const codes = Object.keys(stateNames);
  const near = known === undefined ? codes.filter((code) => isNear(code, text)) : [known];
  if (near.length === 0) return `"${text}" is not a state. The states are ${codes.join(', ')}.`;
  const named = near.map((code) => `${code} (${stateNames[code]?.split(',')[0]})`);
  return `"${text}" is not a state code. Similar codes: ${named.join(', ')}.`;
}

/** One letter of two is the same, or both are turned around. */
function isNear(code: string, text: string): boolean {
  const [first, second, ...more] = text.toUpperCase();
  if (more.length > 0) return false;
  return code[0] === first || code[1] === second || code === `${second}${first}`;
}
