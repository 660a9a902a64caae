import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface UnsavedDialogProps {
  unsaved: boolean;
  /** "This … has changes that are not saved." */
  what: string;
  /** Of a form that is left without a change of address: Cancel or Escape was pressed. */
  leaving?: { asked: boolean; onDiscard: () => void; onKeep: () => void };
}

/** Asks before what was typed is lost: by Cancel, a link, Back or closing the tab. */
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
  /** "This … has changes that are not saved." */
  what: string;
  onDiscard: () => void;
  onClose: () => void;
}

/** The question itself, for a part of a page that is left without a change of address. */
export function DiscardDialog({ opened, what, onDiscard, onClose }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      opened={opened}
      title="Discard what you typed?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      danger
      onConfirm={onDiscard}
      onClose={onClose}
    >
      This {what} has changes that are not saved.
    </ConfirmDialog>
  );
}
