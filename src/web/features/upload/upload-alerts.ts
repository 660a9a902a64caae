import type { UploadResult } from '#contract/call-list-upload.ts';
import { formatNumber } from '#web/lib/format.ts';

/**
 * What was left out, truncated, or not recognized; the first three in the words of document 2
 * section 8. Counts of 0 are omitted.
 */
export function uploadAlerts(result: UploadResult): string[] {
  const counts: [number, string][] = [
    [result.wrongFormatPhoneNumbers, "Phone numbers didn't match the correct format"],
    [result.fieldsTrucated, 'Account Fields were truncated'],
    [result.restrictedPhoneNotCallable, 'Phone numbers had other restrictions'],
    [
      result.unknownStates,
      'States were not recognized: calling hours are based on zip code and area code',
    ],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${formatNumber(count)} ${words}`);
}
