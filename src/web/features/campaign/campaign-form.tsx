import { useState } from 'react';
import type { CallerIdBucket } from '#contract/caller-id-bucket.ts';
import { runStatus } from '#contract/campaign.ts';
import type { VoiceMessage } from '#contract/voice-message.ts';
import { SentenceWithCarrier } from '#web/ui/carrier-fact.tsx';
import { EditorPage } from '#web/ui/editor-page.tsx';
import { useDraftForm } from '#web/ui/use-draft-form.ts';
import { AutoFields } from './auto-fields.tsx';
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
  const [asking, setAsking] = useState(false);
  const form = useDraftForm({
    first,
    errorsOf: (draft) => draftErrors(draft, otherNames),
    save: useSaveCampaign(campaignId, onSaved),
    merge: campaign && campaignMerge(first.type, props),
  });
  const { type } = form.stored;
  return (
    <EditorPage
      form={form}
      what="campaign"
      title={editorTitle(campaignId, type)}
      label={typeNames[type]}
      sentence={<SentenceWithCarrier sentence={sentenceFor(type, campaign)} channel="voice" />}
      className={styles.form}
      onCancel={onCancel}
      onSubmit={() => {
        if (form.complete && lacksMessage(form.draft)) setAsking(true);
        else form.submit();
      }}
    >
      <CampaignFields {...form} />
      <CallerIdFields {...form} buckets={props.buckets} />
      <MessageFields {...form} messages={props.messages} />
      <AutoFields {...form} />
      <MissingMessageDialog opened={asking} onSave={form.submit} onClose={() => setAsking(false)} />
    </EditorPage>
  );
}

function sentenceFor(type: VoiceType, campaign: AnyVoiceCampaign | undefined): string {
  if (!campaign || campaign.campaignStatusId === runStatus.stopped) return typeSentences[type];
  return 'This campaign is running. Changes take effect within a second.';
}
