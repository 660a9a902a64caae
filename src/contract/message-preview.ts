/** Hearing a message as one account would (spec 3 section 6; beyond the documents). */
import { z } from 'zod';
import { clientQuery, idOf, idTextOf, phoneInput } from './fields.ts';
import { defineOperation } from './http.ts';

export const messagePreviewTexts = {
  phoneWrong: 'Enter a phone number with 10 digits.',
  noSuchAccount: 'None of your contact lists contains this number.',
  noAccounts: 'This contact list has no accounts.',
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
   * preview speaks only what the mask leaves. `words`: as calls say it, where that differs from how it
   * is written; '' for what is not said.
   */
  values: z.array(
    z.object({ id: z.number().int(), value: z.string(), words: z.string().optional() }),
  ),
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

/** Why an account of a list is one to hear: most blank values, longest, most digits. */
export const worstReasons = ['blank', 'longest', 'digits'] as const;
export type WorstReason = (typeof worstReasons)[number];

export const worstAccount = z.object({ reason: z.enum(worstReasons), account: previewAccount });
export type WorstAccount = z.infer<typeof worstAccount>;

export const findWorstAccounts = defineOperation({
  name: 'findWorstAccounts',
  method: 'GET',
  path: '/api/message/worst-accounts',
  summary:
    'The accounts of a contact list to hear before a start: most blank values, longest, most digits.',
  query: clientQuery.extend({
    callListId: idTextOf('call-list'),
    /** Mapping ids of the fields that count, with commas; without it, all that the list has. */
    fields: z
      .string()
      .regex(/^\d{1,6}(,\d{1,6}){0,99}$/)
      .optional(),
  }),
  response: z.array(worstAccount),
});
