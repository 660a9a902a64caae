import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  askedByPerson,
  type DoNotCallEntry,
  deleteDoNotCall,
  doNotCallTexts,
  listDoNotCallLifts,
  longestLiftReason,
  searchDoNotCall,
} from '#contract/do-not-call.ts';
import { api } from '#web/lib/api.ts';
import { isErased, listedPhone } from '#web/lib/erased-number.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './page.module.css';

interface DeleteDialogProps {
  /** The number in question; undefined closes the dialog. */
  entry: DoNotCallEntry | undefined;
  onClose: () => void;
}

export function DeleteDialog({ entry, onClose }: DeleteDialogProps) {
  if (entry && askedByPerson(entry.source)) {
    return <LiftDialog key={entry.id} entry={entry} onClose={onClose} />;
  }
  return <PlainDialog entry={entry} onClose={onClose} />;
}

function PlainDialog({ entry, onClose }: DeleteDialogProps) {
  const remove = useRemove();
  return (
    <ConfirmDialog
      opened={entry !== undefined}
      title="Delete Number"
      confirmLabel="Delete"
      danger
      onConfirm={() => entry && remove(entry, '')}
      onClose={onClose}
    >
      <Question phone={entry?.phoneRestriction ?? ''} />
    </ConfirmDialog>
  );
}

/** Lifting a person's own opt-out requires a reason. */
function LiftDialog({ entry, onClose }: { entry: DoNotCallEntry; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const remove = useRemove();
  const lift = useMutation({
    meta: { ownErrors: true },
    mutationFn: () => remove(entry, reason),
    onSuccess: onClose,
  });
  const problem = reason.trim() === '' ? doNotCallTexts.reason : undefined;
  return (
    <FormDialog
      opened
      title="Delete Number"
      saveLabel="Delete"
      dirty={reason !== ''}
      problems={[problem]}
      saving={lift.isPending}
      failure={lift.error ? messageOf(lift.error) : undefined}
      onSave={() => lift.mutate()}
      onClose={onClose}
    >
      <Question phone={entry.phoneRestriction} />
      <p>
        <strong>
          {entry.source === 'key'
            ? 'This person pressed 9 during a call to opt out.'
            : 'This person opted out by text.'}
        </strong>{' '}
        Delete the number only if the person has agreed to be called again.
      </p>
      <TextField
        label="Reason"
        required
        maxLength={longestLiftReason}
        value={reason}
        onChange={setReason}
        error={problem}
      />
    </FormDialog>
  );
}

function Question({ phone }: { phone: string }) {
  return (
    <p className={styles.question}>
      Take {isErased(phone) ? 'an erased number' : listedPhone(phone)} off the do-not-call list?
      Contact lists uploaded or reused from now on can call it. It stays barred in the lists where
      it was already barred.
      {isErased(phone) &&
        ' Nobody can see which number it is, and nothing of its earlier calls is known any more.'}
    </p>
  );
}

function useRemove() {
  const client = useQueryClient();
  const { clientId } = useManager();
  return async ({ id, phoneRestriction, asked }: DoNotCallEntry, reason: string) => {
    const body = { clientId, id, reason, ...(asked !== undefined && { asked }) };
    try {
      await api(deleteDoNotCall, { params: { clientId }, body });
    } catch (error) {
      // Where the person asked again, the next look shows it.
      void client.invalidateQueries({ queryKey: queryKey(searchDoNotCall) });
      throw error;
    }
    notify({ text: `${listedPhone(phoneRestriction)} was taken off the do-not-call list.` });
    await client.invalidateQueries({ queryKey: queryKey(searchDoNotCall) });
    await client.invalidateQueries({ queryKey: queryKey(listDoNotCallLifts) });
  };
}
