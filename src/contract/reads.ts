/** Several reads in one request, for a screen that refreshes many parts of itself. */
import { z } from 'zod';
import { defineOperation } from './http.ts';

/** A screen has fewer parts. */
export const mostReads = 12;

export const readTogether = defineOperation({
  name: 'readTogether',
  method: 'GET',
  path: '/api/reads',
  summary: `Up to ${mostReads} reads in one request. Each \`read\` is the path of a GET operation that responds with JSON, with its query; each has the rights and the response that it has by itself.`,
  query: z.object({
    read: z
      .union([z.string().transform((one) => [one]), z.array(z.string())])
      .pipe(z.array(z.string()).min(1).max(mostReads)),
  }),
  /** In the order of the reads: the HTTP status and the body of each. */
  response: z.array(z.object({ status: z.number().int(), body: z.unknown() })),
});
