/**
 * What happened in an answered call, stored with its record for the record's own page. Instants are
 * milliseconds after the call was placed. Short keys: millions are stored.
 */
import { z } from 'zod';

const ms = z.number().int();

export const callCourse = z.object({
  /** The message that was played: id, version, when, and how long it is. */
  message: z.object({ id: z.number().int(), version: z.number().int(), at: ms, ms }).optional(),
  /** It was played to its end. */
  playedAt: ms.optional(),
  /** Every key, in order. */
  keys: z.array(z.tuple([z.string(), ms])).optional(),
  agentAnsweredAt: ms.optional(),
  /** Customer and agent heard each other. */
  connectedAt: ms.optional(),
  agentLeftAt: ms.optional(),
  /** Who ended it. */
  endedBy: z.enum(['person', 'platform']).optional(),
});
export type CallCourse = z.infer<typeof callCourse>;
