/** What the console asks of the platform itself: settings, the simulation's clock, health. */
import { z } from 'zod';
import { instant } from './fields.ts';
import { defineCall } from './http.ts';

export const getSettings = defineCall({
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

export const getSimulation = defineCall({
  name: 'getSimulation',
  method: 'GET',
  path: '/api/simulation',
  summary: "Is every carrier simulated, and what does the simulation's clock say?",
  auth: 'none',
  answer: simulationState,
});

const health = z.object({ status: z.enum(['ok', 'away']), since: instant });
/** The time zone rules that calling hours are judged by. */
const timeZones = z.object({
  /** The release of the tz database, `2026f`. */
  version: z.string(),
  /** The day of that release, `YYYY-MM-DD`. */
  released: z.string(),
  /** Whole days since then. */
  ageDays: z.number(),
  /** Older than 60 days: a clock change since then may be missing. */
  old: z.boolean(),
});

/** `clockOff`: why nothing is placed, a sentence; null while the clocks agree. */
const ready = health.extend({ clockOff: z.string().nullable(), timeZones });

export const healthLive = defineCall({
  name: 'healthLive',
  method: 'GET',
  path: '/health/live',
  summary: 'Does this process answer?',
  auth: 'none',
  answer: health,
});

export const healthReady = defineCall({
  name: 'healthReady',
  method: 'GET',
  path: '/health/ready',
  summary:
    'Can it work: is the database there? 503 when not. Is the clock right, and how old is the time zone data?',
  auth: 'none',
  answer: ready,
});

export const getMetrics = defineCall({
  name: 'getMetrics',
  method: 'GET',
  path: '/metrics',
  summary: 'Figures for Prometheus.',
  auth: 'none',
  answer: { text: true },
});
