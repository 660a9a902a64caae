import { runStatus } from '#contract/campaign.ts';
import { type FollowUpRule, textOutcomes } from '#contract/follow-up.ts';
import type { TextCampaign, TextingNumber } from '#contract/text-campaign.ts';
import type { TextMessage } from '#contract/text-message.ts';
import { SentenceWithCarrier } from '#web/ui/carrier-fact.tsx';
import { EditorPage } from '#web/ui/editor-page.tsx';
import { FollowUpFields, HeadingBeforeFollowUps } from '#web/ui/follow-ups/follow-up-fields.tsx';
import { useFollowUpCampaigns } from '#web/ui/follow-ups/rules.ts';
import { useDraftForm } from '#web/ui/use-draft-form.ts';
import { AutoPicture } from './auto-picture.tsx';
import { Beside } from './beside.tsx';
import { DetailsFields } from './details-fields.tsx';
import { type Draft, draftErrors } from './draft.ts';
import { textCampaignMerge } from './draft-merge.ts';
import { type EditorProps, editorTitle } from './editor-parts.ts';
import { MessageChoice } from './message-choice.tsx';
import styles from './text-campaign.module.css';
import { useSaveTextCampaign } from './use-save-text-campaign.ts';

interface TextCampaignFormProps extends EditorProps {
  /** Absent for a new one. */
  campaign: TextCampaign | undefined;
  first: Draft;
  numbers: readonly TextingNumber[];
  messages: readonly TextMessage[];
  /** Names of the client's other text campaigns. */
  otherNames: readonly string[];
}

export function TextCampaignForm(props: TextCampaignFormProps) {
  const { campaignId, campaign, first, otherNames, onCancel, onSaved } = props;
  const campaigns = useFollowUpCampaigns(campaignId);
  const form = useDraftForm({
    first,
    errorsOf: (draft) => draftErrors(draft, otherNames),
    save: useSaveTextCampaign(campaign, onSaved),
    merge: campaign && textCampaignMerge(props),
  });
  const rules = {
    rules: form.draft.followUps,
    outcomes: textOutcomes,
    onChange: (followUps: FollowUpRule[]) => form.change({ followUps }),
  };
  return (
    <EditorPage
      form={form}
      what="campaign"
      title={editorTitle(campaignId)}
      thing={form.stored.name}
      label="Text campaign"
      sentence={<SentenceWithCarrier sentence={sentenceFor(campaign)} channel="text" />}
      className={styles.form}
      onCancel={onCancel}
      onSubmit={form.submit}
      beside={
        <Beside
          campaignId={campaignId}
          campaign={campaign}
          draft={form.draft}
          unsaved={form.unsaved}
          messages={props.messages}
          numbers={props.numbers}
          campaigns={campaigns}
        />
      }
    >
      <DetailsFields {...form} numbers={props.numbers} />
      <section className={styles.area}>
        <h2>Auto Start & Stop</h2>
        <AutoPicture />
      </section>
      <MessageChoice
        {...form}
        campaignId={campaignId}
        messages={props.messages}
        heading={
          <HeadingBeforeFollowUps {...rules}>
            {'Message Selection & Preview'}
          </HeadingBeforeFollowUps>
        }
      />
      <FollowUpFields texts {...form} {...rules} campaigns={campaigns} />
    </EditorPage>
  );
}

function sentenceFor(campaign: TextCampaign | undefined): string {
  if (!campaign || campaign.campaignStatusId === runStatus.stopped) {
    return 'Sends a text message to the numbers of its contact lists.';
  }
  return 'This campaign is running. Changes take effect within a second.';
}
