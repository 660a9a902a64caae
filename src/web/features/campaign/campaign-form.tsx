import { useId, useState } from 'react';
import type { CallerIdBucket } from '../../../contract/caller-id-bucket.ts';
import { runStatus } from '../../../contract/campaign.ts';
import type { VoiceMessage } from '../../../contract/voice-message.ts';
import { ApiProblem } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { SentenceWithCarrier } from '../../ui/carrier-fact.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Form } from '../../ui/form-scope.tsx';
import { ErrorBand } from '../../ui/notice-band.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { UnsavedDialog } from '../../ui/unsaved-dialog.tsx';
import { useEscape } from '../../ui/use-escape.ts';
import { useMedia } from '../../ui/use-media.ts';
import { AutoFields } from './auto-fields.tsx';
import { CallerIdFields } from './caller-id-fields.tsx';
import styles from './campaign.module.css';
import { CampaignFields, MessageFields } from './campaign-fields.tsx';
import { type AnyVoiceCampaign, type CampaignDraft, draftErrors, lacksMessage } from './draft.ts';
import {
  type EditorProps,
  editorTitle,
  type FieldsProps,
  typeNames,
  typeSentences,
} from './editor-parts.ts';
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
  const { campaignId, campaign, otherNames, onCancel, onSaved } = props;
  // What is edited does not change under the hand when the lists are read again.
  const [first] = useState(props.first);
  const [draft, setDraft] = useState(first);
  const [asking, setAsking] = useState(false);
  const save = useSaveCampaign(campaignId, onSaved);
  const formId = useId();
  const narrow = useMedia('(width < 700px)');
  useEscape(onCancel);

  const errors = draftErrors(draft, otherNames);
  const refusal = save.error instanceof ApiProblem ? save.error : undefined;
  const fields: FieldsProps = {
    draft,
    change: (part) => {
      save.reset();
      setDraft((before) => ({ ...before, ...part }));
    },
    errorAt: (path) => errors.find((error) => error.path === path)?.message,
    refusalAt: (path) => refusal?.errorAt(path),
  };
  const submit = () => {
    if (errors.length > 0 || save.isPending) return;
    if (lacksMessage(draft)) setAsking(true);
    else save.mutate(draft);
  };
  const title = editorTitle(campaignId, first.type);
  const buttons = (
    <>
      <Button onClick={onCancel}>Cancel</Button>
      <SaveButton
        form={formId}
        busy={save.isPending}
        problems={errors.map(({ message }) => message)}
      />
    </>
  );
  return (
    <Page
      title={title}
      crumb={title}
      sentence={<SentenceWithCarrier sentence={sentenceFor(first, campaign)} channel="voice" />}
      actions={narrow ? undefined : buttons}
      divided
    >
      <Section>
        <Form
          id={formId}
          className={styles.form}
          aria-label={typeNames[first.type]}
          onSubmit={submit}
        >
          {save.error && <ErrorBand>{messageOf(save.error)}</ErrorBand>}
          <CampaignFields {...fields} />
          <CallerIdFields {...fields} buckets={props.buckets} />
          <MessageFields {...fields} messages={props.messages} />
          <AutoFields {...fields} />
          {narrow && <div className={styles.formFoot}>{buttons}</div>}
        </Form>
      </Section>
      <MissingMessageDialog
        opened={asking}
        onSave={() => save.mutate(draft)}
        onClose={() => setAsking(false)}
      />
      <UnsavedDialog
        what="campaign"
        unsaved={draft !== first && !save.isPending && !save.isSuccess}
      />
    </Page>
  );
}

function sentenceFor({ type }: CampaignDraft, campaign: AnyVoiceCampaign | undefined): string {
  if (!campaign || campaign.campaignStatusId === runStatus.stopped) return typeSentences[type];
  return 'This campaign is running. Changes take effect within a second.';
}
