import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface TimesDialogProps {
  /** What is odd about the automatic times; open while there is something. */
  question: string | undefined;
  onSave: () => void;
  onClose: () => void;
}

/** A slip of AM and PM makes a campaign run all night: such times are saved only after a question. */
export function TimesDialog({ question, onSave, onClose }: TimesDialogProps) {
  return (
    <ConfirmDialog
      opened={question !== undefined}
      title="Check the automatic times"
      confirmLabel="Yes, save these times"
      cancelLabel="No, let me fix that"
      onConfirm={onSave}
      onClose={onClose}
    >
      {question}
    </ConfirmDialog>
  );
}
