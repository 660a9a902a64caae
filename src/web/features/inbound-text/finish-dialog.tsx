import { formatNumber } from '#web/lib/format.ts';
import { counted } from '#web/lib/plural.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface FinishDialogProps {
  opened: boolean;
  /** How many texts the view has, and how many of them will be marked. */
  total: number;
  toFinish: number;
  onFinish: () => Promise<unknown>;
  onClose: () => void;
}

export function FinishDialog({ opened, total, toFinish, onFinish, onClose }: FinishDialogProps) {
  return (
    <ConfirmDialog
      opened={opened}
      title="Mark all as done"
      confirmLabel="Mark as done"
      onConfirm={onFinish}
      onClose={onClose}
    >
      {toFinish === total
        ? `This view has ${counted(total, 'text')} to mark as done.`
        : `${formatNumber(toFinish)} of the ${counted(total, 'text')} in this view will be marked as done. The others are done, need nothing done, or are waiting for a decision.`}
    </ConfirmDialog>
  );
}
