/** What is asked about automatic times before they are saved; they may still be meant so. */

import { longestRun, longestUsualRun, neverStops, type WeeklyTimes } from '#domain/schedule-run.ts';
import { counted } from '#web/lib/plural.ts';
import { typedTimeOf, wallTimeOf } from './clock-time.ts';
import type { AutoDraft, CampaignDraft } from './draft.ts';
import { weekdayNames } from './weekdays.ts';

type Times = Pick<CampaignDraft, 'start' | 'stop'>;

/**
 * Sentences about a stop that lies before the start, a run of more than 14 hours and a start
 * without any stop; undefined when there is nothing to ask.
 *
 * @param stored times that were saved before, and questioned then
 */
export function scheduleQuestion(draft: Times, stored: Times): string | undefined {
  const times = weeklyTimes(draft);
  if (JSON.stringify(times) === JSON.stringify(weeklyTimes(stored))) return undefined;
  if (neverStops(times)) {
    return `The campaign starts by itself at ${clockOf(times.startTime)} and never stops by itself. It runs until all numbers are called or someone stops it.`;
  }
  const run = longestRun(times);
  if (!run) return undefined;
  if (run.minutes === 0) {
    return `The campaign would start and stop at the same moment, ${clockOf(times.startTime)}, and never run.`;
  }
  if (run.minutes <= longestUsualRun) return undefined;
  const from = `${weekdayNames[run.startDay]} at ${clockOf(times.startTime)}`;
  const until = `${weekdayNames[run.stopDay]} at ${clockOf(times.stopTime)}`;
  const before = stopsBefore(times)
    ? `The stop at ${clockOf(times.stopTime)} lies before the start at ${clockOf(times.startTime)}. `
    : '';
  return `${before}The campaign would run for ${hoursInWords(run.minutes)}, from ${from} to ${until}.`;
}

/** On the days that both have. */
function stopsBefore({ startTime = '', startWeekdays, stopTime = '', stopWeekdays }: WeeklyTimes) {
  const both = [...startWeekdays].some((on, day) => on === '1' && stopWeekdays[day] === '1');
  return both && stopTime < startTime;
}

function weeklyTimes({ start, stop }: Times): WeeklyTimes {
  return {
    ...{ startTime: timeOf(start), startWeekdays: start.weekdays },
    ...{ stopTime: timeOf(stop), stopWeekdays: stop.weekdays },
  };
}

/** A time without a day takes no effect. */
function timeOf({ weekdays, time }: AutoDraft): string | undefined {
  return weekdays.includes('1') ? wallTimeOf(time) : undefined;
}

function clockOf(wallTime = ''): string {
  const { text, half } = typedTimeOf(wallTime);
  return `${text} ${half}`;
}

/** "23 hours", "14 hours and 30 minutes", "6 days and 23 hours". */
function hoursInWords(minutes: number): string {
  const days = Math.floor(minutes / (24 * 60));
  const parts = [
    count(days, 'day'),
    count(Math.floor(minutes / 60) % 24, 'hour'),
    count(minutes % 60, 'minute'),
  ].filter(Boolean);
  const last = parts.pop() ?? '';
  return parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
}

function count(value: number, noun: string): string {
  return value === 0 ? '' : counted(value, noun);
}
