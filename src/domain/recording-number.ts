/** Which number a manager may have called to record a message (document 2 section 5). */
import { recordingTexts } from '#contract/message-recording.ts';
import { ownNumberProblem } from './dialing.ts';
import { storedPhone } from './phone.ts';

const formatted = /^\(\d{3}\) \d{3}-\d{4}$/;
const digitsOnly = /^1?\d{10}$/;

/**
 * A number as typed or sent: 14 characters "(302) 555-0148", 10 digits, or 11 with a leading 1.
 * Returns it as stored (11 digits), or the sentence on what is wrong with it.
 *
 * @param countries whose numbers the client may use; only the server knows them
 */
export function readRecordingNumber(
  text: string,
  countries?: readonly string[],
): { phone: string } | { problem: string } {
  const given = text.trim();
  if (given === '') return { problem: recordingTexts.phoneRequired };
  if (!formatted.test(given) && !digitsOnly.test(given)) {
    return { problem: recordingTexts.tenDigits };
  }
  const ten = given.replace(/\D/g, '').slice(-10);
  if (/^[01]/.test(ten)) return { problem: recordingTexts.areaCode };
  const phone = storedPhone(ten);
  if (phone === undefined) return { problem: recordingTexts.notInPlan };
  const problem = ownNumberProblem(phone, countries);
  return problem === undefined ? { phone } : { problem };
}
