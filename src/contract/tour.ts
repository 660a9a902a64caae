/**
 * The card "Try this" of the client that the first start makes up (decision 097): five lines, each with an
 * example out of the client's own data.
 */
import { z } from 'zod';
import { count, done, idOf, instant, phoneInput } from './fields.ts';
import { defineOperation } from './http.ts';

/** In the order of the card. */
export const tourSteps = ['why', 'story', 'forecast', 'stop', 'kill'] as const;
export type TourStep = (typeof tourSteps)[number];

export const killsPerMinute = 3;

export const tourTexts = {
  notDemo: 'Only the demo client can do this. Everything of it is made up.',
  notAlone:
    'Another client has managers or campaigns here. The engine is killed only while the demo client is alone.',
  realCarrier:
    'A real carrier is connected. The engine is killed only while every carrier is simulated.',
  notOwn:
    'The engine does not run in a process of its own. Start Carillon with "npm start", without --roles.',
  notAdministrator: 'Only an administrator of the demo can kill the engine.',
  notRunning: 'The engine is starting. Try again in a few seconds.',
  notApart:
    'The engine gets a process of its own a few seconds after there is a first campaign. Try again then.',
  tooManyKills: `The engine can be killed ${killsPerMinute} times a minute. Try again in a moment.`,
  realTexts: 'The texts of this client are real. Only a simulated person can be answered for.',
  notTexted: 'This number was not texted. Choose somebody who was.',
} as const;

/**
 * What must be done before a line has an example: create a campaign, upload a file for it, start it, or do all
 * that with a text campaign.
 */
export const tourFirst = z.enum(['campaign', 'upload', 'start', 'text']);
export type TourFirst = z.infer<typeof tourFirst>;

/** `first` is null when there is an example. */
const line = { done: z.boolean(), first: tourFirst.nullable() };

export const tour = z.object({
  /** This manager put the card away. */
  putAway: z.boolean(),
  /**
   * A number that a rule keeps from being called, of area code 907 if there is one. Where none is held,
   * somebody who was called or texted.
   */
  why: z.object({ ...line, phone: z.string().nullable(), held: z.boolean() }),
  /** A recent call that a person answered, if there is one. */
  story: z.object({
    ...line,
    recordId: z.string().nullable(),
    name: z.string(),
    phone: z.string().nullable(),
  }),
  forecast: z.object({
    ...line,
    campaignId: idOf('campaign').nullable(),
    campaignName: z.string(),
  }),
  /** Somebody who was texted and did not opt out. */
  stop: z.object({ ...line, phone: z.string().nullable(), name: z.string() }),
  /** `refusal`: why this manager cannot kill the engine of this installation; null when they can. */
  kill: z.object({ ...line, refusal: z.string().nullable() }),
});
export type Tour = z.infer<typeof tour>;

export const readTour = defineOperation({
  name: 'readTour',
  method: 'GET',
  path: '/api/demo/tour',
  summary:
    'What a demo client has to try, with examples and what is done; null for any other client.',
  response: z.object({ tour: tour.nullable() }),
});

export const noteTourStep = defineOperation({
  name: 'noteTourStep',
  method: 'POST',
  idempotent: false,
  path: '/api/demo/tour/{step}',
  summary: 'Note what this manager has seen, or put the card away (`away`) and back (`back`).',
  // Those that leave no trace: the server itself notes the others.
  params: z.object({ step: z.enum(['why', 'story', 'forecast', 'away', 'back']) }),
  response: done,
});

export const answerAsPerson = defineOperation({
  name: 'answerAsPerson',
  method: 'POST',
  idempotent: true,
  path: '/api/demo/text',
  summary: 'Send a text as somebody whom the demo client texted, through the simulated carrier.',
  body: z.object({
    phone: phoneInput,
    body: z
      .string()
      .trim()
      .min(1, 'Enter a text.')
      .max(300, 'A text can have at most 300 characters here.'),
  }),
  response: done,
});

/** One death of the engine, and what became of what was in flight. */
export const engineKill = z.object({
  killed: instant,
  /** Calls and texts without an end at that moment. */
  inFlight: count,
  /** Of those, how many are open still, and how many ended as unknown. */
  stillOpen: count,
  unknown: count,
  /** Seconds until an engine ran again; null while none does. */
  backAfter: z.number().nullable(),
});

export const engineCount = z.object({
  /** The newest kill; null before the first. */
  kill: engineKill.nullable(),
  kills: count,
  /** Calls and texts that the simulated carrier took, by its own log. */
  taken: count,
  /** How many of them it took for an entry that it had taken one for before. */
  twice: count,
});
export type EngineCount = z.infer<typeof engineCount>;

export const readEngineCount = defineOperation({
  name: 'readEngineCount',
  method: 'GET',
  path: '/api/demo/engine',
  summary: "The demo's calls and texts by the simulated carrier's log, and what the last kill did.",
  response: engineCount,
});

export const killEngine = defineOperation({
  name: 'killEngine',
  method: 'POST',
  idempotent: true,
  path: '/api/demo/engine/kill',
  summary: 'Kill the engine of the demo (SIGKILL). It is started again.',
  response: engineCount,
});
