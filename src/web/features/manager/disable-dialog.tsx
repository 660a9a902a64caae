import type { Manager } from '#contract/manager.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface DisableDialogProps {
  manager: Manager | undefined;
  onDisable: (manager: Manager) => Promise<unknown>;
  onClose: () => void;
}

/** Disabling logs a colleague out in the middle of work, so it asks. */
export function DisableDialog({ manager, onDisable, onClose }: DisableDialogProps) {
  return (
    <ConfirmDialog
      opened={manager !== undefined}
      title={`Disable ${manager?.name ?? ''}`}
      confirmLabel="Disable"
      danger
      onConfirm={() => manager && onDisable(manager)}
      onClose={onClose}
    >
      {manager?.name} will be logged out immediately and cannot log in until the account is enabled
      again.
    </ConfirmDialog>
  );
}
