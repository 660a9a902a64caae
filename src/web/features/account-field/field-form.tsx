import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AccountField,
  accountFieldTexts,
  editAccountField,
  listAccountFields,
} from '../../../contract/account-field.ts';
import { listTtsFields } from '../../../contract/voice-message.ts';
import { api } from '../../lib/api.ts';
import { ApiProblem } from '../../lib/problem.ts';
import { queryKey } from '../../lib/query.ts';
import { useManager } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Form } from '../../ui/form-scope.tsx';
import { ErrorBand } from '../../ui/notice-band.tsx';
import { notify } from '../../ui/notify.ts';
import { SaveButton } from '../../ui/save-button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEscape } from '../../ui/use-escape.ts';
import { useFocusWithin } from '../../ui/use-focus-within.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import styles from './page.module.css';

/** What the form holds; id 0 is a new field. */
export type Draft = Pick<AccountField, 'id' | 'name' | 'messageEnabled'>;
export const newDraft: Draft = { id: 0, name: '', messageEnabled: true };

interface FieldFormProps {
  field: Draft;
  others: readonly AccountField[];
  onClose: () => void;
}

/** Adds or changes a field, above the table. */
export function FieldForm({ field, others, onClose }: FieldFormProps) {
  const { clientId } = useManager();
  const [draft, setDraft] = useState(field);
  const [asking, setAsking] = useState(false);
  const save = useSave(clientId, onClose);
  const box = useFocusWithin();
  const dirty = draft.name !== field.name || draft.messageEnabled !== field.messageEnabled;
  const problem = problemOf(draft, others);
  const refusal = save.error instanceof ApiProblem ? save.error.errorAt('name') : undefined;
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    save.reset();
  };
  const leave = () => (dirty ? setAsking(true) : onClose());
  useEscape(leave);
  return (
    <div ref={box} className={styles.form}>
      <Form
        aria-label={field.id === 0 ? 'New account field' : `Edit ${field.name}`}
        className={styles.fields}
        onSubmit={() => {
          if (problem === undefined && !save.isPending) save.mutate(draft);
        }}
      >
        <TextField
          label="Name"
          required
          maxLength={255}
          autoComplete="off"
          className={styles.name}
          value={draft.name}
          onChange={(name) => change({ name })}
          error={problem}
          errorNow={refusal}
        />
        <div className={styles.available}>
          <Switch
            label="Available"
            hint="Voice messages may speak it."
            checked={draft.messageEnabled}
            onChange={(messageEnabled) => change({ messageEnabled })}
          />
        </div>
        <div className={styles.buttons}>
          <Button onClick={leave}>Cancel</Button>
          <SaveButton problems={[problem]} busy={save.isPending} />
        </div>
      </Form>
      {save.isError && !refusal && <ErrorBand>{messageOf(save.error)}</ErrorBand>}
      <DiscardDialog
        unsaved={dirty && !save.isSuccess}
        asked={asking}
        onDiscard={onClose}
        onKeep={() => setAsking(false)}
      />
    </div>
  );
}

function problemOf({ id, name }: Draft, others: readonly AccountField[]): string | undefined {
  const wanted = name.trim().toLowerCase();
  if (wanted === '') return accountFieldTexts.nameRequired;
  const taken = others.some((other) => other.id !== id && other.name.toLowerCase() === wanted);
  return taken ? accountFieldTexts.nameTaken : undefined;
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
      }),
    onSuccess: async (_, { name }) => {
      notify({ text: `${name.trim()} was saved.` });
      await Promise.all(
        [listAccountFields, listTtsFields].map((call) =>
          client.invalidateQueries({ queryKey: queryKey(call) }),
        ),
      );
      onSaved();
    },
  });
}
