import { useState } from 'react';
import type { CallerIdBucket } from '#contract/caller-id-bucket.ts';
import { runStatus } from '#contract/campaign.ts';
import { type FollowUpRule, voiceOutcomes } from '#contract/follow-up.ts';
import type { VoiceMessage } from '#contract/voice-message.ts';
import { autoTimesOf, nextInWords } from '#web/lib/schedule-words.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { zoneMark } from '#web/lib/zone.ts';
import { SentenceWithCarrier } from '#web/ui/carrier-fact.tsx';
import { EditorPage } from '#web/ui/editor-page.tsx';
import { FollowUpFields, HeadingBeforeFollowUps } from '#web/ui/follow-ups/follow-up-fields.tsx';
import { useFollowUpCampaigns } from '#web/ui/follow-ups/rules.ts';
import { useDraftForm } from '#web/ui/use-draft-form.ts';
import { AgentHoursFields } from './agent-hours-fields.tsx';
import { AutoFields } from './auto-fields.tsx';
import { Beside } from './beside.tsx';
import { CallerIdFields } from './caller-id-fields.tsx';
import styles from './campaign.module.css';
import { CampaignFields, MessageFields } from './campaign-fields.tsx';
import {
  type AnyVoiceCampaign,
  type CampaignDraft,
  lacksMessage,
  type VoiceType,
} from './draft.ts';
import { draftErrors } from './draft-errors.ts';
import { campaignMerge } from './draft-merge.ts';
import { type EditorProps, editorTitle, typeNames, typeSentences } from './editor-parts.ts';
import { MissingMessageDialog } from './missing-message-dialog.tsx';
import { scheduleQuestion } from './schedule-question.ts';
import { TimesDialog } from './times-dialog.tsx';
import { useSaveCampaign } from './use-save-campaign.ts';

interface CampaignFormProps extends EditorProps {
  /** Absent for a new one. */
  campaign: AnyVoiceCampaign | undefined;
  first: CampaignDraft;
  messages: readonly VoiceMessage[];
  buckets: readonly CallerIdBucket[];
  /** Names of the client's other voice campaigns. */
  otherNames: readonly string[];
}

export function CampaignForm(props: CampaignFormProps) {
  const { campaignId, campaign, first, otherNames, onCancel, onSaved } = props;
  const [asking, setAsking] = useState<Question>();
  const form = useDraftForm({
    first,
    errorsOf: (draft) => draftErrors(draft, otherNames),
    save: useSaveCampaign(campaignId, onSaved),
    merge: campaign && campaignMerge(first.type, props),
  });
  const campaigns = useFollowUpCampaigns(campaignId);
  const rules = {
    rules: form.draft.followUps,
    outcomes: voiceOutcomes,
    onChange: (followUps: FollowUpRule[]) => form.change({ followUps }),
  };
  const { type } = form.stored;
  const times = scheduleQuestion(form.draft, form.stored);
  const submit = (asked?: Question) => {
    if (!form.complete) return;
    if (times && !asked) setAsking('times');
    else if (lacksMessage(form.draft) && asked !== 'message') setAsking('message');
    else form.submit();
  };
  /** Closes a question, unless the next one has taken its place. */
  const close = (question: Question) =>
    setAsking((asked) => (asked === question ? undefined : asked));
  return (
    <EditorPage
      form={form}
      what="campaign"
      title={editorTitle(campaignId, type)}
      thing={form.stored.name}
      label={typeNames[type]}
      sentence={<SentenceWithCarrier sentence={sentenceFor(type, campaign)} channel="voice" />}
      className={styles.form}
      onCancel={onCancel}
      onSubmit={() => submit()}
      beside={
        <Beside
          campaignId={campaignId}
          campaign={campaign}
          draft={form.draft}
          unsaved={form.unsaved}
          messages={props.messages}
          buckets={props.buckets}
          campaigns={campaigns}
        />
      }
    >
      <CampaignFields {...form} />
      <CallerIdFields {...form} buckets={props.buckets} />
      <MessageFields
        {...form}
        messages={props.messages}
        heading={<HeadingBeforeFollowUps {...rules}>Messages</HeadingBeforeFollowUps>}
      />
      <FollowUpFields {...form} {...rules} texts={false} campaigns={campaigns} />
      <AutoFields {...form} />
      {type === 'linkback' && <AgentHoursFields {...form} />}
      <TimesDialog
        question={asking === 'times' ? times : undefined}
        onSave={() => submit('times')}
        onClose={() => close('times')}
      />
      <MissingMessageDialog
        opened={asking === 'message'}
        onSave={() => submit('message')}
        onClose={() => close('message')}
      />
    </EditorPage>
  );
}

/** What is asked before a save, one after the other. */
type Question = 'times' | 'message';

/** What a stored campaign does now and next; what a new one will do. */
function sentenceFor(type: VoiceType, campaign: AnyVoiceCampaign | undefined): string {
  if (!campaign) return typeSentences[type];
  if (campaign.campaignStatusId !== runStatus.stopped) {
    return 'This campaign is running. Changes take effect within a second.';
  }
  const next = nextInWords(autoTimesOf(campaign).start, platformNow());
  const name = campaign.campaignStatusName;
  return next
    ? `${name}. Starts by itself ${startWords(next)} ${zoneMark(platformNow())}.`
    : typeSentences[type];
}

/** "at 9:00 AM", but "tomorrow at 9:00 AM". */
function startWords(next: string): string {
  return /^\d/.test(next) ? `at ${next}` : next;
}
