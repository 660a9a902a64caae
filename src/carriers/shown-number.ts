import { z } from 'zod';
import { ownNumberProblem } from '#domain/dialing.ts';
import { storedPhone } from '#domain/phone.ts';

/** What calls show when a campaign names no number: people call it back, so it is none that costs them dollars. */
export const shownNumberSetting = z
  .string()
  .regex(/^1\d{10}$/, 'must be 11 digits')
  .superRefine((phone, context) => {
    const message = storedPhone(phone) ? ownNumberProblem(phone) : 'is no telephone number';
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  })
  .optional();
