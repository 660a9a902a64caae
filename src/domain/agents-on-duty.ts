/** How many agents of a Linkback are on duty at an instant. Pure. */
import { Temporal } from 'temporal-polyfill';
import type { AgentHours } from '#contract/agents.ts';
import { easternZone } from './wall-time.ts';

export interface AgentsSet {
  /** Where nothing else holds. */
  agentCount: number;
  /** In order: the first that holds decides. */
  agentSchedule: readonly AgentHours[];
  /** What a person set while the campaign runs, and when (epoch ms); null: nothing. */
  agentsSet: number | null;
  agentsSetAt: number | null;
}

/**
 * What a person set holds until the hours of the agents begin or end the next time: then the schedule
 * is the newer word. Campaigns ask several times a second, and it changes at whole minutes only.
 */
export function agentsOnDuty(set: AgentsSet, now: number): number {
  const { agentsSet, agentsSetAt, agentCount, agentSchedule } = set;
  if (agentSchedule.length === 0) return agentsSet ?? agentCount;
  if (agentsSet !== null && agentsSetAt !== null && agentsSetAt >= lastChange(agentSchedule, now)) {
    return agentsSet;
  }
  return hoursAt(agentSchedule, now)?.agentCount ?? agentCount;
}

/** What holds now, and the same agents a minute later need not be asked for again. */
export function createAgentsOnDuty() {
  let known: { minute: number; text: string; agents: number } | undefined;
  return (set: AgentsSet, now: number): number => {
    if (set.agentSchedule.length === 0) return agentsOnDuty(set, now);
    const minute = Math.floor(now / 60_000);
    const text = JSON.stringify([
      ...[set.agentCount, set.agentSchedule, set.agentsSet, set.agentsSetAt],
    ]);
    if (known?.minute !== minute || known.text !== text) {
      known = { minute, text, agents: agentsOnDuty(set, now) };
    }
    return known.agents;
  };
}

function hoursAt(schedule: readonly AgentHours[], now: number): AgentHours | undefined {
  const { day, time } = easternMinute(now);
  return schedule.find(
    ({ weekdays, from, until }) =>
      weekdays[day.dayOfWeek - 1] === '1' && from <= time && time < until,
  );
}

function easternMinute(now: number) {
  const eastern = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(easternZone);
  const time = eastern.toPlainTime().toString({ smallestUnit: 'minute' });
  return { day: eastern.toPlainDate(), time };
}

/** The newest begin or end of hours up to `now`, epoch ms; each comes once a week at least. */
function lastChange(schedule: readonly AgentHours[], now: number): number {
  const { day: today } = easternMinute(now);
  let newest = Number.NEGATIVE_INFINITY;
  for (let back = 0; back <= 7; back += 1) {
    const day = today.subtract({ days: back });
    for (const { weekdays, from, until } of schedule) {
      if (weekdays[day.dayOfWeek - 1] !== '1') continue;
      for (const time of [from, until]) {
        const at = day
          .toPlainDateTime(Temporal.PlainTime.from(time))
          .toZonedDateTime(easternZone, { disambiguation: 'compatible' }).epochMilliseconds;
        if (at <= now) newest = Math.max(newest, at);
      }
    }
    if (newest > Number.NEGATIVE_INFINITY) break;
  }
  return newest;
}
