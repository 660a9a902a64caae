import { mostAgents } from '#contract/agents.ts';
import type { CallerIdBucket } from '#contract/caller-id-bucket.ts';
import { runStatus } from '#contract/campaign.ts';
import { maxCallsPerMinute } from '#contract/voice-campaign.ts';
import type { VoiceMessage } from '#contract/voice-message.ts';
import { agentsOnDuty } from '#domain/agents-on-duty.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { AttachedLists } from '#web/ui/attached-lists.tsx';
import { ChangedNote } from '#web/ui/changed-note.tsx';
import { FollowUpPicture } from '#web/ui/follow-ups/follow-up-picture.tsx';
import { type FollowUpCampaigns, followUpWords } from '#web/ui/follow-ups/rules.ts';
import { ForecastPanel } from '#web/ui/forecast/forecast-panel.tsx';
import type { AsSet } from '#web/ui/forecast/tried.ts';
import { TestPart } from '#web/ui/message-test/test-button.tsx';
import { InWords } from '#web/ui/words.tsx';
import { CampaignChecks } from './campaign-checks.tsx';
import { type AnyVoiceCampaign, type CampaignDraft, draftOf } from './draft.ts';
import { campaignWords } from './in-words.ts';
import { MessagePlayers } from './message-players.tsx';

interface BesideProps {
  campaignId: number;
  /** Absent for a new one. */
  campaign: AnyVoiceCampaign | undefined;
  draft: CampaignDraft;
  /** The form has changes that are not saved. */
  unsaved: boolean;
  messages: readonly VoiceMessage[];
  buckets: readonly CallerIdBucket[];
  campaigns: FollowUpCampaigns;
}

/** What the form means, beside it: in words, to be heard, and whom it reaches. It saves nothing. */
export function Beside(props: BesideProps) {
  const { campaignId, campaign, draft, unsaved, messages, buckets, campaigns } = props;
  const { followUps } = draft;
  return (
    <>
      <InWords
        sentences={[
          ...campaignWords(draft, { messages, buckets }),
          ...followUpWords(followUps, false, campaigns),
        ]}
      />
      <FollowUpPicture rules={followUps} texts={false} campaigns={campaigns} />
      <MessagePlayers messages={chosenOf(draft, messages)} />
      <CampaignChecks campaignId={campaignId} draft={draft} />
      <TestPart
        channel="voice"
        campaignId={campaignId}
        linkback={draft.type === 'linkback'}
        unsaved={unsaved}
      />
      {campaignId !== 0 && (
        <ForecastPanel
          campaignId={campaignId}
          asSet={asSetOf(draft)}
          running={campaign !== undefined && campaign.campaignStatusId !== runStatus.stopped}
          saved={campaign && asSetOf(draftOf(campaign))}
        />
      )}
      <AttachedLists campaignId={campaignId} done="called" />
      {campaign && <ChangedNote record={campaign} thing={{ kind: 'campaign', id: campaignId }} />}
    </>
  );
}

/** As the form has it; what it refuses counts as none. */
function asSetOf(draft: CampaignDraft): AsSet {
  const { type, callsPerMinute, agentCount, agentSchedule, callRatio, pacing } = draft;
  const valid = (value: number | undefined, least: number, most: number) =>
    value !== undefined && Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : least;
  return {
    kind: type,
    rate: Math.round(valid(callsPerMinute, 0, maxCallsPerMinute)),
    agents: agentsOnDuty(
      {
        ...{ agentCount: Math.round(valid(agentCount, 1, mostAgents)), agentSchedule },
        ...{ agentsSet: null, agentsSetAt: null },
      },
      platformNow().getTime(),
    ),
    ratio: valid(callRatio, 0.1, 10),
    pacing,
    rest: restOf(draft),
  };
}

/** What decides how it goes and is forecast as it is saved. */
function restOf(draft: CampaignDraft): string {
  const { start, stop, purpose, oneCallPerAccount, followUps, agentSchedule } = draft;
  const { customerMessageId, machineMessageId, agentMessageId } = draft;
  return JSON.stringify([
    ...[start, stop, purpose, oneCallPerAccount, followUps, agentSchedule],
    ...[customerMessageId, machineMessageId, agentMessageId],
  ]);
}

/** Each once, in the order of the form. */
function chosenOf(draft: CampaignDraft, messages: readonly VoiceMessage[]): VoiceMessage[] {
  const { type, customerMessageId, machineMessageId, agentMessageId } = draft;
  const ids = [customerMessageId, machineMessageId, type === 'linkback' ? agentMessageId : 0];
  return [...new Set(ids)].flatMap((id) => messages.find((message) => message.id === id) ?? []);
}
