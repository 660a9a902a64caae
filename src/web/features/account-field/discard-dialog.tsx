import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface DiscardDialogProps {
  unsaved: boolean;
  /** Cancel or Escape was pressed. */
  asked: boolean;
  onDiscard: () => void;
  onKeep: () => void;
}

/** Asks before what was typed is lost: by Cancel, Escape, a link, Back or closing the tab. */
export function DiscardDialog({ unsaved, asked, onDiscard, onKeep }: DiscardDialogProps) {
  const blocker = useBlocker({
    shouldBlockFn: () => unsaved,
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={asked || blocker.status === 'blocked'}
      title="Discard what you typed?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      danger
      onConfirm={() => (asked ? onDiscard() : blocker.proceed?.())}
      onClose={() => (asked ? onKeep() : blocker.reset?.())}
    >
      This account field has changes that are not saved.
    </ConfirmDialog>
  );
}
