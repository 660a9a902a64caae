import { type ReactNode, useId, useState } from 'react';
import type { OperationAnswer } from '#contract/http.ts';
import type { listTtsFields, listTtsVoices } from '#contract/voice-message.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form-scope.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { Page, Section } from '#web/ui/page.tsx';
import { firstProblem, SaveButton } from '#web/ui/save-button.tsx';
import { SidePanel } from '#web/ui/side-panel.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { DiscardDialog, UnsavedDialog } from '#web/ui/unsaved-dialog.tsx';
import { useDraftForm } from '#web/ui/use-draft-form.ts';
import { useEscape } from '#web/ui/use-escape.ts';
import { useMedia } from '#web/ui/use-media.ts';
import { type Draft, type DraftStep, draftErrors, sameDraft } from './draft.ts';
import { type EditorProps, editorTitle } from './editor-parts.tsx';
import styles from './message-form.module.css';
import { MessagePreview } from './message-preview.tsx';
import { PreviewSelect } from './preview-account.tsx';
import { StepForm } from './step-form.tsx';
import { StepList } from './step-list.tsx';
import { isField, kindOf, type StepNames } from './step-words.ts';
import { usePreviewAccount } from './use-preview-account.ts';
import { useSaveMessage } from './use-save-message.ts';
import { type EditedSteps, useSteps } from './use-steps.ts';

interface MessageFormProps extends EditorProps {
  first: Draft;
  /** Names of the campaigns that play it; '' when none. */
  campaigns: string;
  /** Why it could not be rendered, in one sentence: a table cell is often too narrow for all of it. */
  fault: string | undefined;
  voices: OperationAnswer<typeof listTtsVoices>;
  fields: OperationAnswer<typeof listTtsFields>;
}

/** Name and steps at the left, the open step and the player at the right. */
export function MessageForm(props: MessageFormProps) {
  const { messageId, campaigns, voices, fields, onCancel } = props;
  const form = useDraftForm({
    first: props.first,
    errorsOf: draftErrors,
    save: useSaveMessage(messageId, props.onSaved),
    same: sameDraft,
  });
  const draft = useSteps(form);
  const formId = useId();
  const narrow = useMedia('(width < 900px)');
  const [discarding, setDiscarding] = useState(false);
  const [busy, setBusy] = useState<string>();
  const { open } = draft;
  const names = {
    voices: new Map(voices.map(({ id, name }) => [id, name])),
    fields: new Map(fields.map(({ id, value }) => [id, value])),
  };

  const problems = [
    busy,
    ...form.problems,
    draft.openChanged && 'Save or cancel the open step first.',
  ];
  const submit = () => {
    if (firstProblem(problems) === undefined) form.submit();
  };
  const closeStep = () => (draft.openChanged ? setDiscarding(true) : draft.closeStep());
  useEscape(open ? closeStep : onCancel);
  const choice = usePreviewAccount();
  const preview = <MessagePreview steps={draft.heardSteps} names={names} choice={choice} />;
  const speaksFields = draft.heardSteps.some(isField);
  const select = speaksFields ? <PreviewSelect choice={choice} /> : undefined;
  const withHeading = (
    <div className={styles.below}>
      <div className={styles.heading}>
        <h2>Preview</h2>
        {select}
      </div>
      {preview}
    </div>
  );
  return (
    <>
      <Page
        title={editorTitle(messageId)}
        crumb={messageId === 0 ? 'New message' : 'Edit message'}
        onCrumbBack={onCancel}
        sentence={
          campaigns &&
          `Used by ${campaigns}. Changes apply to calls placed after the new rendering is Ready.`
        }
        divided
        actions={
          <>
            <Button onClick={onCancel}>Cancel</Button>
            <SaveButton form={formId} problems={problems} busy={form.busy} />
          </>
        }
        aside={
          open ? (
            <StepPanel
              key={open.key}
              {...{ open, draft, voices, fields, names }}
              onBusy={setBusy}
              onClose={closeStep}
            >
              {withHeading}
            </StepPanel>
          ) : (
            !narrow && (
              <SidePanel title="Preview" action={select} width={464}>
                {preview}
              </SidePanel>
            )
          )
        }
      >
        <Section>
          <Form id={formId} onSubmit={submit}>
            {form.failure && <ErrorBand>{form.failure}</ErrorBand>}
            {!form.failure && props.fault && <ErrorBand>{props.fault}</ErrorBand>}
            <TextField
              className={styles.name}
              label="Name"
              required
              maxLength={255}
              autoFocus={messageId === 0}
              {...form.field('name')}
            />
          </Form>
          <StepList draft={draft} names={names} />
          {narrow && !open && draft.steps.length > 0 && withHeading}
        </Section>
      </Page>
      <DiscardDialog
        what="step"
        opened={discarding}
        onDiscard={draft.closeStep}
        onClose={() => setDiscarding(false)}
      />
      <UnsavedDialog what="message" unsaved={form.unsaved || draft.openChanged} />
    </>
  );
}

interface StepPanelProps extends Pick<MessageFormProps, 'voices' | 'fields'> {
  open: DraftStep;
  draft: EditedSteps;
  names: StepNames;
  onBusy: (busy: string | undefined) => void;
  onClose: () => void;
  /** Below the form. */
  children: ReactNode;
}

/** The open step beside the list. */
function StepPanel({ open, draft, onBusy, onClose, children, ...rest }: StepPanelProps) {
  const kind = kindOf(open.messageStepType)?.name.toLowerCase();
  return (
    <SidePanel
      title={`${draft.openNumber ? `Step ${draft.openNumber}` : 'New step'}, ${kind}`}
      width={464}
      onClose={onClose}
      takeFocus
    >
      <StepForm
        {...rest}
        step={open}
        changed={draft.openChanged}
        onChange={draft.changeOpen}
        onBusy={onBusy}
        onSave={draft.saveOpen}
        onCancel={onClose}
      />
      {children}
    </SidePanel>
  );
}
