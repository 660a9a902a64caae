import { useQueryClient } from '@tanstack/react-query';
import {
  type AccountField,
  deleteAccountField,
  listAccountFields,
} from '#contract/account-field.ts';
import { listTtsFields } from '#contract/voice-message.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { notify } from '#web/ui/notify.ts';

interface DeleteDialogProps {
  /** Open while there is one. */
  field: AccountField | undefined;
  onClose: () => void;
}

export function DeleteDialog({ field, onClose }: DeleteDialogProps) {
  const client = useQueryClient();
  const remove = async (anyway: boolean) => {
    if (!field) return;
    const { id, version } = field;
    try {
      await api(deleteAccountField, { params: { id }, body: anyway ? { id } : { id, version } });
      notify({ text: `${field.name} was deleted.` });
    } finally {
      await Promise.all(
        [listAccountFields, listTtsFields].map((operation) =>
          client.invalidateQueries({ queryKey: queryKey(operation) }),
        ),
      );
    }
  };
  return (
    <ConfirmDialog
      opened={field !== undefined}
      title="Delete Account Field"
      confirmLabel="Delete"
      danger
      onConfirm={remove}
      onClose={onClose}
    >
      Delete {field?.name}? Values of it in closed contact lists can no longer be used. A new field
      never shows them, whatever its name.
    </ConfirmDialog>
  );
}
