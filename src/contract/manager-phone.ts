/** A manager's own phone, which a code confirms: where messages are tried (decision 095). */
import { z } from 'zod';
import { clientQuery, done, instant, phoneInput } from './fields.ts';
import { defineOperation } from './http.ts';
import { storedReason } from './reason.ts';

/** Real minutes in which a code can be entered, and how many wrong ones. */
export const codeMinutes = 10;
export const codeTries = 5;
/** Codes that one manager, and one number at one client, can be sent within an hour. */
export const codesAnHour = 5;
/** Codes within 24 hours: to one number at one client, and by one manager. */
export const codesADay = { number: 5, manager: 10 } as const;

export const managerPhoneTexts = {
  required: 'A phone number is required',
  same: 'This number is already confirmed.',
  noCode: 'There is no code to enter. Ask for a new one.',
  wrong: 'This code is not correct.',
  expired: `A code can be entered for ${codeMinutes} minutes. Ask for a new one.`,
  tooOften: `This code was entered wrong ${codeTries} times. Ask for a new one.`,
  tooMany: `Only ${codesAnHour} codes an hour are sent. Try again later.`,
  noTextingNumber: 'Your client has no number to text from. Have the code spoken by a call.',
  gone: 'You have no phone number here.',
} as const;

export const codeChannels = ['voice', 'text'] as const;

export const managerPhone = z.object({
  /** The confirmed number, 11 digits; null without one. */
  phone: z.string().nullable(),
  confirmed: instant.nullable(),
  /** A number that waits for its code, and until when it can be entered. */
  newPhone: z.string().nullable(),
  codeUntil: instant.nullable(),
  /** What became of the code: a sentence, and whether it has ended. */
  code: z
    .object({
      channel: z.enum(codeChannels),
      sentence: z.string(),
      over: z.boolean(),
      reasonCode: storedReason.nullable(),
      /** The digits, for the demo client while every carrier is simulated: they reach no phone. */
      shown: z.string().optional(),
    })
    .nullable(),
  /** Whether the client can text the code. */
  canText: z.boolean(),
});
export type ManagerPhone = z.infer<typeof managerPhone>;

export const readManagerPhone = defineOperation({
  name: 'readManagerPhone',
  method: 'GET',
  path: '/api/manager/phone',
  summary: 'Your own phone number, where messages can be tried.',
  query: clientQuery,
  response: managerPhone,
});

export const sendPhoneCode = defineOperation({
  name: 'sendPhoneCode',
  method: 'POST',
  idempotent: true,
  path: '/api/manager/phone',
  summary: 'Send a code to your own phone, by text or spoken by a call.',
  body: z.object({
    phone: phoneInput.min(1, managerPhoneTexts.required),
    /** Absent: a text where the client can send one, otherwise a call. */
    channel: z.enum(codeChannels).optional(),
  }),
  response: managerPhone,
});

export const confirmManagerPhone = defineOperation({
  name: 'confirmManagerPhone',
  method: 'POST',
  idempotent: true,
  path: '/api/manager/phone/confirm',
  summary: 'Enter the code that was sent: from then on the number is yours.',
  body: z.object({ code: z.string().max(20) }),
  response: managerPhone,
});

export const removeManagerPhone = defineOperation({
  name: 'removeManagerPhone',
  method: 'POST',
  idempotent: true,
  path: '/api/manager/phone/remove',
  summary: 'Remove your own phone number.',
  response: done,
});
