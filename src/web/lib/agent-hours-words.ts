/** Agents by the hour in words. */
import type { AgentHours } from '#contract/agents.ts';
import { counted } from './plural.ts';
import { clockInWords, everyDay, weekdaysInWords } from './schedule-words.ts';

/** "12 agents Mon–Fri 9 AM to 5 PM; 4 agents Sat 9 AM to noon"; '' for none. */
export function agentHoursInWords(hours: readonly AgentHours[]): string {
  return hours
    .map(
      ({ weekdays, from, until, agentCount }) =>
        `${counted(agentCount, 'agent')} ${daysOf(weekdays)} ${clockInWords(from)} to ${clockInWords(until)}`,
    )
    .join('; ');
}

/** In the middle of a sentence. */
const daysOf = (weekdays: string) =>
  weekdays === everyDay ? 'every day' : weekdaysInWords(weekdays);
