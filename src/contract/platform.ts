/** What the console asks of the platform itself: settings, the simulation's clock, health. */
import { z } from 'zod';
import { instant } from './fields.ts';
import { defineOperation } from './http.ts';

export const getSettings = defineOperation({
  name: 'getSettings',
  method: 'GET',
  path: '/settings.json',
  summary: 'Settings of the console; an empty platformApiUrl means the same origin.',
  auth: 'none',
  answer: z.object({ platformApiUrl: z.string(), accountFilterApiUrl: z.string() }),
});

export const simulationState = z.object({
  /** True while no client uses a real carrier: nothing leaves the machine. */
  simulated: z.boolean(),
  /** The engine's present instant. */
  now: instant,
  speed: z.number(),
  /** One sentence when the clock was moved to calling hours; null otherwise. */
  notice: z.string().nullable(),
});
export type SimulationState = z.infer<typeof simulationState>;

export const getSimulation = defineOperation({
  name: 'getSimulation',
  method: 'GET',
  path: '/api/simulation',
  summary: "Is every carrier simulated, and what does the simulation's clock say?",
  auth: 'none',
  answer: simulationState,
});

/** To strangers no figure is told; see CARILLON_METRICS for who watches over a process. */
const health = z.object({ status: z.literal('ok') });

export const healthLive = defineOperation({
  name: 'healthLive',
  method: 'GET',
  path: '/health/live',
  summary: 'Does this process answer?',
  auth: 'none',
  answer: health,
});

export const healthReady = defineOperation({
  name: 'healthReady',
  method: 'GET',
  path: '/health/ready',
  summary: 'Can it work: is the database there? 503 when not.',
  auth: 'none',
  answer: health,
});
