/** How long until an instant, as people say it: "in 2 h 18 min". */

const minute = 60_000;
const hoursOfDay = 24;

/** Rounded up: while it says 1 minute, the minute is not over. Undefined when it has come. */
export function countdown(at: number, now: number): string | undefined {
  const left = at - now;
  if (left <= 0) return undefined;
  const minutes = Math.ceil(left / minute);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / hoursOfDay);
  const parts = [
    { value: days, unit: 'd' },
    { value: hours % hoursOfDay, unit: 'h' },
    { value: minutes % 60, unit: 'min' },
  ].filter(({ value }) => value > 0);
  // Of days, minutes do not matter any more.
  return `in ${parts
    .slice(0, 2)
    .filter(({ unit }) => days === 0 || unit !== 'min')
    .map(({ value, unit }) => `${value} ${unit}`)
    .join(' ')}`;
}
