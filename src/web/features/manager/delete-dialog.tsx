import type { Manager } from '#contract/manager.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useDeleteManager } from './use-managers.ts';

interface DeleteDialogProps {
  /** Open while there is one. */
  manager: Manager | undefined;
  onClose: () => void;
}

export function DeleteDialog({ manager, onClose }: DeleteDialogProps) {
  const remove = useDeleteManager();
  return (
    <ConfirmDialog
      opened={manager !== undefined}
      title="Are you sure?"
      confirmLabel="Yes, Delete"
      danger
      onConfirm={(anyway) => manager && remove(manager, anyway)}
      onClose={onClose}
    >
      You wish to permanently delete {manager?.name}? Anyone logged in with this account is logged
      out immediately.
    </ConfirmDialog>
  );
}
