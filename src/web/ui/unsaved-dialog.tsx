import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface UnsavedDialogProps {
  unsaved: boolean;
  /** «This … has changes that are not saved.» */
  what: string;
}

/** Asks before what was typed is lost: by Cancel, a link, Back or closing the tab. */
export function UnsavedDialog({ unsaved, what }: UnsavedDialogProps) {
  const blocker = useBlocker({
    shouldBlockFn: () => unsaved,
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title="Discard what you typed?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      danger
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      This {what} has changes that are not saved.
    </ConfirmDialog>
  );
}
