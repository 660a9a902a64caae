import type { FieldError } from '#contract/errors.ts';
import { editTextMessage, type TextMessage, textMessage } from '#contract/text-message.ts';
import { fieldError } from '#domain/text-message.ts';
import { useSameName } from '#web/lib/same-name.ts';
import { inFormOrder, schemaErrors } from '#web/lib/schema-form.ts';
import { Button } from '#web/ui/button.tsx';
import { ChangedNote } from '#web/ui/changed-note.tsx';
import { ConflictDialog } from '#web/ui/conflict-dialog.tsx';
import type { DraftMerge } from '#web/ui/draft-conflict.ts';
import { Form } from '#web/ui/form-scope.tsx';
import { TextChecks } from '#web/ui/lint/text-checks.tsx';
import { mergeFields } from '#web/ui/merge-drafts.ts';
import { TestButton } from '#web/ui/message-test/test-button.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { SaveButton } from '#web/ui/save-button.tsx';
import { SidePanel } from '#web/ui/side-panel.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { UnsavedDialog } from '#web/ui/unsaved-dialog.tsx';
import { useDraftForm } from '#web/ui/use-draft-form.ts';
import { UsedBy } from '#web/ui/used-by.tsx';
import { MessageField } from './message-field.tsx';
import styles from './text-message.module.css';
import { type Draft, useSaveTextMessage } from './use-save-text-message.ts';

interface ConfigurationPanelProps {
  /** Absent for a new one. */
  edited: TextMessage | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** The editor of a text message, beside the table. */
export function ConfigurationPanel({ edited, onClose, onSaved }: ConfigurationPanelProps) {
  const form = useDraftForm({
    first: draftOf(edited),
    errorsOf: draftErrors,
    save: useSaveTextMessage(edited, onSaved),
    merge: edited && merge,
  });
  const { field } = form;
  const name = field('name');
  const same = useSameName('text', { id: edited?.id ?? 0, name: name.value });
  return (
    <SidePanel
      title="Configuration"
      width={368}
      action={
        <TestButton
          size="sm"
          channel="text"
          textMessageId={edited?.id ?? 0}
          unsaved={form.unsaved}
        />
      }
      onClose={onClose}
      takeFocus
    >
      <Form className={styles.form} aria-label="Text message" onSubmit={form.submit}>
        {form.failure && <ErrorBand>{form.failure}</ErrorBand>}
        <TextField
          className={styles.name}
          label={labels.name}
          required
          size="sm"
          maxLength={255}
          autoComplete="off"
          hint={same}
          {...name}
        />
        <MessageField {...field('message')} />
        <TextChecks message={form.draft.message} textMessageId={edited?.id} />
        {edited && edited.campaigns !== '' && (
          <p className={styles.used}>
            <UsedBy campaigns={edited.campaigns} /> Changes apply to texts sent after you save.
          </p>
        )}
        <div className={styles.buttons}>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <SaveButton size="sm" busy={form.busy} problems={form.problems} />
        </div>
      </Form>
      {edited && (
        <ChangedNote
          record={edited}
          className={styles.used}
          thing={{ kind: 'textMessage', id: edited.id }}
        />
      )}
      <UnsavedDialog unsaved={form.unsaved} what="text message" />
      <ConflictDialog conflict={form.conflict} />
    </SidePanel>
  );
}

function draftOf(edited: TextMessage | undefined): Draft {
  return { name: edited?.name ?? '', message: edited?.message ?? '', version: edited?.version };
}

const labels = {
  name: 'Message Name',
  message: 'Message',
} satisfies Record<Exclude<keyof Draft, 'version'>, string>;

const merge: DraftMerge<Draft> = {
  noun: 'text message',
  read: (stored) => draftOf(textMessage.parse(stored)),
  fields: mergeFields<Draft, keyof typeof labels>(labels),
};

/** In the order of the form; fields that do not exist are listed below the message. */
function draftErrors(draft: Pick<TextMessage, 'name' | 'message'>): FieldError[] {
  const unknown = fieldError(draft.message);
  return inFormOrder(editTextMessage.body, [
    ...schemaErrors(editTextMessage.body, draft),
    ...(unknown ? [{ path: 'message.fields', message: unknown }] : []),
  ]);
}
