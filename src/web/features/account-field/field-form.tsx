import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AccountField,
  accountField,
  accountFieldEdit,
  accountFieldTexts,
  customFieldOffset,
  editAccountField,
  listAccountFields,
} from '#contract/account-field.ts';
import type { FieldError } from '#contract/errors.ts';
import { listTtsFields } from '#contract/voice-message.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useFullSsnRefusal, useRefusal } from '#web/lib/rights.ts';
import { inFormOrder, schemaErrors, takenName } from '#web/lib/schema-form.ts';
import { useManager } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ConflictDialog } from '#web/ui/conflict-dialog.tsx';
import type { DraftMerge } from '#web/ui/draft-conflict.ts';
import { Form } from '#web/ui/form-scope.tsx';
import { mergeField, mergeFields } from '#web/ui/merge-drafts.ts';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { notify } from '#web/ui/notify.ts';
import { SaveButton } from '#web/ui/save-button.tsx';
import { SpokenKindField } from '#web/ui/spoken-kind/spoken-kind-field.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { UnsavedDialog } from '#web/ui/unsaved-dialog.tsx';
import { useDraftForm } from '#web/ui/use-draft-form.ts';
import { useEscape } from '#web/ui/use-escape.ts';
import { useFocusWithin } from '#web/ui/use-focus-within.ts';
import styles from './page.module.css';

/** What the form holds; id 0 is a new field. */
export type Draft = Pick<AccountField, 'id' | 'name' | 'messageEnabled' | 'sensitive' | 'version'>;
export function draftOf({ id, name, messageEnabled, sensitive, version }: AccountField): Draft {
  return { id, name, messageEnabled, sensitive, version };
}

const labels = {
  name: 'Name',
  messageEnabled: 'Available',
  sensitive: 'Sensitive',
} satisfies Record<Exclude<keyof Draft, 'id' | 'version'>, string>;

const merge: DraftMerge<Draft> = {
  noun: 'account field',
  read: (stored) => draftOf(accountField.parse(stored)),
  fields: mergeFields<Draft, keyof typeof labels>(labels, {
    messageEnabled: mergeField('messageEnabled', labels.messageEnabled, (on) =>
      on ? 'On' : 'Off',
    ),
    sensitive: mergeField('sensitive', labels.sensitive, (on) => (on ? 'Yes' : 'No')),
  }),
};

export const newDraft: Draft = { id: 0, name: '', messageEnabled: true, sensitive: false };

interface FieldFormProps {
  field: Draft;
  others: readonly AccountField[];
  onClose: () => void;
}

/** Adds or changes a field, above the table. */
export function FieldForm({ field, others, onClose }: FieldFormProps) {
  const { clientId } = useManager();
  const [asking, setAsking] = useState(false);
  const stays = useStaysSensitive();
  const sensitiveHint =
    (field.sensitive && stays) || 'Sealed in lists, and masked wherever it is shown or spoken.';
  const form = useDraftForm({
    first: field,
    errorsOf: (draft) => draftErrors(draft, others),
    save: useSave(clientId, onClose),
    merge: field.id === 0 ? undefined : merge,
  });
  const { draft, change } = form;
  const box = useFocusWithin();
  const leave = () => (form.unsaved ? setAsking(true) : onClose());
  useEscape(leave);
  return (
    <div ref={box} className={styles.form}>
      <Form
        aria-label={field.id === 0 ? 'New account field' : `Edit ${field.name}`}
        className={styles.fields}
        onSubmit={form.submit}
      >
        <TextField
          label={labels.name}
          required
          maxLength={255}
          autoComplete="off"
          className={styles.name}
          {...form.field('name')}
        />
        <div className={styles.available}>
          <Switch
            label={labels.messageEnabled}
            hint="Voice messages can speak this field."
            checked={draft.messageEnabled}
            onChange={(messageEnabled) => change({ messageEnabled })}
          />
        </div>
        <div className={styles.sensitive}>
          <Switch
            label={labels.sensitive}
            hint={sensitiveHint}
            checked={draft.sensitive}
            readOnly={field.sensitive && stays !== undefined}
            onChange={(sensitive) => change({ sensitive })}
          />
        </div>
        {field.id !== 0 && field.messageEnabled && (
          <div className={styles.kind}>
            <SpokenKindField
              fieldId={mappingIdOf(field, others)}
              fieldName={field.name}
              masked={field.sensitive}
            />
          </div>
        )}
        <div className={styles.buttons}>
          <Button onClick={leave}>Cancel</Button>
          <SaveButton problems={form.problems} busy={form.busy} />
        </div>
      </Form>
      {form.formFailure && <ErrorBand>{form.formFailure}</ErrorBand>}
      <UnsavedDialog
        unsaved={form.unsaved}
        what="account field"
        leaving={{ asked: asking, onDiscard: onClose, onKeep: () => setAsking(false) }}
      />
      <ConflictDialog conflict={form.conflict} />
    </div>
  );
}

/** The id that messages know a stored field by. */
function mappingIdOf({ id }: Draft, fields: readonly AccountField[]): number {
  const index = fields.find((field) => field.id === id)?.customIndex ?? 0;
  return index + customFieldOffset;
}

/** Why the signed-in manager cannot make a sensitive field an ordinary one. */
function useStaysSensitive(): string | undefined {
  const role = useRefusal('administrator');
  const full = useFullSsnRefusal();
  return role || full ? accountFieldTexts.staysSensitive : undefined;
}

function draftErrors(draft: Draft, fields: readonly AccountField[]): FieldError[] {
  const others = fields.filter(({ id }) => id !== draft.id).map(({ name }) => name);
  return inFormOrder(accountFieldEdit, [
    ...schemaErrors(accountFieldEdit, draft),
    ...takenName(draft.name, others, accountFieldTexts.nameTaken),
  ]);
}

function useSave(clientId: number, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (draft: Draft) =>
      api(editAccountField, {
        params: { id: draft.id },
        query: { clientId },
        body: { ...draft, clientId },
        intent: draft,
      }),
    onSuccess: async (_, { name }) => {
      notify({ text: `${name.trim()} was saved.` });
      await Promise.all(
        [listAccountFields, listTtsFields].map((operation) =>
          client.invalidateQueries({ queryKey: queryKey(operation) }),
        ),
      );
      onSaved();
    },
  });
}
