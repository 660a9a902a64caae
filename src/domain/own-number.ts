/**
 * The numbers that a voice campaign shows and connects to. The contract knows how a number is
 * written; the numbering plan, which is not part of the contract, knows whether it can be used.
 */
import { campaignTexts } from '#contract/campaign.ts';
import type { FieldError } from '#contract/errors.ts';
import { type OwnNumberField, ownNumberFields } from '#contract/voice-campaign.ts';
import { ownNumberProblem } from './dialing.ts';
import { storedPhone } from './phone.ts';

/**
 * The numbers that cannot be used, of a campaign that keeps the rules of its schema.
 *
 * @param countries whose numbers the client may use; only the server knows them
 */
export function ownNumberErrors(
  given: Partial<Record<OwnNumberField, string>>,
  countries?: readonly string[],
): FieldError[] {
  return ownNumberFields.flatMap((path) => {
    const typed = given[path];
    const message = typed === undefined ? undefined : problemOf(typed, countries);
    return message ? [{ path, message }] : [];
  });
}

function problemOf(typed: string, countries?: readonly string[]): string | undefined {
  const phone = storedPhone(typed);
  return phone === undefined ? campaignTexts.phoneInvalid : ownNumberProblem(phone, countries);
}
