import { useId, useState } from 'react';
import type { CallerIdBucket } from '../../../contract/caller-id-bucket.ts';
import { type BroadcastCampaign, runStatus } from '../../../contract/campaign.ts';
import type { VoiceMessage } from '../../../contract/voice-message.ts';
import { ApiProblem } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Form } from '../../ui/form-scope.tsx';
import { ErrorBand } from '../../ui/notice-band.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { AutoFields } from './auto-fields.tsx';
import { CallerIdFields } from './caller-id-fields.tsx';
import styles from './campaign.module.css';
import { CampaignFields, MessageFields } from './campaign-fields.tsx';
import { type BroadcastDraft, draftErrors, lacksMessage } from './draft.ts';
import { type EditorProps, editorTitle, type FieldsProps } from './editor-parts.ts';
import { MissingMessageDialog } from './missing-message-dialog.tsx';
import { UnsavedDialog } from './unsaved-dialog.tsx';
import { useEscape } from './use-escape.ts';
import { useSaveBroadcast } from './use-save-broadcast.ts';

interface BroadcastFormProps extends EditorProps {
  /** Absent for a new one. */
  campaign: BroadcastCampaign | undefined;
  first: BroadcastDraft;
  messages: readonly VoiceMessage[];
  buckets: readonly CallerIdBucket[];
  /** Names of the client's other voice campaigns. */
  otherNames: readonly string[];
}

export function BroadcastForm(props: BroadcastFormProps) {
  const { campaignId, campaign, first, otherNames, onCancel, onSaved } = props;
  const [draft, setDraft] = useState(first);
  const [asking, setAsking] = useState(false);
  const save = useSaveBroadcast(campaignId, onSaved);
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
      title={editorTitle(campaignId)}
      crumb={editorTitle(campaignId)}
      sentence={sentenceFor(campaign)}
      actions={narrow ? undefined : buttons}
      divided
    >
      <Section>
        <Form id={formId} className={styles.form} aria-label="Broadcast" onSubmit={submit}>
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
      <UnsavedDialog unsaved={draft !== first && !save.isSuccess} />
    </Page>
  );
}

function sentenceFor(campaign: BroadcastCampaign | undefined): string {
  if (!campaign || campaign.campaignStatusId === runStatus.stopped) {
    return 'Plays a message to the customer, or to the answering machine if one answers.';
  }
  return 'This campaign is running. Changes take effect within a second.';
}
