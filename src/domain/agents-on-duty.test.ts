import { expect, test } from 'vitest';
import { type AgentsSet, agentsOnDuty, createAgentsOnDuty } from './agents-on-duty.ts';

const weekday = { weekdays: '1111100' };
const set: AgentsSet = {
  ...{ agentCount: 4, agentsSet: null, agentsSetAt: null },
  agentSchedule: [
    { weekdays: '1000000', from: '09:00', until: '10:00', agentCount: 2 },
    { ...weekday, from: '09:00', until: '17:00', agentCount: 12 },
  ],
};
/** Monday and so on of a week in November, Eastern Standard Time. */
const at = (day: number, time: string) => Date.parse(`2026-11-${15 + day}T${time}:00-05:00`);

test('the first hours that hold decide, outside of them the agent count', () => {
  expect(agentsOnDuty(set, at(1, '08:59'))).toBe(4);
  expect(agentsOnDuty(set, at(1, '09:00'))).toBe(2);
  expect(agentsOnDuty(set, at(2, '09:00'))).toBe(12);
  expect(agentsOnDuty(set, at(2, '16:59'))).toBe(12);
  expect(agentsOnDuty(set, at(2, '17:00'))).toBe(4);
  expect(agentsOnDuty(set, at(6, '12:00'))).toBe(4);
});

test('what a person set holds until the hours of the agents begin or end', () => {
  const live = { ...set, agentsSet: 7, agentsSetAt: at(2, '12:00') };
  expect(agentsOnDuty(live, at(2, '12:00'))).toBe(7);
  expect(agentsOnDuty(live, at(2, '16:59'))).toBe(7);
  expect(agentsOnDuty(live, at(2, '17:00'))).toBe(4);
  const weekend = { ...set, agentsSet: 0, agentsSetAt: at(5, '18:00') };
  expect(agentsOnDuty(weekend, at(7, '12:00'))).toBe(0);
  expect(agentsOnDuty(weekend, at(8, '09:00'))).toBe(2);
  expect(agentsOnDuty({ ...weekend, agentSchedule: [] }, at(13, '12:00'))).toBe(0);
});

test('a change counts at once, and a new minute is asked for again', () => {
  const ask = createAgentsOnDuty();
  expect(ask(set, at(2, '16:59'))).toBe(12);
  const live = { ...set, agentsSet: 7, agentsSetAt: at(2, '16:59') };
  expect(ask(live, at(2, '16:59') + 30_000)).toBe(7);
  expect(ask(live, at(2, '17:00'))).toBe(4);
});
