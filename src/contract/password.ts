/** The length of passwords in requests; domain/passwords judges what a new one is made of. */
import { z } from 'zod';
import { lengthFault, passwordSentences } from './password-fault.ts';

/** More than any password has; a longer text is refused before it is normalized and hashed. */
const longestText = 1_000;

/** A password that is verified, not set: of any length, because it may be older than the rule. */
export const givenPassword = z.string().max(longestText, passwordSentences.too_long);

/** A password that is set. Empty: none is set. */
export const chosenPassword = givenPassword.superRefine((password, context) => {
  const fault = password === '' ? undefined : lengthFault(password);
  if (fault) context.addIssue({ code: 'custom', message: passwordSentences[fault] });
});
