import { runStatus } from '#contract/campaign.ts';
import {
  maxTextPerMinute,
  type TextCampaign,
  type TextingNumber,
} from '#contract/text-campaign.ts';
import type { TextMessage } from '#contract/text-message.ts';
import { AttachedLists } from '#web/ui/attached-lists.tsx';
import { ChangedNote } from '#web/ui/changed-note.tsx';
import { FollowUpPicture } from '#web/ui/follow-ups/follow-up-picture.tsx';
import { type FollowUpCampaigns, followUpWords } from '#web/ui/follow-ups/rules.ts';
import { ForecastPanel } from '#web/ui/forecast/forecast-panel.tsx';
import type { AsSet } from '#web/ui/forecast/tried.ts';
import { TextChecks } from '#web/ui/lint/text-checks.tsx';
import { TestPart } from '#web/ui/message-test/test-button.tsx';
import { InWords } from '#web/ui/words.tsx';
import { type Draft, draftOf } from './draft.ts';
import { campaignWords } from './in-words.ts';
import { useSample } from './use-sample.ts';

interface BesideProps {
  campaignId: number;
  /** Absent for a new one. */
  campaign: TextCampaign | undefined;
  draft: Draft;
  /** The form has changes that are not saved. */
  unsaved: boolean;
  messages: readonly TextMessage[];
  numbers: readonly TextingNumber[];
  campaigns: FollowUpCampaigns;
}

/** What the form means, beside it: in words, and whom it reaches. It saves nothing. */
export function Beside(props: BesideProps) {
  const { campaignId, campaign, draft, unsaved, messages, numbers, campaigns } = props;
  const { followUps } = draft;
  const sample = useSample(campaignId);
  const chosen = messages.find(({ id }) => id === draft.messageTextId);
  return (
    <>
      <InWords
        sentences={[
          ...campaignWords(draft, { messages, numbers, sample }),
          ...followUpWords(followUps, true, campaigns),
        ]}
      />
      <FollowUpPicture texts rules={followUps} campaigns={campaigns} />
      <TextChecks message={chosen?.message ?? ''} campaignId={campaignId} />
      <TestPart channel="text" campaignId={campaignId} unsaved={unsaved} />
      {campaignId !== 0 && (
        <ForecastPanel
          campaignId={campaignId}
          asSet={asSetOf(draft)}
          running={campaign !== undefined && campaign.campaignStatusId !== runStatus.stopped}
          saved={campaign && asSetOf(draftOf(campaign))}
        />
      )}
      <AttachedLists campaignId={campaignId} done="texted" />
      {campaign && <ChangedNote record={campaign} thing={{ kind: 'campaign', id: campaignId }} />}
    </>
  );
}

function asSetOf(draft: Draft): AsSet {
  const { textPerMinute, sendersNumberId, messageTextId, followUps, purpose } = draft;
  const rate = Math.min(maxTextPerMinute, Math.max(0, Math.round(textPerMinute ?? 0)));
  const rest = JSON.stringify([sendersNumberId, messageTextId, followUps, purpose]);
  return { kind: 'texting', rate, agents: 0, ratio: 0, rest };
}
