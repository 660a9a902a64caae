/** How long Twilio may keep a text in its queue: after that it drops it (error 30036). */
import type { SimMs } from '#domain/milliseconds.ts';

const second = 1_000;
/** The request takes a moment to arrive, and Twilio counts from then. */
const margin = second;
/** Twilio accepts 1 second, but warns that below 5 a text may be dropped that could leave. */
const least = 5;
const most = 36_000;

/**
 * ValidityPeriod, whole seconds from 5 to 36,000.
 *
 * @returns undefined when too little is left to send it
 */
export function validitySeconds(left: SimMs): number | undefined {
  const seconds = Math.floor((left - margin) / second);
  return seconds < least ? undefined : Math.min(most, seconds);
}
