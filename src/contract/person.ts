/** People by name, over the calls and texts that ended: for the command palette. */
import { z } from 'zod';
import { clientQuery, instant } from './fields.ts';
import { defineOperation } from './http.ts';

/** Letters of a search, and the most people that one returns. */
export const leastPersonLetters = 3;
export const mostPeople = 20;

export const person = z.object({
  /** Eleven digits with a leading 1. */
  phone: z.string(),
  name: z.string(),
  /** The last call or text that was found, and its campaign. */
  at: instant,
  campaignName: z.string(),
});
export type Person = z.infer<typeof person>;

export const findPeople = defineOperation({
  name: 'findPeople',
  method: 'GET',
  path: '/api/person',
  summary: 'People who were called or texted, by parts of their first and last name.',
  query: clientQuery.extend({ search: z.string().trim().min(leastPersonLetters).max(100) }),
  response: z.array(person),
});
