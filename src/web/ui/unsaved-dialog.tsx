import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface UnsavedDialogProps {
  unsaved: boolean;
  /** "This … has unsaved changes." */
  what: string;
  /** For a form that closes without a navigation: Cancel or Escape was pressed. */
  leaving?: { asked: boolean; onDiscard: () => void; onKeep: () => void };
}

/** Asks before typed changes are lost by Cancel, a link, Back, or closing the tab. */
export function UnsavedDialog({ unsaved, what, leaving }: UnsavedDialogProps) {
  const blocker = useBlocker({
    shouldBlockFn: () => unsaved,
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  const asked = leaving?.asked === true;
  return (
    <DiscardDialog
      opened={asked || blocker.status === 'blocked'}
      what={what}
      onDiscard={() => (asked ? leaving.onDiscard() : blocker.proceed?.())}
      onClose={() => (asked ? leaving.onKeep() : blocker.reset?.())}
    />
  );
}

interface DiscardDialogProps {
  opened: boolean;
  /** "This … has unsaved changes." */
  what: string;
  onDiscard: () => void;
  onClose: () => void;
}

/** The question itself, for a part of a page that closes without a navigation. */
export function DiscardDialog({ opened, what, onDiscard, onClose }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      opened={opened}
      title="Discard your changes?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      danger
      onConfirm={onDiscard}
      onClose={onClose}
    >
      This {what} has unsaved changes.
    </ConfirmDialog>
  );
}
