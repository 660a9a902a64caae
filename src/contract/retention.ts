/** How long a client's data is kept, and up to when it was deleted: what a report cannot show. */
import { z } from 'zod';
import { clientQuery, count, instant } from './fields.ts';
import { defineOperation } from './http.ts';

/** As domain/retention.ts has them, without the journal, which is the installation's. */
export const keptKinds = [
  'contacts',
  'calls',
  'texts',
  'inbound',
  'recordings',
  'reports',
] as const;
export type KeptKind = (typeof keptKinds)[number];

/** Everything from before that instant is gone; null: nothing was deleted. */
const deletedBefore = instant.nullable();

export const readRetention = defineOperation({
  name: 'readRetention',
  method: 'GET',
  path: '/api/retention',
  summary:
    'The instant before which calls and texts were deleted, and how many days reports are kept.',
  query: clientQuery,
  response: z.object({
    callsDeletedBefore: deletedBefore,
    textsDeletedBefore: deletedBefore,
    /** Null: forever. */
    reportDays: z.number().int().nullable(),
  }),
});
export type ClientRetention = z.infer<typeof readRetention.response>;

/** One kind of data: how long it is kept, what is stored now, and what a sweep deletes next. */
export const keptData = z.object({
  kind: z.enum(keptKinds),
  /** Null: forever. */
  days: z.number().int().nullable(),
  /** The operator set it for this client alone. */
  own: z.boolean(),
  rows: count,
  /** There are more: before the first sweep of the night, counting stops at a million. */
  atLeast: z.boolean(),
  /** With indexes, about; null before the first sweep of the night. */
  bytes: count.nullable(),
  /** The sweep of the night that counted it; null: it was counted for this response. */
  countedAt: instant.nullable(),
  oldest: instant.nullable(),
  /** The sweep, of the night or the hour, that may delete the oldest of it; null where none will. */
  nextDeletion: instant.nullable(),
  /** What it deletes, at most for contact data; null: not counted for this retention yet. */
  nextRows: count.nullable(),
  deletedBefore,
  /** The last sweep that deleted any of it. */
  lastDeletion: z.object({ at: instant, rows: count }).nullable(),
});
export type KeptData = z.infer<typeof keptData>;

export const listKeptData = defineOperation({
  name: 'listKeptData',
  method: 'GET',
  path: '/api/retention/kinds',
  summary: 'Each kind of data: how long it is kept, how much there is, and what is deleted next.',
  query: clientQuery,
  response: z.array(keptData),
});
