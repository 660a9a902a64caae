/** The units in which a wait is typed, in minutes. */
export const waitUnits = { minutes: 1, hours: 60, days: 24 * 60 } as const;
export type WaitUnit = keyof typeof waitUnits;

/** The largest unit of which a wait is a whole number. */
export function unitOf(minutes: number): WaitUnit {
  if (minutes % waitUnits.days === 0) return 'days';
  return minutes % waitUnits.hours === 0 ? 'hours' : 'minutes';
}

/**
 * The minutes that a typed number means: 33 of 0.55 hours, which binary fractions miss by a hair, and 19.8
 * of 0.33 hours, which the rule's schema refuses. NaN without a number.
 */
export function minutesOf(value: number | undefined, unit: WaitUnit): number {
  if (value === undefined) return Number.NaN;
  const exact = value * waitUnits[unit];
  const whole = Math.round(exact);
  return Math.abs(exact - whole) < 1e-6 ? whole : exact;
}
