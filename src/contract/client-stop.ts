/** Stops by administrators, of all calls and texts of their own client or of one carrier (decision 075). */
import { z } from 'zod';
import { clientIdInBody, instant } from './fields.ts';
import { defineOperation } from './http.ts';
import { storedReason } from './reason.ts';

/** As of the command's stop. */
export const longestStopReason = 300;

export const clientStopTexts = {
  reasonLong: `A reason can have at most ${longestStopReason} characters.`,
  carrier: 'Your account does not use this carrier.',
  operators: "This stop is the operator's. Only the operator can lift it.",
  another:
    'This stop was lifted meanwhile, and another one is in force. Read it before you lift it.',
  unsettled:
    'The stop is in force, but calls and texts begun before it may still go out. Stop again to find out.',
} as const;

/** A stop that applies to the client: by the operator, or by an administrator. */
export const stopShape = z.object({
  by: z.enum(['operator', 'administrator']),
  /** `client`: all calls and texts of the client. */
  scope: z.enum(['all', 'client', 'carrier']),
  /** The carrier's name; null but for a carrier's. */
  carrier: z.string().nullable(),
  /** The administrator's name; '' for the operator's. */
  stoppedBy: z.string(),
  /** Names a stop by an administrator when it is lifted; null for the operator's. */
  stopNumber: z.number().int().nullable(),
  since: instant,
  /** One or two sentences. */
  reason: z.string(),
  reasonCode: storedReason,
});
export type Stop = z.infer<typeof stopShape>;

/** Null: all calls and texts. */
const carrier = z.string().max(200).nullable();

/** All that are in force for the client after the operation. */
const response = z.object({ stops: z.array(stopShape) });

export const stopClient = defineOperation({
  name: 'stopClient',
  method: 'POST',
  path: '/api/stop',
  idempotent: true,
  summary:
    'Stop all calls and texts of the client, or those of one carrier, until the stop is lifted. Responds when nothing begun before it can still go out.',
  body: z.object({
    clientId: clientIdInBody,
    carrier,
    /** Every manager of the client reads it. */
    reason: z.string().trim().max(longestStopReason, clientStopTexts.reasonLong).default(''),
  }),
  response,
});

export const liftClientStop = defineOperation({
  name: 'liftClientStop',
  method: 'POST',
  path: '/api/stop/lift',
  idempotent: true,
  summary: 'Lift a stop of an administrator: campaigns resume automatically.',
  body: z.object({
    clientId: clientIdInBody,
    carrier,
    /** The stop that was read: another one that began since then is not lifted. */
    stopNumber: z.number().int().nullable(),
  }),
  response,
});
