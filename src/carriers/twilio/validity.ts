/** How long Twilio may keep a text in its queue: after that it drops it (error 30036). */

const second = 1_000;
/** The request is on its way for a moment, and Twilio counts from when it has it. */
const margin = second;
/** Twilio takes 1 second, and says of less than 5 that a text may then be dropped although it could leave. */
const least = 5;
const most = 36_000;

/**
 * ValidityPeriod, whole seconds from 5 to 36,000.
 *
 * @param ms milliseconds that are left
 * @returns undefined when too little is left to send it
 */
export function validitySeconds(ms: number): number | undefined {
  const seconds = Math.floor((ms - margin) / second);
  return seconds < least ? undefined : Math.min(most, seconds);
}
