/** What can be on the do-not-call list (document 1 sections 5 and 9). */
import { doNotCallTexts } from '#contract/do-not-call.ts';

const formatted = /^\(\d{3}\) \d{3}-\d{4}$/;
const tenDigits = /^\d{10}$/;
const elevenDigits = /^1\d{10}$/;

/**
 * A number as typed or sent: 14 characters "(302) 555-0148", 10 digits, or 11 with a leading 1.
 * Returns it as stored (11 digits), or the sentence on what is wrong with it. More numbers
 * are allowed than can be called: it costs nothing to never call a number that does not exist.
 */
export function readDoNotCallNumber(text: string): { phone: string } | { problem: string } {
  const given = text.trim();
  if (given === '') return { problem: doNotCallTexts.required };
  if (![formatted, tenDigits, elevenDigits].some((form) => form.test(given))) {
    return { problem: doNotCallTexts.tenDigits };
  }
  const ten = given.replace(/\D/g, '').slice(-10);
  return /^[01]/.test(ten) ? { problem: doNotCallTexts.areaCode } : { phone: `1${ten}` };
}
