/** How long a run lasts that a schedule starts and stops: what a manager is asked about. */

/** Wall times `HH:mm`, undefined without one; weekdays of seven digits from Monday on. */
export interface WeeklyTimes {
  startTime: string | undefined;
  startWeekdays: string;
  stopTime: string | undefined;
  stopWeekdays: string;
}

export interface ScheduledRun {
  /** 0 is Monday. */
  startDay: number;
  stopDay: number;
  minutes: number;
}

/** A run of more minutes than this is questioned: it crosses a night, or most of a day. */
export const longestUsualRun = 14 * 60;

const dayMinutes = 24 * 60;
const weekMinutes = 7 * dayMinutes;

/**
 * The longest run that begins automatically, up to its next automatic stop; undefined when nothing
 * starts or nothing stops by itself. Wall times: the hour that a clock change adds or takes away
 * is nobody's mistake.
 */
export function longestRun(times: WeeklyTimes): ScheduledRun | undefined {
  const starts = momentsOf(times.startTime, times.startWeekdays);
  const stops = momentsOf(times.stopTime, times.stopWeekdays);
  if (starts.length === 0 || stops.length === 0) return undefined;
  const runs = starts.map((start): ScheduledRun => {
    // At one instant the stop wins (decision 011), and nothing runs.
    const minutes = Math.min(...stops.map((stop) => (stop - start + weekMinutes) % weekMinutes));
    const stop = (start + minutes) % weekMinutes;
    return {
      startDay: Math.floor(start / dayMinutes),
      stopDay: Math.floor(stop / dayMinutes),
      minutes,
    };
  });
  return runs.reduce((longest, run) => (run.minutes > longest.minutes ? run : longest));
}

/** Something starts by itself and nothing ever stops it by itself. */
export function neverStops(times: WeeklyTimes): boolean {
  const starts = momentsOf(times.startTime, times.startWeekdays);
  return starts.length > 0 && momentsOf(times.stopTime, times.stopWeekdays).length === 0;
}

/** Minutes since the start of Monday. */
function momentsOf(time: string | undefined, weekdays: string): number[] {
  if (time === undefined) return [];
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return [...weekdays].flatMap((on, day) =>
    on === '1' ? [day * dayMinutes + hours * 60 + minutes] : [],
  );
}
