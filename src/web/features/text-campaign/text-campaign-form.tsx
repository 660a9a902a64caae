import { useId, useState } from 'react';
import { runStatus } from '../../../contract/campaign.ts';
import type { TextCampaign, TextingNumber } from '../../../contract/text-campaign.ts';
import type { TextMessage } from '../../../contract/text-message.ts';
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
import { AutoPicture } from './auto-picture.tsx';
import { DetailsFields } from './details-fields.tsx';
import { type Draft, draftErrors } from './draft.ts';
import { type EditorProps, editorTitle, type FieldsProps } from './editor-parts.ts';
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
  const { campaignId, campaign, otherNames, onCancel, onSaved } = props;
  // What is edited does not change under the hand when the list is read again.
  const [first] = useState(props.first);
  const [draft, setDraft] = useState(first);
  const save = useSaveTextCampaign(campaign, onSaved);
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
    if (errors.length === 0 && !save.isPending) save.mutate(draft);
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
      onCrumbBack={onCancel}
      sentence={<SentenceWithCarrier sentence={sentenceFor(campaign)} channel="text" />}
      actions={narrow ? undefined : buttons}
      divided
    >
      <Section>
        <Form id={formId} className={styles.form} aria-label="Text campaign" onSubmit={submit}>
          {save.error && <ErrorBand>{messageOf(save.error)}</ErrorBand>}
          <div className={styles.areas}>
            <DetailsFields {...fields} numbers={props.numbers} />
            <section className={`${styles.area} ${styles.ruled}`}>
              <h2>Auto Start & Stop</h2>
              <AutoPicture />
            </section>
            <MessageChoice {...fields} campaignId={campaignId} messages={props.messages} />
          </div>
          {narrow && <div className={styles.formFoot}>{buttons}</div>}
        </Form>
      </Section>
      <UnsavedDialog
        unsaved={!sameDraft(draft, first) && !save.isPending && !save.isSuccess}
        what="campaign"
      />
    </Page>
  );
}

function sameDraft(a: Draft, b: Draft): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function sentenceFor(campaign: TextCampaign | undefined): string {
  if (!campaign || campaign.campaignStatusId === runStatus.stopped) {
    return 'Sends a text message to the numbers of its contact lists.';
  }
  return 'This campaign is running. Changes take effect within a second.';
}
