/** The calls or texts by which the brake stopped a campaign. */
import { type CallOutcome, outcomesOf } from '#contract/call-outcome.ts';
import type { Campaign } from '#contract/campaign.ts';
import { knownReason, type ReasonOf } from '#contract/reason.ts';
import { reportLink } from '#web/lib/report-link.ts';
import { platformNow } from '#web/lib/simulation.ts';

const outcomes: Record<ReasonOf<'brake_stopped'>['signal'], readonly CallOutcome[]> = {
  failed: ['failed'],
  textErrors: ['failed'],
  unknown: ['unknown', 'sent'],
  machines: outcomesOf.machine,
  optOuts: ['opted_out'],
  agents: outcomesOf.withoutAgent,
};

/**
 * Exactly the calls that it counted. Of a stop by an older version, which did not keep them: those with the
 * outcomes since then. Undefined when another reason, or none, keeps it from running.
 */
export function brakeCalls({ campaignId, reason }: Pick<Campaign, 'campaignId' | 'reason'>) {
  const known = reason && knownReason(reason);
  if (known?.code !== 'brake_stopped') return undefined;
  if (known.calls !== undefined) return reportLink({ campaigns: [campaignId], brake: true });
  const startTime = { from: new Date(known.since), to: platformNow() };
  return reportLink({ campaigns: [campaignId], outcomes: outcomes[known.signal], startTime });
}
