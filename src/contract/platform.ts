/** The platform itself: settings of the console, the simulation's clock, health. */
import { z } from 'zod';
import { instant } from './fields.ts';
import { defineOperation } from './http.ts';

export const getSettings = defineOperation({
  name: 'getSettings',
  method: 'GET',
  path: '/settings.json',
  summary: 'Settings of the console; an empty platformApiUrl means the same origin.',
  auth: 'none',
  response: z.object({ platformApiUrl: z.string(), accountFilterApiUrl: z.string() }),
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
  summary: "Whether every carrier is simulated, and the time of the simulation's clock.",
  auth: 'none',
  response: simulationState,
});

/** Strangers see no figures; CARILLON_METRICS serves those that monitor a process. */
const health = z.object({ status: z.literal('ok') });

export const healthLive = defineOperation({
  name: 'healthLive',
  method: 'GET',
  path: '/health/live',
  summary: 'Whether this process responds.',
  auth: 'none',
  response: health,
});

export const healthReady = defineOperation({
  name: 'healthReady',
  method: 'GET',
  path: '/health/ready',
  summary: 'Whether this process is ready; 503 when it cannot reach the database.',
  auth: 'none',
  response: health,
});
