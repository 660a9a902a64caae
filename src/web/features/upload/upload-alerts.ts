import type { UploadResult } from '../../../contract/call-list.ts';
import { formatNumber } from '../../lib/format.ts';

/** What was left out or cut, in the words of document 2 section 8; nothing for a count of 0. */
export function uploadAlerts(result: UploadResult): string[] {
  const counts: [number, string][] = [
    [result.wrongFormatPhoneNumbers, "Phone numbers didn't match the correct format"],
    [result.fieldsTrucated, 'Account Fields were truncated'],
    [result.restrictedPhoneNotCallable, 'Phone numbers had other restrictions'],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${formatNumber(count)} ${words}`);
}
