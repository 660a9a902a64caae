import type { UploadResult } from '#contract/call-list-upload.ts';
import { formatNumber } from '../lib/format.ts';

/**
 * What was left out, truncated, or not recognized; the first three in the words of document 2
 * section 8. Counts of 0 are omitted.
 */
export function importAlerts(result: UploadResult): string[] {
  const counts: [number, string][] = [
    [result.wrongFormatPhoneNumbers, "Phone numbers didn't match the correct format"],
    [result.fieldsTrucated, 'Account Fields were truncated'],
    [result.restrictedPhoneNotCallable, 'Phone numbers had other restrictions'],
    [
      result.unknownStates,
      'States were not recognized: calling hours are based on zip code and area code',
    ],
    [
      result.unclearConsents ?? 0,
      'Accounts have a consent that is neither yes nor no, or whose date is still to come: it counts as none',
    ],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${formatNumber(count)} ${words}`);
}

/** Said first when a list has nothing to call, although its file was read; undefined otherwise. */
export function nothingImported(result: UploadResult): string | undefined {
  if (result.accountPhonesImported > 0) return undefined;
  if (result.accountPhonesTotal === 0) {
    return 'The phone columns of the file are empty. This list has nothing to call.';
  }
  const phones =
    result.accountPhonesTotal === 1
      ? 'The only phone number was not imported.'
      : `None of the ${formatNumber(result.accountPhonesTotal)} phone numbers was imported.`;
  return `${phones} This list has nothing to call.`;
}
