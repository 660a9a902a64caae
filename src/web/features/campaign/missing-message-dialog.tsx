import { campaignTexts } from '#contract/campaign.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface MissingMessageDialogProps {
  opened: boolean;
  onSave: () => void;
  onClose: () => void;
}

/** Document 1 section 5: a campaign may be saved without a message, but only after a question. */
export function MissingMessageDialog({ opened, onSave, onClose }: MissingMessageDialogProps) {
  return (
    <ConfirmDialog
      opened={opened}
      title="No message assigned"
      confirmLabel="Yes, save my campaign"
      cancelLabel="No, let me fix that"
      onConfirm={onSave}
      onClose={onClose}
    >
      {campaignTexts.noMessage}
    </ConfirmDialog>
  );
}
