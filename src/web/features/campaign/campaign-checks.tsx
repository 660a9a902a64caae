import { campaignType } from '#contract/campaign.ts';
import { Checks, Findings, together } from '#web/ui/lint/findings.tsx';
import { useVoiceLint, type VoiceUse } from '#web/ui/lint/use-lint.ts';
import type { CampaignDraft } from './draft.ts';

/** What the checks find in the messages that the form has chosen, each as it is used there. */
export function CampaignChecks({
  campaignId,
  draft,
}: {
  campaignId: number;
  draft: CampaignDraft;
}) {
  const reads = useVoiceLint(usesIn(campaignId, draft));
  if (reads.length === 0) return null;
  const found = reads.every(({ data }) => data !== undefined)
    ? together(reads.flatMap(({ data }) => data?.findings ?? []))
    : undefined;
  return (
    <Checks findings={found} reads={reads}>
      <Findings findings={found ?? []} none="Nothing was found in the messages." named />
    </Checks>
  );
}

function usesIn(campaignId: number, draft: CampaignDraft): VoiceUse[] {
  const { type, customerMessageId, machineMessageId, agentMessageId } = draft;
  const common = { campaignType: campaignType[type], campaignId: campaignId || undefined };
  const roles = [
    { role: 'customer', messageId: customerMessageId },
    { role: 'machine', messageId: machineMessageId },
    { role: 'agent', messageId: type === 'linkback' ? agentMessageId : null },
  ] as const;
  return roles.flatMap(({ role, messageId }) =>
    messageId ? [{ ...common, role, messageId }] : [],
  );
}
