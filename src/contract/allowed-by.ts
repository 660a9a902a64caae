/** What allowed an attempt, as the attempt kept it (decision 063). */
import { z } from 'zod';
import { count } from './fields.ts';

export const messageRoles = ['customer', 'machine', 'agent', 'text'] as const;
export type MessageRole = (typeof messageRoles)[number];

/** What allowed an attempt, as it was kept with it. */
export const allowedBy = z.object({
  /** Zones that the number may be in, with the time there when it was allowed. */
  zones: z.array(z.object({ zone: z.string(), localTime: z.string() })),
  /** How many zones there were; more than `zones` when not all were kept. */
  zoneCount: count,
  /** The strictest hours that applied, `HH:mm`. */
  opens: z.string(),
  closes: z.string(),
  /** Attempts that counted for the cap; null without a cap. */
  counted: z.object({ counted: count, most: count, days: count }).nullable(),
  /** The campaign's version when it was allowed; null where it was not known. */
  campaignVersion: count.nullable(),
  /** What it was to play or to send, with the version at that time. */
  messages: z.array(
    z.object({ role: z.enum(messageRoles), id: z.number().int(), version: count.nullable() }),
  ),
  /** Of the account's values that the message spoke or wrote: hexadecimal. Null: it uses none. */
  valuesHash: z.string().nullable(),
});
export type AllowedBy = z.infer<typeof allowedBy>;
