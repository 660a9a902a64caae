/** Hearing a message as one account would (spec 3 section 6; beyond the documents). */
import { z } from 'zod';
import { clientQuery, idOf, idTextOf, phoneInput } from './fields.ts';
import { defineOperation } from './http.ts';

export const messagePreviewTexts = {
  phoneWrong: 'Enter a phone number with 10 digits.',
  noSuchAccount: 'None of your contact lists contains this number.',
} as const;

/** Which account: an entry of a contact list. */
export const previewAccountInBody = {
  callListId: idOf('call-list').optional(),
  entryId: z.number().int().min(1).optional(),
};
export const previewAccountInQuery = {
  callListId: idTextOf('call-list').optional(),
  entryId: z.coerce.number().int().min(1).optional(),
};

export const previewAccount = z.object({
  callListId: idOf('call-list'),
  entryId: z.number().int(),
  callListName: z.string(),
  /** 11 digits. */
  phoneNumber: z.string(),
  /**
   * The account's values by mapping id, without empty ones. SSN and date of birth are masked; a
   * preview speaks only what the mask leaves.
   */
  values: z.array(z.object({ id: z.number().int(), value: z.string() })),
});
export type PreviewAccount = z.infer<typeof previewAccount>;

export const findPreviewAccount = defineOperation({
  name: 'findPreviewAccount',
  method: 'GET',
  path: '/api/message/account',
  summary: 'The account of a number in the newest contact list that contains it.',
  query: clientQuery.extend({ phone: phoneInput }),
  response: previewAccount,
});
