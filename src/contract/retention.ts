/** How long a client's data is kept, and up to when it was deleted: what a report cannot show. */
import { z } from 'zod';
import { clientQuery, instant } from './fields.ts';
import { defineOperation } from './http.ts';

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
