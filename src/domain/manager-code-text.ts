import { codeMinutes } from '#contract/manager-phone.ts';

/** The text that brings a manager a code. */
export function codeText(code: string): string {
  return `${code} is your code for Carillon. Enter it within ${codeMinutes} minutes in your User Profile. If you did not ask for it, ignore this text.`;
}
