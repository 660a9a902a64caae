import { useQueryClient } from '@tanstack/react-query';
import {
  type DoNotCallEntry,
  deleteDoNotCall,
  searchDoNotCall,
} from '../../../contract/do-not-call.ts';
import { api } from '../../lib/api.ts';
import { formatPhone } from '../../lib/format.ts';
import { queryKey } from '../../lib/query.ts';
import { useManager } from '../../lib/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import styles from './page.module.css';

interface DeleteDialogProps {
  /** The number in question; undefined closes the dialog. */
  entry: DoNotCallEntry | undefined;
  onClose: () => void;
}

export function DeleteDialog({ entry, onClose }: DeleteDialogProps) {
  const client = useQueryClient();
  const { clientId } = useManager();
  const phone = formatPhone(entry?.phoneRestriction ?? '');
  const remove = async () => {
    if (!entry) return;
    await api(deleteDoNotCall, { params: { clientId }, body: { ...entry, clientId } });
    notify({ text: `${phone} was taken off the do not call list.` });
    await client.invalidateQueries({ queryKey: queryKey(searchDoNotCall) });
  };
  return (
    <ConfirmDialog
      opened={entry !== undefined}
      title="Delete Number"
      confirmLabel="Delete"
      danger
      onConfirm={remove}
      onClose={onClose}
    >
      <div className={styles.question}>
        <p>
          Take {phone} off the do not call list? Contact lists that are uploaded or reused from now
          on may call it. In the lists where it was barred it stays barred.
        </p>
        {(entry?.source === 'key' || entry?.source === 'text') && (
          <p>
            <strong>
              {entry.source === 'key'
                ? 'This person pressed 9 in a call to be called no more.'
                : 'This person opted out by text.'}
            </strong>{' '}
            Delete the number only if the person has agreed to be called again.
          </p>
        )}
      </div>
    </ConfirmDialog>
  );
}
