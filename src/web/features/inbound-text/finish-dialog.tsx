import { counted } from '#web/lib/plural.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface FinishDialogProps {
  opened: boolean;
  /** How many texts are shown. */
  total: number;
  onFinish: () => Promise<unknown>;
  onClose: () => void;
}

export function FinishDialog({ opened, total, onFinish, onClose }: FinishDialogProps) {
  return (
    <ConfirmDialog
      opened={opened}
      title="Mark all as done"
      confirmLabel="Mark as done"
      onConfirm={onFinish}
      onClose={onClose}
    >
      This view has {counted(total, 'text')}. All of them will be marked as done, except texts that
      are waiting for a decision.
    </ConfirmDialog>
  );
}
