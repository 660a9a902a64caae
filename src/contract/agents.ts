/** How a Linkback paces its calls, and how many agents are on duty when. */
import { z } from 'zod';
import { clientIdInBody, idOf, idTextOf, weekdays } from './fields.ts';
import { defineOperation } from './http.ts';

/** `ratio`: a fixed number of calls for each free agent. `adaptive`: as many as 3 % abandoned calls afford (decision 088). */
export const pacings = ['ratio', 'adaptive'] as const;
export type Pacing = (typeof pacings)[number];
export const pacingNames = { ratio: 'Fixed ratio', adaptive: 'Adaptive' } as const;

/** Of one campaign. */
export const mostAgentHours = 20;
export const mostAgents = 10_000;

export const agentTexts = {
  hours: `A campaign can have at most ${mostAgentHours} lines of agents by the hour.`,
  days: 'Choose the weekdays.',
  time: 'Enter a time.',
  order: 'The end must be later than the beginning.',
  change: `Enter how many agents more or fewer, at most ${mostAgents.toLocaleString('en-US')}.`,
  either: 'Send either a number of agents or a change of it.',
  count: `Enter a whole number of agents, from 0 to ${mostAgents.toLocaleString('en-US')}.`,
} as const;

const agents = z
  .number({ error: agentTexts.count })
  .int(agentTexts.count)
  .min(0, agentTexts.count)
  .max(mostAgents, agentTexts.count);
const change = z
  .number({ error: agentTexts.change })
  .int(agentTexts.change)
  .min(-mostAgents, agentTexts.change)
  .max(mostAgents, agentTexts.change);
const wallTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, agentTexts.time);

/** On these Eastern weekdays, from one wall time to before another, this many agents are on duty. */
export const agentHours = z
  .object({
    weekdays: weekdays.refine((ticked) => ticked.includes('1'), agentTexts.days),
    /** `HH:mm`, Eastern. */
    from: wallTime,
    until: wallTime,
    agentCount: agents,
  })
  .refine(({ from, until }) => until > from, { path: ['until'], message: agentTexts.order });
export type AgentHours = z.infer<typeof agentHours>;

/** The first that holds decides; where none does, the campaign's agent count. */
export const agentSchedule = z.array(agentHours).max(mostAgentHours, agentTexts.hours);

export const setAgentsOnDuty = defineOperation({
  name: 'setAgentsOnDuty',
  method: 'POST',
  idempotent: true,
  path: '/api/campaign/{id}/agents',
  summary:
    'Set how many agents of a Linkback are on duty now, or change it by some: until the next hour of its agents begins or ends, its run ends, or a change of its agents in the editor. What is set before a start holds for that run.',
  params: z.object({ id: idTextOf('campaign') }),
  body: z
    .object({
      campaignId: idOf('campaign').optional(),
      clientId: clientIdInBody,
      agentsOnDuty: agents.optional(),
      /**
       * Added to what is on duty at this instant, never below 0: two managers who press + at once get
       * two more.
       */
      change: change.optional(),
    })
    .refine((body) => (body.agentsOnDuty === undefined) !== (body.change === undefined), {
      path: ['agentsOnDuty'],
      message: agentTexts.either,
    }),
  response: z.object({ campaignId: idOf('campaign'), agentsOnDuty: z.number().int() }),
});
