/** How long an SMSC may keep a message: after that it drops it and does not send it. */

const second = 1_000;
/** No part of a text is written when less is left: it could be sent after the text's end. */
export const leastValidity = second;
const longest = 28 * 24 * 3_600 * second;

/**
 * Relative time, `YYMMDDhhmmss000R` (SMPP 3.4, 7.1.1.2): from when the SMSC took the message. Clocks and
 * zones of the two sides do not come into it. Whole seconds, rounded down, 1 at least: 0 would mean the
 * SMSC's own period, which may be days.
 *
 * @param ms milliseconds that are left
 */
export function relativeValidity(ms: number): string {
  const seconds = Math.floor(Math.min(longest, Math.max(leastValidity, ms)) / second);
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3_600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (value: number) => String(value).padStart(2, '0');
  return `0000${two(days)}${two(hours)}${two(minutes)}${two(seconds % 60)}000R`;
}
