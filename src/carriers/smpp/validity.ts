/** How long an SMSC may keep a message before it drops it unsent. */
import { type SimMs, simMs } from '#domain/milliseconds.ts';

const second = 1_000;
/** With less time left no part is written, because it could be sent after the text's end. */
export const leastValidity = simMs(second);
const longest = 28 * 24 * 3_600 * second;

/**
 * Relative time `YYMMDDhhmmss000R` (SMPP 3.4, 7.1.1.2), from when the SMSC accepts the message, so
 * that the clocks and zones of the two sides do not matter. Whole seconds, rounded down, at least
 * 1: 0 means the SMSC's own period, which may be days.
 */
export function relativeValidity(left: SimMs): string {
  const seconds = Math.floor(Math.min(longest, Math.max(leastValidity, left)) / second);
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3_600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (value: number) => String(value).padStart(2, '0');
  return `0000${two(days)}${two(hours)}${two(minutes)}${two(seconds % 60)}000R`;
}
