import { z } from 'zod';
import { clientIdInBody, clientQuery, done, idOf, idTextOf, phoneInput } from './fields.ts';
import { defineCall } from './http.ts';

export const doNotCallTexts = { unique: 'Phone number restriction must be unique!' } as const;

export const doNotCall = z.object({
  id: idOf('do-not-call'),
  clientId: idOf('client'),
  /** Eleven digits with a leading 1. */
  phoneRestriction: z.string(),
  /** 1 = phone number. */
  doNotCallTypeId: z.literal(1),
});
export type DoNotCall = z.infer<typeof doNotCall>;

const byClient = z.object({ clientId: idTextOf('client') });

export const listDoNotCall = defineCall({
  name: 'listDoNotCall',
  method: 'GET',
  path: '/api/donotcall',
  summary: 'The do-not-call list of the client.',
  query: clientQuery,
  answer: z.array(doNotCall),
});

export const addDoNotCall = defineCall({
  name: 'addDoNotCall',
  method: 'POST',
  path: '/api/donotcall/{clientId}/edit',
  summary: 'Add a number; it is not called from the moment this answers.',
  params: byClient,
  body: z.object({
    clientId: clientIdInBody,
    id: z.number().int().default(-1),
    doNotCallTypeId: z.literal(1).default(1),
    phoneRestriction: phoneInput,
  }),
  answer: done,
});

export const deleteDoNotCall = defineCall({
  name: 'deleteDoNotCall',
  method: 'POST',
  path: '/api/donotcall/{clientId}/delete',
  summary: 'Take a number off the list.',
  params: byClient,
  body: z.object({ clientId: clientIdInBody, id: idOf('do-not-call') }),
  answer: done,
});
