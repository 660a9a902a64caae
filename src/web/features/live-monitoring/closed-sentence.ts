/** What a rule of the contact policy that closes whole days holds, such as an order. */
import type { CampaignFunnel } from '#contract/campaign-funnel.ts';
import { hoursLookedAheadDays } from '#contract/policy.ts';
import { lawWords } from '#domain/policy/policy-words.ts';
import { formatNumber } from '#web/lib/format.ts';
import { momentWords } from '#web/lib/moment-words.ts';
import { counted } from '#web/lib/plural.ts';

/**
 * "1,204 numbers wait until Dec 6, 8:00 AM because of the contact policy. Florida: No calls or texts from Dec 1
 * through Dec 5, 2026 (Order 26-1)." A sentence for each rule, the one that holds most first.
 */
export function closedSentences({ closed = [], at }: CampaignFunnel): string[] {
  return closed.map(({ rule, count, until }) => {
    const wait = count === 1 ? '1 number waits' : `${formatNumber(count)} numbers wait`;
    const end =
      until === null
        ? `for more than ${counted(hoursLookedAheadDays, 'day')}`
        : `until ${momentWords(until, new Date(at))}`;
    return `${wait} ${end} because of the contact policy. ${lawWords(rule)}`;
  });
}
