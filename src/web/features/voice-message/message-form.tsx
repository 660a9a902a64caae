import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { sealedFieldIds } from '#contract/account-field.ts';
import type { OperationResponse } from '#contract/http.ts';
import type { listTtsFields, listTtsVoices } from '#contract/voice-message.ts';
import { useSameName } from '#web/lib/same-name.ts';
import { Button } from '#web/ui/button.tsx';
import { ChangedNote } from '#web/ui/changed-note.tsx';
import { ConflictDialog } from '#web/ui/conflict-dialog.tsx';
import { Form } from '#web/ui/form-scope.tsx';
import { PreviewSelect } from '#web/ui/message/preview-account.tsx';
import { usePreviewAccount } from '#web/ui/message/use-preview-account.ts';
import { TestButton } from '#web/ui/message-test/test-button.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { Page, Section } from '#web/ui/page.tsx';
import { firstProblem, SaveButton } from '#web/ui/save-button.tsx';
import { SidePanel } from '#web/ui/side-panel.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { DiscardDialog, UnsavedDialog } from '#web/ui/unsaved-dialog.tsx';
import { type DraftForm, useDraftForm } from '#web/ui/use-draft-form.ts';
import { useEscape } from '#web/ui/use-escape.ts';
import { useMedia } from '#web/ui/use-media.ts';
import { UsedBy } from '#web/ui/used-by.tsx';
import {
  type Draft,
  type DraftStep,
  draftErrors,
  removedVoiceProblem,
  sameDraft,
} from './draft.ts';
import { messageMerge } from './draft-merge.ts';
import { type EditorProps, editorTitle } from './editor-parts.tsx';
import { MessageChecks } from './message-checks.tsx';
import styles from './message-form.module.css';
import { MessagePreview } from './message-preview.tsx';
import { StepList } from './step-list.tsx';
import { StepPanel } from './step-panel.tsx';
import { isField, type StepNames } from './step-words.ts';
import { useSaveMessage } from './use-save-message.ts';
import { type EditedSteps, useSteps } from './use-steps.ts';

interface MessageFormProps extends EditorProps {
  first: Draft;
  /** Names of the campaigns that play it; '' when none. */
  campaigns: string;
  /** Why it could not be rendered; a table cell is often too narrow for the whole sentence. */
  fault: string | undefined;
  /** Who changed it last; absent for a new one. */
  changed: ComponentProps<typeof ChangedNote>['record'] | undefined;
  voices: OperationResponse<typeof listTtsVoices>;
  fields: OperationResponse<typeof listTtsFields>;
}

/** Name and steps at the left, the open step and the player at the right. */
export function MessageForm(props: MessageFormProps) {
  const { messageId, campaigns, voices, fields, onCancel } = props;
  const form = useDraftForm({
    first: props.first,
    errorsOf: draftErrors,
    save: useSaveMessage(messageId, props.onSaved),
    same: sameDraft,
    merge: messageId === 0 ? undefined : messageMerge(namesOf(props)),
  });
  const draft = useSteps(form, voices.find(({ lastUsed }) => lastUsed)?.id);
  const formId = useId();
  const narrow = useMedia('(width < 900px)');
  const [discarding, setDiscarding] = useState(false);
  const [busy, setBusy] = useState<string>();
  const { open } = draft;
  const names = namesOf(props);
  const problems = [busy, ...form.problems, ...stepProblemsOf(draft, names)];
  const submit = () => {
    if (firstProblem(problems) === undefined) form.submit();
  };
  const closeStep = () => (draft.openChanged ? setDiscarding(true) : draft.closeStep());
  useEscape(open ? closeStep : onCancel);
  const { preview, select } = usePreview(draft.heardSteps, names);
  const withHeading = <PreviewBelow select={select}>{preview}</PreviewBelow>;
  return (
    <>
      <Page
        title={editorTitle(messageId)}
        thing={props.first.name}
        crumb={messageId === 0 ? 'New message' : 'Edit message'}
        onCrumbBack={onCancel}
        sentence={campaigns && <Used campaigns={campaigns} />}
        divided
        actions={
          <>
            <TestButton channel="voice" voiceMessageId={messageId} unsaved={form.unsaved} />
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
            <NameField form={form} fault={props.fault} messageId={messageId} />
          </Form>
          <StepList draft={draft} names={names} />
          <Changed record={props.changed} id={messageId} />
          <MessageChecks messageId={messageId} unsaved={form.unsaved || draft.openChanged} />
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
      <ConflictDialog conflict={form.conflict} />
    </>
  );
}

const stepOpen = 'Save or cancel the open step first.';

/** The open step first: it may be the one that is being mended. */
function stepProblemsOf({ steps, openChanged }: EditedSteps, { voices }: StepNames) {
  return [openChanged && stepOpen, removedVoiceProblem(steps, voices)];
}

function Used({ campaigns }: { campaigns: string }) {
  return (
    <>
      <UsedBy campaigns={campaigns} /> Changes apply to calls placed after the new rendering is
      Ready.
    </>
  );
}

/** The preview and, if a step speaks a field, the choice of its values. */
function usePreview(steps: readonly DraftStep[], names: StepNames) {
  const choice = usePreviewAccount(steps.map(({ ttsFieldId }) => ttsFieldId));
  return {
    preview: <MessagePreview {...{ steps, names, choice }} />,
    select: steps.some(isField) ? <PreviewSelect choice={choice} /> : undefined,
  };
}

function namesOf({ voices, fields }: Pick<MessageFormProps, 'voices' | 'fields'>): StepNames {
  return {
    voices: new Map(voices.map(({ id, name }) => [id, name])),
    fields: new Map(fields.map(({ id, value }) => [id, value])),
    masked: new Set([
      ...sealedFieldIds,
      ...fields.filter(({ sensitive }) => sensitive).map(({ id }) => id),
    ]),
  };
}

interface NameFieldProps extends Pick<MessageFormProps, 'fault' | 'messageId'> {
  form: DraftForm<Draft>;
}

/** The message's name, below any error of the message. */
function NameField({ form, fault, messageId }: NameFieldProps) {
  const name = form.field('name');
  const same = useSameName('voice', { id: messageId, name: name.value });
  return (
    <>
      {form.failure && <ErrorBand>{form.failure}</ErrorBand>}
      {!form.failure && fault && <ErrorBand>{fault}</ErrorBand>}
      <TextField
        className={styles.name}
        label="Name"
        required
        maxLength={255}
        autoFocus={messageId === 0}
        hint={same}
        {...name}
      />
    </>
  );
}

interface PreviewBelowProps {
  /** What is heard: field names, or one account's values. */
  select: ReactNode;
  children: ReactNode;
}

/** The preview where it has no panel of its own. */
function PreviewBelow({ select, children }: PreviewBelowProps) {
  return (
    <div className={styles.below}>
      <div className={styles.heading}>
        <h2>Preview</h2>
        {select}
      </div>
      {children}
    </div>
  );
}

interface ChangedProps {
  record: MessageFormProps['changed'];
  id: number;
}

function Changed({ record, id }: ChangedProps) {
  if (!record) return null;
  const thing = { kind: 'voiceMessage', id } as const;
  return <ChangedNote record={record} className={styles.changed} thing={thing} />;
}
