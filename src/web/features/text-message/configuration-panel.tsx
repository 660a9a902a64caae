import { useState } from 'react';
import { type TextMessage, textMessageTexts } from '../../../contract/text-message.ts';
import { fieldError } from '../../../domain/text-message.ts';
import { ApiProblem } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Form } from '../../ui/form-scope.tsx';
import { ErrorBand } from '../../ui/notice-band.tsx';
import { firstProblem, SaveButton } from '../../ui/save-button.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UnsavedDialog } from '../../ui/unsaved-dialog.tsx';
import { MessageField } from './message-field.tsx';
import styles from './text-message.module.css';
import { useSaveTextMessage } from './use-save-text-message.ts';

interface ConfigurationPanelProps {
  /** Absent for a new one. */
  edited: TextMessage | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** The editor of a text message, beside the table. */
export function ConfigurationPanel({ edited, onClose, onSaved }: ConfigurationPanelProps) {
  // What is edited does not change under the hand when the list is read again.
  const [first] = useState({ name: edited?.name ?? '', message: edited?.message ?? '' });
  const [draft, setDraft] = useState(first);
  const save = useSaveTextMessage(edited, onSaved);
  const refusal = save.error instanceof ApiProblem ? save.error : undefined;
  const change = (part: Partial<typeof draft>) => {
    save.reset();
    setDraft({ ...draft, ...part });
  };
  const nameError = draft.name.trim() === '' ? textMessageTexts.nameRequired : undefined;
  const messageError = draft.message.trim() === '' ? textMessageTexts.messageRequired : undefined;
  const problems = [nameError, messageError, fieldError(draft.message)];
  const submit = () => {
    if (firstProblem(problems) === undefined && !save.isPending) save.mutate(draft);
  };
  const changed = draft.name !== first.name || draft.message !== first.message;
  return (
    <SidePanel title="Configuration" width={368} onClose={onClose} takeFocus>
      <Form className={styles.form} aria-label="Text message" onSubmit={submit}>
        {save.error && <ErrorBand>{messageOf(save.error)}</ErrorBand>}
        <TextField
          className={styles.name}
          label="Message Name"
          required
          size="sm"
          maxLength={255}
          autoComplete="off"
          value={draft.name}
          error={nameError}
          errorNow={refusal?.errorAt('name')}
          onChange={(name) => change({ name })}
        />
        <MessageField
          message={draft.message}
          error={messageError}
          errorNow={refusal?.errorAt('message')}
          onChange={(message) => change({ message })}
        />
        {edited && edited.campaigns !== '' && (
          <p className={styles.used}>
            Sent by {edited.campaigns}. A change applies to texts sent from then on.
          </p>
        )}
        <div className={styles.buttons}>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <SaveButton size="sm" busy={save.isPending} problems={problems} />
        </div>
      </Form>
      <UnsavedDialog unsaved={changed && !save.isPending && !save.isSuccess} what="text message" />
    </SidePanel>
  );
}
